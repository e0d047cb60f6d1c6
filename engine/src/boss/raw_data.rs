//! The parts of a data file that the rules read, as written. The form has checked the keys.

use serde::Deserialize;

use super::codes::{Ability, Blood, Class, Type};

/// A data file; what it says may make no sense.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawData {
    /// Single numbers.
    pub(super) constants: RawConstants,
    /// The blood types.
    pub(super) blood: Vec<RawCode>,
    /// The abilities of pedestrians.
    pub(super) pedestrian_abilities: Vec<RawCode>,
    /// The streets, in data order.
    pub(super) streets: Vec<RawStreet>,
    /// The pedestrians, in data order.
    pub(super) pedestrians: Vec<RawPedestrian>,
    /// The ability cards, in card order.
    pub(super) abilities: Vec<RawCard>,
    /// The orders, in data order.
    pub(super) orders: Vec<RawOrder>,
    /// The sky cards.
    pub(super) sky: Vec<RawCard>,
    /// The vampire characters, in data order.
    pub(super) vampires: Vec<RawVampire>,
}

/// The single numbers.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawConstants {
    /// The value that a Cry adds (W3).
    pub(super) cry: RawNumber,
}

/// A number.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawNumber {
    /// Its value.
    pub(super) value: i64,
}

/// A row that the rules know all about.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawCode {
    /// Its code.
    pub(super) code: String,
}

/// A street.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawStreet {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The pedestrians that each tile holds after it was refilled (T8).
    pub(super) slots: i64,
    /// The tokens that a tile starts with (U2).
    pub(super) tokens: i64,
}

/// A pedestrian.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawPedestrian {
    /// Its id.
    pub(super) id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub(super) kind: Type,
    /// Its class.
    pub(super) class: Class,
    /// Its value.
    pub(super) av: i64,
    /// Its blood type.
    pub(super) blood: Blood,
    /// 1 if it has the add symbol.
    pub(super) add: i64,
    /// Its ability.
    pub(super) ability: Ability,
    /// 1 if it is in the Full Moon variant alone.
    pub(super) moon_only: i64,
}

/// An ability card, or a sky card.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawCard {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The number of such cards.
    pub(super) count: i64,
}

/// An order.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawOrder {
    /// Its code.
    pub(super) code: String,
    /// The number of such orders.
    pub(super) count: i64,
    /// The points that it is worth (E2).
    pub(super) vp: i64,
}

/// A vampire character.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawVampire {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The cards that it adds to the hand limit.
    pub(super) hand: i64,
}
