//! Maps: places and the links between them.
//!
//! A map is data.

mod place;

pub use place::{ByPlace, MAX_PLACES, Place, PlaceSet, Places};

/// Land or sea.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A city.
    Land,
    /// A sea.
    Sea,
}

/// What there is to know of one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceInfo {
    /// Two characters: a capital, then a capital or digit.
    pub code: Code,
    /// Full name.
    pub name: String,
    /// Land or sea.
    pub kind: Kind,
    /// Where to draw it: hundredths of a degree north and east.
    pub at: (i32, i32),
}

/// A place's two-character code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 2]);

impl Code {
    /// The code as text.
    ///
    /// # Panics
    /// Never: a code is ASCII by construction.
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

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// A validated map.
///
/// Every link can be walked both ways; all land hangs together; codes are unique and none is a
/// word of the notation; there is one hospital and one castle, both on land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    name: String,
    places: Vec<PlaceInfo>,
    by_code: Vec<(Code, Place)>,
    road: ByPlace<PlaceSet>,
    rail: ByPlace<PlaceSet>,
    sea: ByPlace<PlaceSet>,
    hospital: Place,
    castle: Place,
}

impl Map {
    /// The map's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many places it has, at most 128.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Never: a map has a hospital and a castle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All its places.
    #[must_use]
    pub fn places(&self) -> PlaceSet {
        PlaceSet::first(self.places.len())
    }

    /// Its seas.
    #[must_use]
    pub fn seas(&self) -> PlaceSet {
        self.places().into_iter().filter(|&place| self.info(place).kind == Kind::Sea).collect()
    }

    /// What there is to know of a place.
    ///
    /// # Panics
    /// If the place is not of this map.
    #[must_use]
    pub fn info(&self, place: Place) -> &PlaceInfo {
        &self.places[place.index()]
    }

    /// A place's code.
    ///
    /// # Panics
    /// If the place is not of this map.
    #[must_use]
    pub fn code(&self, place: Place) -> Code {
        self.info(place).code
    }

    /// The place with this code.
    #[must_use]
    pub fn find(&self, code: [u8; 2]) -> Option<Place> {
        let index = self.by_code.binary_search_by_key(&code, |(code, _)| code.0).ok()?;
        Some(self.by_code[index].1)
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

    /// Where hunters without life go.
    #[must_use]
    pub fn hospital(&self) -> Place {
        self.hospital
    }

    /// Where Dracula gains blood.
    #[must_use]
    pub fn castle(&self) -> Place {
        self.castle
    }
}

/// A map that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinMap {
    /// Name, as in `--map`.
    pub name: &'static str,
    /// The map file.
    pub text: &'static str,
}
