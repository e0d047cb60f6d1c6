//! Attributes of places and rails, which some rulesets need.
//!
//! A map has all of them or none: each place on land has a size and a region, and each rail has a
//! colour. A hospital is a place of its own beside the city that it is attached to.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::load::{Located, MapFile, PlaceEntry, find, located, read_code, shown};
use super::problem::MapProblem;
use super::{ByPlace, Code, Kind, LinkKind, Map, Place, PlaceSet};

/// The size of a place on land.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// A small city.
    Small,
    /// A large city.
    Large,
    /// A castle, which is no city of either size.
    Castle,
}

impl Size {
    /// The word for it in map files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
            Self::Castle => "castle",
        }
    }
}

/// The colour of a rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RailColour {
    /// A white rail.
    White,
    /// A yellow rail.
    Yellow,
}

/// A hospital.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hospital {
    /// Its own code.
    pub code: Code,
    /// The city that it is attached to.
    pub city: Place,
}

/// The attributes of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attributes {
    /// By index; `None` for a sea.
    sizes: Vec<Option<Size>>,
    /// By index; empty for a sea.
    regions: Vec<String>,
    /// In the order of their codes.
    hospitals: Vec<Hospital>,
    white: ByPlace<PlaceSet>,
}

impl Attributes {
    /// A place's size; `None` for a sea.
    #[must_use]
    pub fn size(&self, place: Place) -> Option<Size> {
        self.sizes.get(place.index()).copied().flatten()
    }

    /// A place's region; empty for a sea.
    #[must_use]
    pub fn region(&self, place: Place) -> &str {
        self.regions.get(place.index()).map_or("", String::as_str)
    }

    /// The hospitals, in the order of their codes.
    #[must_use]
    pub fn hospitals(&self) -> &[Hospital] {
        &self.hospitals
    }

    /// The places one white rail away. All other rails are yellow.
    #[must_use]
    pub fn white(&self, from: Place) -> PlaceSet {
        self.white[from]
    }

    /// The words that a place adds to the text that a map is hashed by.
    pub(super) fn canonical(&self, map: &Map, place: Place) -> String {
        let mut words = vec![map.code(place).to_string()];
        words.extend(self.size(place).map(|size| size.word().to_owned()));
        words.push(self.region(place).to_owned());
        let own = self.hospitals.iter().filter(|hospital| hospital.city == place);
        words.extend(own.map(|hospital| format!("hospital {}", hospital.code)));
        words.push("white".to_owned());
        words.extend(self.white(place).into_iter().map(|to| map.code(to).to_string()));
        words.join(" ")
    }
}

/// The attributes of a file's places, if it gives any.
pub(super) fn read(file: &MapFile, map: &Map) -> Result<Option<Attributes>, Located> {
    let given = |entry: &PlaceEntry| {
        entry.size.is_some()
            || entry.region.is_some()
            || entry.hospital.is_some()
            || !entry.white.is_empty()
            || !entry.yellow.is_empty()
    };
    if !file.place.iter().any(given) {
        return Ok(None);
    }
    let mut read = Attributes {
        sizes: vec![],
        regions: vec![],
        hospitals: vec![],
        white: ByPlace::of(PlaceSet::EMPTY),
    };
    for (place, entry) in map.places().into_iter().zip(&file.place) {
        read_place(place, entry, map, &mut read)?;
    }
    read.hospitals.sort_by_key(|hospital| hospital.code);
    let colours = read_colours(file, map)?;
    check_colours(file, map, &colours)?;
    read.white = colours.white;
    Ok(Some(read))
}

fn read_place(
    place: Place,
    entry: &PlaceEntry,
    map: &Map,
    read: &mut Attributes,
) -> Result<(), Located> {
    let code = map.code(place);
    let at_sea = map.info(place).kind == Kind::Sea;
    let written: [(&'static str, Option<Range<usize>>); 3] = [
        ("size", entry.size.as_ref().map(Spanned::span)),
        ("region", entry.region.as_ref().map(Spanned::span)),
        ("hospital", entry.hospital.as_ref().map(Spanned::span)),
    ];
    for (what, span) in written {
        match span {
            Some(span) if at_sea => {
                return Err(located(span, MapProblem::AttributeAtSea(code, what)));
            }
            None if !at_sea && what != "hospital" => {
                let problem = MapProblem::AttributeMissing(code, what);
                return Err(located(entry.code.span(), problem));
            }
            Some(_) | None => {}
        }
    }
    read.sizes.push(entry.size.as_ref().map(|size| *size.get_ref()));
    read.regions.push(entry.region.as_ref().map_or(Ok(String::new()), read_region)?);
    if let Some(text) = &entry.hospital {
        let code = read_code(text)?;
        let taken = read.hospitals.iter().any(|hospital| hospital.code == code);
        if taken || map.find(code.bytes()).is_some() {
            return Err(located(text.span(), MapProblem::CodeTwice(code)));
        }
        read.hospitals.push(Hospital { code, city: place });
    }
    Ok(())
}

/// A region is a word of capitals; `SEA` is the region of all seas.
fn read_region(text: &Spanned<String>) -> Result<String, Located> {
    let region = text.get_ref();
    let fits = (1..=MapProblem::MAX_NAME).contains(&region.len())
        && region.bytes().all(|byte| byte.is_ascii_uppercase())
        && region != "SEA";
    if fits {
        Ok(region.clone())
    } else {
        Err(located(text.span(), MapProblem::Region(shown(region))))
    }
}

/// The rails of each colour, as written at each end.
struct Colours {
    white: ByPlace<PlaceSet>,
    yellow: ByPlace<PlaceSet>,
}

fn read_colours(file: &MapFile, map: &Map) -> Result<Colours, Located> {
    let none = || ByPlace::of(PlaceSet::EMPTY);
    let mut read = Colours { white: none(), yellow: none() };
    for (from, entry) in map.places().into_iter().zip(&file.place) {
        for (texts, colour) in [(&entry.white, &mut read.white), (&entry.yellow, &mut read.yellow)]
        {
            let mut seen = BTreeSet::new();
            for text in texts {
                let to = find(map, text.get_ref())
                    .filter(|&to| map.rail(from).contains(to) && seen.insert(to));
                let Some(to) = to else {
                    let (from, to) = (map.code(from), shown(text.get_ref()));
                    return Err(located(text.span(), MapProblem::ColourOfNoRail { from, to }));
                };
                colour[from].insert(to);
            }
        }
    }
    Ok(read)
}

/// Each rail has one colour, and the same at both ends.
fn check_colours(file: &MapFile, map: &Map, colours: &Colours) -> Result<(), Located> {
    for (from, entry) in map.places().into_iter().zip(&file.place) {
        for to in map.links(LinkKind::Rail, from) {
            let [here, there] = [(from, to), (to, from)].map(|(from, to)| {
                [colours.white[from].contains(to), colours.yellow[from].contains(to)]
            });
            if here != there || here[0] == here[1] {
                let (from, to) = (map.code(from), map.code(to));
                return Err(located(entry.code.span(), MapProblem::RailColour { from, to }));
            }
        }
    }
    Ok(())
}
