//! A data file as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::actions::Special;
use super::cards::{BySide, Side};

/// A data file; what it says may make no sense.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawData {
    /// An explanation for people.
    pub(super) note: String,
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
#[serde(deny_unknown_fields)]
pub(super) struct RawPlace {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The side whose figure starts there.
    pub(super) start_of: Option<Side>,
    /// The source of the row.
    pub(super) source: RawSource,
}

/// The cards of a side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
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
    /// The source of the row.
    pub(super) source: RawSource,
}

/// An action card.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// The source of the row.
    pub(super) source: RawSource,
}

/// A barrier.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBarrier {
    /// Its letter.
    pub(super) letter: String,
    /// Its colour, for people.
    pub(super) colour: String,
    /// The source of the row.
    pub(super) source: RawSource,
}

/// A number with a name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNumber {
    /// Its name.
    pub(super) name: String,
    /// Its value.
    pub(super) value: i64,
    /// The source of the row.
    pub(super) source: RawSource,
}

/// The source of a row, as a whole or part by part.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum RawSource {
    /// The source of the whole row.
    Row(String),
    /// The sources of its parts, by their names.
    Parts(BTreeMap<String, String>),
}

/// The tags that a source can have.
const TAGS: [&str; 4] = ["booklet", "public", "inferred", "house"];

impl RawSource {
    /// The first tag that is not the name of a source.
    pub(super) fn unknown_tag(&self) -> Option<&str> {
        let tags: Vec<&String> = match self {
            Self::Row(tag) => vec![tag],
            Self::Parts(parts) => parts.values().collect(),
        };
        tags.into_iter().map(String::as_str).find(|tag| !TAGS.contains(tag))
    }
}

impl RawData {
    /// Every row that people can read about: its code, its name, and where it comes from.
    pub(super) fn rows(&self) -> Vec<(&str, &str, &RawSource)> {
        let places = self.places.iter().map(|row| (&row.code, &row.name, &row.source));
        let sides = [&self.sides.dracula, &self.sides.hunter];
        let encounters = sides.iter().flat_map(|side| &side.encounters);
        let actions = sides.iter().flat_map(|side| &side.actions);
        places
            .chain(encounters.map(|row| (&row.code, &row.name, &row.source)))
            .chain(actions.map(|row| (&row.code, &row.name, &row.source)))
            .chain(self.barriers.iter().map(|row| (&row.letter, &row.colour, &row.source)))
            .chain(self.numbers.iter().map(|row| (&row.name, &row.name, &row.source)))
            .map(|(code, name, source)| (code.as_str(), name.as_str(), source))
            .collect()
    }
}
