//! Scenes: one viewer's picture of a position, as plain data.
//!
//! A ruleset's own code makes a scene from the view that its bots get, so it cannot show what its
//! viewer may not know. The code that draws scenes (a terminal, a page) knows no game's rules or
//! names.
//!
//! A [`Scenery`] stays the same during a game; a [`Scene`] is the picture of one turn. Both have a
//! JSON form, of version [`FORMAT`]. Numbers are integers, so that the form is the same everywhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The version of the JSON form.
pub const FORMAT: u32 = 1;

/// A full shading. The legend says what it is certain of.
pub const FULL: u16 = 1_000;

/// The key of a spot, such as the code of a place. It is unique among all boards of a scenery, and
/// contains neither white space nor control characters.
pub type SpotKey = String;

/// The part of the picture that stays the same during a game, for every viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenery {
    /// The version of the form.
    pub format: u32,
    /// The name of the game, for people.
    pub title: String,
    /// The boards; the first is the main one.
    pub boards: Vec<Board>,
    /// The viewers of scenes, by the ruleset's viewer numbers.
    pub viewers: Vec<Onlooker>,
    /// The meanings of a scene's values, in the same order.
    pub panels: Vec<Panel>,
    /// The meanings of a scene's rows of cards, in the same order.
    pub rows: Vec<Row>,
    /// The meanings of a scene's shadings, by their keys.
    pub legends: BTreeMap<String, Legend>,
}

/// A viewer as people know it: the seats that share a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Onlooker {
    /// A name for people, such as `the hunters`.
    pub name: String,
    /// The names of the seats.
    pub seats: Vec<String>,
}

/// A board: spots, and the links between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// A name for people.
    pub name: String,
    /// The meaning of its spots' coordinates.
    pub shape: Shape,
    /// The spots.
    pub spots: Vec<Spot>,
    /// The links between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Outlines to draw behind the spots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backdrop: Option<Backdrop>,
}

/// The meaning of spots' coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A map: hundredths of a degree east and north.
    Globe,
    /// A map of no known projection: units to the right and upwards.
    Plane,
    /// A grid: column and row from the top left corner, from 0.
    Grid,
    /// Spots in a row, such as piles of cards: the first coordinate counts from 0.
    Line,
}

/// A place on a board where pieces can stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Its key; short, because terminals print it.
    pub key: SpotKey,
    /// Its name, for people.
    pub name: String,
    /// Its kind, such as `land` or `sea`: spots of a kind are drawn alike.
    pub kind: String,
    /// Its coordinates: to the right first. [`Shape`] says in which units.
    pub at: [i32; 2],
    /// Its landmark, such as `hospital`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landmark: Option<String>,
}

/// A link between two spots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// One end.
    pub from: SpotKey,
    /// The other.
    pub to: SpotKey,
    /// Its kind, such as `rail`: links of a kind are drawn alike.
    pub kind: String,
}

/// Outlines to draw behind a board, in its coordinates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backdrop {
    /// The source of the outlines, which is printed beside them.
    pub source: String,
    /// Closed outlines of land, each a list of points.
    pub outlines: Vec<Vec<[i32; 2]>>,
}

/// A value in every scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// A name for people.
    pub name: String,
    /// Its unit; empty if it has none.
    pub unit: String,
    /// The lowest and the highest value that can occur.
    pub range: [i64; 2],
    /// The seat that it belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// True if its values over the game are worth a plot.
    pub plotted: bool,
}

/// A row of cards in every scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// A name for people, such as `Dracula's trail`.
    pub name: String,
    /// Its kind.
    pub kind: RowKind,
    /// The seat that it belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

/// The kind of a row of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowKind {
    /// Past moves, the latest first: cards have ages.
    Trail,
    /// Cards that somebody holds.
    Hand,
    /// Cards that everybody sees.
    Pile,
}

/// The meaning of a shading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Legend {
    /// A name for people, such as `possible`.
    pub name: String,
    /// The meaning of a full shading, in one sentence that states the model and the unit.
    pub meaning: String,
}

/// The picture of one turn for one viewer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The round, if the game counts rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The seat that decides; `None` if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The pieces on the boards.
    pub pieces: Vec<Piece>,
    /// The values, in the order of [`Scenery::panels`]; `None` where the viewer does not know one.
    pub values: Vec<Option<i64>>,
    /// The rows of cards, in the order of [`Scenery::rows`].
    pub rows: Vec<Vec<Card>>,
    /// Shadings of spots, by the key of their legend, from 0 to [`FULL`]. Spots with 0 are left
    /// out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shadings: BTreeMap<String, BTreeMap<SpotKey, u16>>,
    /// A sentence about the shadings of this scene, if they fall short of what their legends say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
    /// The latest news, one line each.
    pub news: Vec<String>,
    /// The latest events that are worth jumping to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// The legal moves, if the viewer is to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Offer>,
}

/// A piece on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its key: a piece has the same key in every scene.
    pub key: String,
    /// Its kind, such as `hunter`: pieces of a kind are drawn alike.
    pub kind: String,
    /// The spot that it stands on.
    pub at: SpotKey,
    /// One or two letters to draw on it.
    pub label: String,
    /// Its name, for people.
    pub name: String,
    /// The seat that it belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// True if not everybody knows that it is there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
}

/// One card of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// A short text to print on it; `?` if the viewer does not know the card.
    pub label: String,
    /// Its full text, for people.
    pub name: String,
    /// Its age in turns of its owner, from 1, if it lies in a trail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<u32>,
    /// The spot that it stands for, if the viewer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<SpotKey>,
    /// The things on it, such as `trap`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// True if not everybody knows the card.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
}

/// An event of a game that is worth jumping to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// Its kind, such as `encounter`: each kind gets one button to jump to its events.
    pub kind: String,
    /// The event, in a few words.
    pub label: String,
    /// Its importance, from 1 to 3 (most important).
    pub importance: u8,
}

/// A move that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The move, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words, for people.
    pub label: String,
    /// The spot to click for it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<SpotKey>,
}

/// A note that a bot draws into a scene to show its thoughts. [`note`](crate::note) has its limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Note {
    /// A line of text beside the turn.
    Text(String),
    /// A few characters at a spot, such as the value of going there.
    Label {
        /// The spot.
        at: SpotKey,
        /// The characters.
        text: String,
    },
    /// A shade of a spot, from 0 to [`FULL`].
    Shade {
        /// The spot.
        at: SpotKey,
        /// Its darkness.
        value: u16,
    },
    /// An arrow from one spot to another.
    Arrow {
        /// Its start.
        from: SpotKey,
        /// Its end.
        to: SpotKey,
    },
    /// A mark on the time line.
    Mark(String),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
