//! The parameters (fury P).

use serde::{Deserialize, Serialize};

use crate::game::{ParameterInfo, Preset, SetupError};

/// The parameters of the rules; [`Params::validate`] gives each one's range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// The step that is played.
    pub play: Step,
    /// Damage that defeats Dracula.
    pub health: u8,
    /// Influence that wins.
    pub goal: u8,
    /// The last round.
    pub rounds: u16,
    /// Rounds from one despair token to the next.
    pub week: u16,
    /// Influence per dawn after the third despair token.
    pub fury: u8,
    /// Damage to the hunter in a skirmish at dawn (Q1).
    pub skirmish_day: u8,
    /// Damage to the hunter in a skirmish at dusk (Q1).
    pub skirmish_night: u8,
}

/// A step of the ruleset: each adds to the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Trail, movement, powers, lairs, encounters, influence.
    Hunt,
    /// Items and combat too.
    Combat,
    /// Events too.
    Full,
}

/// In the order of the fields of [`Params`].
pub(super) const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::word("play", &["hunt", "combat", "full"], "step of the rules that is played"),
    ParameterInfo::number("health", (1, 99), "damage that defeats Dracula"),
    ParameterInfo::number("goal", (1, 99), "influence that wins"),
    ParameterInfo::number("rounds", (1, 400), "last round"),
    ParameterInfo::number("week", (1, 30), "rounds from one despair token to the next"),
    ParameterInfo::number("fury", (0, 13), "influence per dawn after the third despair token"),
    ParameterInfo::number("skirmish_day", (0, 12), "damage of a hunter in a skirmish at dawn"),
    ParameterInfo::number("skirmish_night", (0, 12), "damage of a hunter in a skirmish at dusk"),
];

impl Default for Params {
    fn default() -> Self {
        Self {
            play: Step::Full,
            health: 15,
            goal: 13,
            rounds: 40,
            week: 7,
            fury: 1,
            skirmish_day: 2,
            skirmish_night: 4,
        }
    }
}

impl Params {
    /// The presets, the default first (P1).
    #[must_use]
    pub fn presets() -> Vec<Preset<Self>> {
        let preset = |name, summary, params| Preset { name, summary, params };
        let hunt = Self { play: Step::Hunt, ..Self::default() };
        let combat = Self { play: Step::Combat, ..Self::default() };
        let fortnight = Self { rounds: 14, ..Self::default() };
        vec![
            preset("full", "the whole game", Self::default()),
            preset("combat", "the game without events", combat),
            preset("hunt", "without items, combat cards and events", hunt),
            preset("fortnight", "14 rounds; the sign of the margin decides", fortnight),
        ]
    }

    /// Checks every parameter against its range.
    ///
    /// # Errors
    /// The first that is out of range, with the range.
    pub fn validate(&self) -> Result<(), SetupError> {
        let numbers = [
            self.health.into(),
            self.goal.into(),
            self.rounds.into(),
            self.week.into(),
            self.fury.into(),
            self.skirmish_day.into(),
            self.skirmish_night.into(),
        ];
        PARAMETERS[1..].iter().zip(numbers).try_for_each(|(info, value)| info.check(value))
    }

    /// The most decisions of a game (G7).
    #[must_use]
    pub fn max_decisions(&self) -> u32 {
        50_000 * u32::from(self.rounds) + 5
    }
}
