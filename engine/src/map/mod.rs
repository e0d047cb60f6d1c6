//! Maps: places and the links between them.
//!
//! A map is data: a text file in TOML, which [`Map::parse`] reads and validates. A map does not
//! know what its places mean to a ruleset: a ruleset gives it the [words](MapWords) that it needs.

mod attributes;
mod codes;
mod distances;
mod load;
mod place;
mod plain;
mod problem;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use attributes::{AttachedPlace, Attributes};
use codes::ByCode;
pub use distances::{UNREACHABLE, distances};
pub use place::{ByPlace, MAX_PLACES, Place, PlaceSet, Places};
pub use plain::{PlainMap, PlainMapError, PlainPlace, PlainWords};
pub use problem::{MapError, MapProblem};

/// Land or sea.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A city.
    Land,
    /// A sea.
    Sea,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Land => "land",
            Self::Sea => "sea",
        })
    }
}

/// The kind of link between two places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// A road, between two places on land.
    Road,
    /// A railway, between two places on land.
    Rail,
    /// A way by ship: from a port to a sea, or between two seas.
    Sea,
}

impl LinkKind {
    /// All kinds, in the order of map files.
    pub const ALL: [Self; 3] = [Self::Road, Self::Rail, Self::Sea];
}

impl fmt::Display for LinkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Road => "road",
            Self::Rail => "rail",
            Self::Sea => "sea",
        })
    }
}

/// The facts about one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceInfo {
    /// Two characters: a capital, then a capital or digit.
    pub code: Code,
    /// Full name.
    pub name: String,
    /// Land or sea.
    pub kind: Kind,
    /// Coordinates for drawing: hundredths of a degree north and east.
    pub at: (i32, i32),
}

/// A place's two-character code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 2]);

impl Code {
    /// The code as text.
    ///
    /// # Panics
    /// If the bytes are not ASCII, which no constructor allows.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("a code is ASCII")
    }

    /// The code's two bytes.
    #[must_use]
    pub fn bytes(self) -> [u8; 2] {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A validated map.
///
/// Every link works both ways. All places are connected. Codes are unique, and none is a word of
/// the notation. Each landmark has a land place of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    name: String,
    places: Vec<PlaceInfo>,
    by_code: ByCode,
    road: ByPlace<PlaceSet>,
    rail: ByPlace<PlaceSet>,
    sea: ByPlace<PlaceSet>,
    landmarks: Vec<Landmark>,
    attributes: Option<Attributes>,
}

/// The words that a ruleset adds to map files. They mean nothing to the map itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapWords {
    /// The landmarks: keys of the file, each naming a place on land. Their order is that of the
    /// texts that maps are hashed by.
    pub landmarks: &'static [&'static str],
    /// The sizes of places on land.
    pub sizes: &'static [&'static str],
    /// The key of a place that has the code of an attached place.
    pub attached: Option<&'static str>,
}

impl MapWords {
    /// No words: for rulesets without a map, and for maps that are only places and links.
    pub const NONE: Self = Self::of(&[]);

    /// Landmarks, and no attributes.
    #[must_use]
    pub const fn of(landmarks: &'static [&'static str]) -> Self {
        Self { landmarks, sizes: &[], attached: None }
    }
}

/// A place with a special meaning to rulesets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landmark {
    /// Name by which a ruleset asks for it, and its key in a map file.
    pub name: String,
    /// The place.
    pub place: Place,
}

impl Map {
    /// The map's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of places, at most 128.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns false: a map has at least one place.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All places of the map.
    #[must_use]
    pub fn places(&self) -> PlaceSet {
        PlaceSet::first(self.places.len())
    }

    /// The seas of the map.
    #[must_use]
    pub fn seas(&self) -> PlaceSet {
        self.places().into_iter().filter(|&place| self.info(place).kind == Kind::Sea).collect()
    }

    /// The facts about a place.
    ///
    /// # Panics
    /// If the place is not on this map.
    #[must_use]
    pub fn info(&self, place: Place) -> &PlaceInfo {
        &self.places[place.index()]
    }

