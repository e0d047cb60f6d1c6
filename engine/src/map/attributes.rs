//! Attributes of places and rails, which some rulesets need.
//!
//! A map has all of them or none: each place on land has a size and a region, and each rail has a
//! colour. Beside a place there may be another one that is attached to it, and has only a code. The
//! sizes, and the key of the attached places, are the ruleset's [words](MapWords).

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use super::load::{Located, MapFile, PlaceEntry, find, located, read_code, shown};
use super::problem::MapProblem;
use super::{ByPlace, Code, Kind, LinkKind, Map, MapWords, Place, PlaceSet};

/// A place that is attached to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedPlace {
    /// The ruleset's word for such places.
    word: &'static str,
    /// Its own code.
    pub code: Code,
    /// The place that it is attached to.
    pub to: Place,
}

impl AttachedPlace {
    /// The ruleset's word for such places, which is their key in map files.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.word
    }
}

/// The attributes of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attributes {
    /// By index; `None` for a sea.
    sizes: Vec<Option<&'static str>>,
    /// By index; empty for a sea.
    regions: Vec<String>,
    /// In the order of their codes.
    attached: Vec<AttachedPlace>,
    white: ByPlace<PlaceSet>,
}

impl Attributes {
    /// A place's size, a word of the ruleset's; `None` for a sea.
    #[must_use]
    pub fn size(&self, place: Place) -> Option<&'static str> {
        self.sizes.get(place.index()).copied().flatten()
    }

    /// A place's region; empty for a sea.
    #[must_use]
    pub fn region(&self, place: Place) -> &str {
        self.regions.get(place.index()).map_or("", String::as_str)
    }

    /// The attached places, in the order of their codes.
    #[must_use]
    pub fn attached(&self) -> &[AttachedPlace] {
        &self.attached
    }

    /// The places one white rail away. All other rails are yellow.
    #[must_use]
    pub fn white(&self, from: Place) -> PlaceSet {
        self.white[from]
    }

    /// The words that a place adds to the text that a map is hashed by.
    pub(super) fn canonical(&self, map: &Map, place: Place) -> String {
        let mut words = vec![map.code(place).to_string()];
        words.extend(self.size(place).map(str::to_owned));
        words.push(self.region(place).to_owned());
        let own = self.attached.iter().filter(|attached| attached.to == place);
        words.extend(own.map(|attached| format!("{} {}", attached.word, attached.code)));
        words.push("white".to_owned());
        words.extend(self.white(place).into_iter().map(|to| map.code(to).to_string()));
        words.join(" ")
    }
}

/// The attributes of a file's places, if it gives any.
pub(super) fn read(
    file: &MapFile,
    map: &Map,
    words: MapWords,
) -> Result<Option<Attributes>, Located> {
    let given = |entry: &PlaceEntry| {
        entry.size.is_some()
            || entry.region.is_some()
            || entry.attached.is_some()
            || !entry.white.is_empty()
            || !entry.yellow.is_empty()
    };
    if !file.place.iter().any(given) {
        return Ok(None);
    }
    let mut read = Attributes {
        sizes: vec![],
        regions: vec![],
        attached: vec![],
        white: ByPlace::of(PlaceSet::EMPTY),
    };
    for (place, entry) in map.places().into_iter().zip(&file.place) {
        read.add_place(place, entry, map, words)?;
    }
    read.attached.sort_by_key(|attached| attached.code);
    let colours = read_colours(file, map)?;
    check_colours(file, map, &colours)?;
    read.white = colours.white;
    Ok(Some(read))
}

impl Attributes {
    fn add_place(
        &mut self,
        place: Place,
        entry: &PlaceEntry,
        map: &Map,
        words: MapWords,
    ) -> Result<(), Located> {
        check_written(place, entry, map, words)?;
        let size = entry.size.as_ref().map(|size| read_size(size, words)).transpose()?;
        self.sizes.push(size);
        self.regions.push(entry.region.as_ref().map_or(Ok(String::new()), read_region)?);
        if let (Some(text), Some(word)) = (&entry.attached, words.attached) {
            let code = read_code(text)?;
            let taken = self.attached.iter().any(|attached| attached.code == code);
            if taken || map.find(code.bytes()).is_some() {
                return Err(located(text.span(), MapProblem::CodeTwice(code)));
            }
            self.attached.push(AttachedPlace { word, code, to: place });
        }
        Ok(())
    }
}

/// Checks that a sea has no attributes, and that a place on land has those that it needs.
fn check_written(
    place: Place,
    entry: &PlaceEntry,
    map: &Map,
    words: MapWords,
) -> Result<(), Located> {
    let code = map.code(place);
    let at_sea = map.info(place).kind == Kind::Sea;
    let needed: [(&'static str, Option<Range<usize>>); 2] = [
        ("size", entry.size.as_ref().map(Spanned::span)),
        ("region", entry.region.as_ref().map(Spanned::span)),
    ];
    let attached = entry.attached.as_ref().map(Spanned::span);
    for (what, span) in needed.iter().cloned().chain(words.attached.map(|word| (word, attached))) {
        if let Some(span) = span.filter(|_| at_sea) {
            return Err(located(span, MapProblem::AttributeAtSea(code, what)));
        }
    }
    match needed.into_iter().find(|(_, span)| span.is_none()).filter(|_| !at_sea) {
        None => Ok(()),
        Some((what, _)) => {
            Err(located(entry.code.span(), MapProblem::AttributeMissing(code, what)))
        }
    }
}

/// A size is one of the ruleset's words.
fn read_size(text: &Spanned<String>, words: MapWords) -> Result<&'static str, Located> {
    let size = text.get_ref();
    words.sizes.iter().copied().find(|word| word == size).ok_or_else(|| {
        let known: Vec<_> = words.sizes.iter().map(|word| format!("`{word}`")).collect();
        let problem = format!("unknown variant `{size}`, expected one of {}", known.join(", "));
        located(text.span(), MapProblem::Syntax(shown(&problem)))
    })
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
