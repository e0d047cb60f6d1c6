//! The parts of a data file that the rules read, as written. The form has checked the keys.

use serde::Deserialize;

use super::actions::Special;
use super::cards::{BySide, Side};

/// A data file; what it says may make no sense.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawData {
    /// The places, in place order.
    pub(super) places: Vec<RawPlace>,
    /// The cards of each side.
    pub(super) sides: BySide<RawSide>,
    /// The barriers, in their order.
    pub(super) barriers: Vec<RawBarrier>,
    /// Single numbers.
    pub(super) numbers: Vec<RawNumber>,
}

/// A place of the board.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawPlace {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The side whose figure starts there.
    pub(super) start_of: Option<Side>,
}

/// The cards of a side.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawSide {
    /// The place where its figure starts.
    pub(super) start: String,
    /// Its encounter cards, in kind order.
    pub(super) encounters: Vec<RawEncounter>,
    /// Its action cards, in deck order.
    pub(super) actions: Vec<RawAction>,
}

/// A kind of encounter card.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawEncounter {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// `fighter`, `symbol` or `target`.
    #[serde(rename = "type")]
    pub(super) card_type: String,
    /// A fighter's strength.
    pub(super) strength: Option<i64>,
    /// The number of such cards.
    pub(super) count: i64,
}

/// An action card.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawAction {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The number of steps that it pays for.
    pub(super) movement: i64,
    /// Its strength in a fight.
    pub(super) strength: i64,
    /// The colour of its bar.
    pub(super) bar: String,
    /// Its special.
    pub(super) special: Option<Special>,
}

/// A barrier.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawBarrier {
    /// Its letter.
    pub(super) letter: String,
}

/// A number with a name.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawNumber {
    /// Its name.
    pub(super) name: String,
    /// Its value.
    pub(super) value: i64,
}
