//! The parameters (masters P).

use serde::{Deserialize, Serialize};

use crate::game::{ParameterInfo, Preset, SetupError};

/// The parameters of the rules; [`Params::validate`] gives each one's range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// The number of vampires (G1).
    pub players: u8,
    /// The level: how many cards the event deck has (S4).
    pub level: Level,
    /// The vampires that play (P1).
    pub family: Family,
    /// The number of bots that play the family; the rules are the same (G1).
    pub teams: Teams,
}

/// The number of bots that play the family (G1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Teams {
    /// One bot plays all vampires.
    Shared,
    /// Each vampire is a side of its own, with a bot of its own. They win or lose together.
    Mixed,
}

/// The level: how many cards the event deck has (S4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Six cards of each act.
    Easy,
    /// Five.
    Medium,
    /// Four.
    Hard,
}

/// The vampires that play (P1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The first family of the data for this number of players.
    First,
    /// The second.
    Second,
    /// The third.
    Third,
    /// Any vampires, drawn (S2).
    Random,
}

/// In the order of the fields of [`Params`].
pub(super) const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("players", (2, 5), "number of vampires"),
    ParameterInfo::word("level", &["easy", "medium", "hard"], "how long the event deck lasts"),
    ParameterInfo::word(
        "family",
        &["first", "second", "third", "random"],
        "which vampires play, by the table of families",
    ),
    ParameterInfo::word(
        "teams",
        &["shared", "mixed"],
        "one bot for the whole family, or one for each vampire",
    ),
];

impl Default for Params {
    fn default() -> Self {
        Self { players: 3, level: Level::Easy, family: Family::First, teams: Teams::Shared }
    }
}

impl Params {
    /// The presets, the default first (P2).
    #[must_use]
    pub fn presets() -> Vec<Preset<Self>> {
        let preset = |name, summary, params| Preset { name, summary, params };
        let level = |level| Self { level, ..Self::default() };
        let players = |players| Self { players, ..Self::default() };
        vec![
            preset("easy", "three vampires, 18 events", level(Level::Easy)),
            preset("medium", "three vampires, 15 events", level(Level::Medium)),
            preset("hard", "three vampires, 12 events", level(Level::Hard)),
            preset("pair", "two vampires, 18 events", players(2)),
            preset("four", "four vampires, 18 events", players(4)),
            preset("five", "five vampires, 18 events", players(5)),
        ]
    }

    /// Checks every parameter against its range.
    ///
    /// # Errors
    /// If there are too many players, or too few.
    pub fn validate(&self) -> Result<(), SetupError> {
        PARAMETERS[0].check(self.players.into())
    }

    /// S4: the cards of each act in the event deck.
    pub(super) const fn cards_per_act(&self) -> usize {
        match self.level {
            Level::Easy => 6,
            Level::Medium => 5,
            Level::Hard => 4,
        }
    }

    /// S3: the minions on cell 0 at the start.
    pub(super) const fn first_minions(&self) -> u8 {
        match self.players {
            2 => 2,
            3 => 1,
            _ => 0,
        }
    }
}
