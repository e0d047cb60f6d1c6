//! The parameters (boss P).

use serde::{Deserialize, Serialize};

use crate::game::{ParameterInfo, Preset, SetupError};

/// The parameters of the rules; [`Params::validate`] checks their ranges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// The number of seats.
    pub players: u8,
    /// The Full Moon variant.
    pub moon: Moon,
    /// The vampire characters (U6).
    pub vampires: Vampires,
    /// The layout of the streets (U2).
    pub streets: Streets,
    /// The number of street tiles.
    pub tiles: u8,
    /// The sky deck.
    pub sky: Switch,
    /// The orders.
    pub orders: Switch,
    /// The vigilant tokens.
    pub vigilance: Switch,
    /// The effect of three wounds (T1, A12).
    pub death: Death,
    /// The seat that begins a round (R2).
    pub lead: Lead,
    /// The hand limit.
    pub hand: u8,
    /// The night cards on top of the sky deck (U4).
    pub nights: u8,
    /// The cards removed from the lower part of the sky deck (U4).
    pub removed: u8,
    /// The last round (R5).
    pub rounds: u8,
}

/// A part of the game that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// It is in the game.
    On,
    /// It is left out.
    Off,
}

/// The Full Moon variant: its sky cards, and eight werewolves in place of four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moon {
    /// Plain nights.
    No,
    /// Nights of a full moon.
    Full,
}

/// The vampire characters (U6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vampires {
    /// None.
    Off,
    /// Dealt.
    Random,
    /// Chosen in turn.
    Choose,
}

/// The layout of the streets (U2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Streets {
    /// Shuffled.
    Random,
    /// In data order.
    Listed,
}

/// The effect of three wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Death {
    /// They kill (A12).
    Out,
    /// They cost a turn (T1).
    Rest,
}

/// The seat that begins a round (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lead {
    /// The next one each round.
    Rotate,
    /// The same one always.
    Fixed,
}

impl Switch {
    /// True if it is in the game.
    #[inline]
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

const ON_OFF: &[&str] = &["on", "off"];

/// In the order of the fields of [`Params`].
pub(super) const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("players", (2, 5), "seats"),
    ParameterInfo::word("moon", &["no", "full"], "the Full Moon variant"),
    ParameterInfo::word("vampires", &["off", "random", "choose"], "vampire characters"),
    ParameterInfo::word("streets", &["random", "listed"], "streets shuffled or in data order"),
    ParameterInfo::number("tiles", (2, 6), "street tiles"),
    ParameterInfo::word("sky", ON_OFF, "sky deck"),
    ParameterInfo::word("orders", ON_OFF, "orders"),
    ParameterInfo::word("vigilance", ON_OFF, "vigilant tokens"),
    ParameterInfo::word("death", &["out", "rest"], "three wounds kill, or cost a turn"),
    ParameterInfo::word("lead", &["rotate", "fixed"], "who begins a round"),
    ParameterInfo::number("hand", (3, 6), "hand limit"),
    ParameterInfo::number("nights", (1, 8), "night cards on top of the sky deck"),
    ParameterInfo::number("removed", (0, 4), "cards removed from the lower part of the sky deck"),
    ParameterInfo::number("rounds", (1, 20), "rounds after which the game ends"),
];

impl Default for Params {
    fn default() -> Self {
        Self {
            players: 3,
            moon: Moon::No,
            vampires: Vampires::Off,
            streets: Streets::Random,
            tiles: 4,
            sky: Switch::On,
            orders: Switch::On,
            vigilance: Switch::On,
            death: Death::Out,
            lead: Lead::Rotate,
            hand: 5,
            nights: 4,
            removed: 1,
            rounds: 20,
        }
    }
}

impl Params {
    /// The presets, the default first (P2).
    #[must_use]
    pub fn presets() -> Vec<Preset<Self>> {
        let preset = |name, summary, params| Preset { name, summary, params };
        let usual = Self::default;
        let (random, choose) = (Vampires::Random, Vampires::Choose);
        let gentle = Self { death: Death::Rest, vigilance: Switch::Off, ..usual() };
        let chosen = Self { vampires: choose, streets: Streets::Listed, ..usual() };
        let endless = Self { sky: Switch::Off, rounds: 12, ..usual() };
        let grand = Self { moon: Moon::Full, vampires: random, tiles: 5, removed: 0, ..usual() };
        vec![
            preset("standard", "the game of the booklet, for three", usual()),
            preset("vampires", "with dealt vampires", Self { vampires: random, ..usual() }),
            preset("moon", "under a full moon", Self { moon: Moon::Full, ..usual() }),
            preset("fixed-lead", "one seat begins always", Self { lead: Lead::Fixed, ..usual() }),
            preset("gentle", "without deaths and tokens", gentle),
            preset("chosen", "chosen vampires, listed streets", chosen),
            preset("endless", "without a dawn, for twelve rounds", endless),
            preset("free-hunt", "without orders", Self { orders: Switch::Off, ..usual() }),
            preset("grand", "full moon, vampires and five tiles", grand),
        ]
    }

    /// Checks every parameter against its range.
    ///
    /// # Errors
    /// The first that is out of range, with the range.
    pub fn validate(&self) -> Result<(), SetupError> {
        let numbers = [
            ("players", self.players),
            ("tiles", self.tiles),
            ("hand", self.hand),
            ("nights", self.nights),
            ("removed", self.removed),
            ("rounds", self.rounds),
        ];
        for (name, value) in numbers {
            let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
            parameter.map_or(Ok(()), |parameter| parameter.check(value.into()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_out_of_range_is_named_with_its_range() {
        let error = |params: Params| params.validate().unwrap_err().to_string();
        assert_eq!(
            error(Params { players: 6, ..Params::default() }),
            "parameter `players` is 6, but must be in 2..=5"
        );
        assert_eq!(
            error(Params { rounds: 0, ..Params::default() }),
            "parameter `rounds` is 0, but must be in 1..=20"
        );
    }

    /// P1: the names and their order are those of the fields.
    #[test]
    fn every_field_is_described_in_its_order() {
        let json = serde_json::to_string(&Params::default()).unwrap();
        let at = PARAMETERS.iter().map(|p| json.find(&format!("\"{}\":", p.name)).unwrap());
        assert!(at.is_sorted());
        assert_eq!(json.matches(':').count(), PARAMETERS.len());
    }
}