    /// A place's code.
    ///
    /// # Panics
    /// If the place is not on this map.
    #[must_use]
    pub fn code(&self, place: Place) -> Code {
        self.info(place).code
    }

    /// The place with this code.
    #[inline]
    #[must_use]
    pub fn find(&self, code: [u8; 2]) -> Option<Place> {
        self.by_code.find(code)
    }

    /// The places one road away.
    #[must_use]
    pub fn road(&self, from: Place) -> PlaceSet {
        self.road[from]
    }

    /// The places one rail link away.
    #[must_use]
    pub fn rail(&self, from: Place) -> PlaceSet {
        self.rail[from]
    }

    /// The places one sea link away.
    #[must_use]
    pub fn sea(&self, from: Place) -> PlaceSet {
        self.sea[from]
    }

    /// The places one link of this kind away.
    #[must_use]
    pub fn links(&self, kind: LinkKind, from: Place) -> PlaceSet {
        match kind {
            LinkKind::Road => self.road(from),
            LinkKind::Rail => self.rail(from),
            LinkKind::Sea => self.sea(from),
        }
    }

    fn links_mut(&mut self, kind: LinkKind) -> &mut ByPlace<PlaceSet> {
        match kind {
            LinkKind::Road => &mut self.road,
            LinkKind::Rail => &mut self.rail,
            LinkKind::Sea => &mut self.sea,
        }
    }

    /// The landmark of this name, if the map was read for a ruleset that needs it.
    #[must_use]
    pub fn landmark(&self, name: &str) -> Option<Place> {
        self.landmarks.iter().find(|landmark| landmark.name == name).map(|found| found.place)
    }

    /// All landmarks, in the ruleset's order.
    #[must_use]
    pub fn landmarks(&self) -> &[Landmark] {
        &self.landmarks
    }

    /// The attributes of places and rails, if the map has them.
    #[must_use]
    pub fn attributes(&self) -> Option<&Attributes> {
        self.attributes.as_ref()
    }

    /// A text of everything in the map that rules can depend on, for hashing.
    ///
    /// It lists the places with their kinds and links, in index order, then the landmarks, then the
    /// attributes, if the map has them. The order of the places counts, because legal moves are
    /// listed and drawn in it. Names, coordinates and the order in which a file lists links do not
    /// count.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::map::BuiltinMap;
    /// let text = BuiltinMap::TINY.load().canonical();
    /// assert_eq!(text.lines().next(), Some("map 1"));
    /// assert_eq!(text.lines().nth(5), Some("KP land road CD EN rail QH sea GS"));
    /// assert_eq!(text.lines().last(), Some("castle CD"));
    /// ```
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut lines = vec!["map 1".to_owned()];
        lines.extend(self.places().into_iter().map(|place| self.canonical_place(place)));
        let landmark = |own: &Landmark| format!("{} {}", own.name, self.code(own.place));
        lines.extend(self.landmarks.iter().map(landmark));
        if let Some(attributes) = &self.attributes {
            lines.push("attributes".to_owned());
            lines.extend(self.places().into_iter().map(|at| attributes.canonical(self, at)));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn canonical_place(&self, place: Place) -> String {
        let mut words = vec![self.code(place).to_string(), self.info(place).kind.to_string()];
        for kind in LinkKind::ALL {
            words.push(kind.to_string());
            words.extend(self.links(kind, place).into_iter().map(|to| self.code(to).to_string()));
        }
        words.join(" ")
    }
}

/// A map that is built into the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinMap {
    /// Name, as in `--map`.
    pub name: &'static str,
    /// The map file.
    pub text: &'static str,
    /// The words of its ruleset.
    pub words: MapWords,
}

impl BuiltinMap {
    /// Reads the map.
    ///
    /// # Panics
    /// If the text is not a valid map. Tests load every built-in map.
    #[must_use]
    pub fn load(self) -> Arc<Map> {
        let map = Map::parse(self.name, self.text, self.words);
        Arc::new(map.expect("a map that comes with the program is valid"))
    }
}
