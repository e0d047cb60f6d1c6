//! A map as plain data, for programs that receive one.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;

use super::load::{LandmarkEntry, MapFile, PlaceEntry};
use super::{
    AttachedPlace, Attributes, Kind, Landmark, LinkKind, Map, MapProblem, MapWords, Place,
};

/// A map as plain data. Its fields may hold anything until it is [read](Map::from_plain).
///
/// Places are numbered by their index in `places`, everywhere.
///
/// # Examples
/// ```
/// use stoker_engine::map::{BuiltinMap, LinkKind, Map, MapWords};
/// let map = BuiltinMap::TINY.load();
/// let mut plain = map.plain();
/// let words = MapWords::of(&["hospital", "castle"]);
/// assert_eq!(Map::from_plain(&plain, words).as_ref(), Ok(&*map));
///
/// plain.links.push((0, 99, LinkKind::Road));
/// let error = Map::from_plain(&plain, words).unwrap_err();
/// assert_eq!(error.to_string(), "no place has the number 99: there are 10, counted from 0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainMap {
    /// The map's name.
    pub name: String,
    /// The places.
    pub places: Vec<PlainPlace>,
    /// The links: both ends, the smaller number first, and the kind. Each link is listed once.
    pub links: Vec<(u8, u8, LinkKind)>,
    /// The landmarks: each is a field beside the others.
    #[serde(flatten)]
    pub landmarks: PlainWords<u8>,
}

/// Fields that the ruleset's words name, with their values, in order: the places' numbers of
/// landmarks, or the codes of attached places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainWords<V>(pub Vec<(String, V)>);

impl<V> Default for PlainWords<V> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<V: Serialize> Serialize for PlainWords<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for PlainWords<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReadWords(PhantomData))
    }
}

struct ReadWords<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for ReadWords<V> {
    type Value = PlainWords<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("values by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PlainWords<V>, A::Error> {
        let mut words = vec![];
        while let Some((name, value)) = map.next_entry()? {
            // Other fields may come from later versions of a protocol.
            if let ValueOr::Value(value) = value {
                words.push((name, value));
            }
        }
        Ok(PlainWords(words))
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ValueOr<V> {
    Value(V),
    Other(IgnoredAny),
}

/// A place as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainPlace {
    /// Two characters: a capital, then a capital or digit.
    pub code: String,
    /// Full name.
    pub name: String,
    /// Land or sea.
    pub kind: Kind,
    /// Coordinates for drawing: hundredths of a degree north and east.
    pub at: (i32, i32),
    /// The size, on a map with attributes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The region, on a map with attributes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The code of the place that is attached to it: a field beside the others.
    #[serde(flatten)]
    pub attached: PlainWords<String>,
    /// The numbers of the places one white rail away, on a map with attributes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Vec<u8>>,
}

/// Error in the plain data of a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlainMapError {
    /// No place has this number.
    #[error("no place has the number {number}: there are {count}, counted from 0")]
    NoPlace {
        /// The number.
        number: u8,
        /// Number of places.
        count: usize,
    },
    /// A landmark is missing.
    #[error("the map has no `{0}`")]
    NoLandmark(String),
    /// The same problem would be one in a map file.
    #[error(transparent)]
    Map(#[from] MapProblem),
}

impl Map {
    /// The map as plain data: the places in index order, then the links, road before rail before
    /// sea.
    #[must_use]
    pub fn plain(&self) -> PlainMap {
        PlainMap {
            name: self.name().to_owned(),
            places: self.places().into_iter().map(|place| self.plain_place(place)).collect(),
            links: LinkKind::ALL.into_iter().flat_map(|kind| self.plain_links(kind)).collect(),
            landmarks: PlainWords(self.landmarks.iter().map(plain_landmark).collect()),
        }
    }

    fn plain_place(&self, place: Place) -> PlainPlace {
        let info = self.info(place);
        let attributes = self.attributes();
        let attached = attributes.map(Attributes::attached).unwrap_or_default().iter();
        let own = attached.filter(|attached| attached.to == place);
        let region = attributes.map(|attributes| attributes.region(place).to_owned());
        PlainPlace {
            code: info.code.to_string(),
            name: info.name.clone(),
            kind: info.kind,
            at: info.at,
            size: attributes.and_then(|attributes| attributes.size(place)).map(str::to_owned),
            region: region.filter(|region| !region.is_empty()),
            attached: PlainWords(own.map(plain_attached).collect()),
            white: attributes.map(|own| own.white(place).into_iter().map(u8::from).collect()),
        }
    }

    fn plain_links(&self, kind: LinkKind) -> Vec<(u8, u8, LinkKind)> {
        let mut links = vec![];
        for from in self.places() {
            let later = |to: &Place| *to > from;
            let ends = self.links(kind, from).into_iter().filter(later);
            links.extend(ends.map(|to| (from.into(), to.into(), kind)));
        }
        links
    }

    /// Reads plain data with these words, with all the checks of a map file.
    ///
    /// # Errors
    /// The first problem found.
    pub fn from_plain(plain: &PlainMap, words: MapWords) -> Result<Self, PlainMapError> {
        Ok(Self::from_file(&plain.file(words)?, words)?)
    }
}

fn plain_landmark(landmark: &Landmark) -> (String, u8) {
    (landmark.name.clone(), landmark.place.into())
}

fn plain_attached(attached: &AttachedPlace) -> (String, String) {
    (attached.word().to_owned(), attached.code.to_string())
}

impl PlainMap {
    /// The map file with the same content.
    fn file(&self, words: MapWords) -> Result<MapFile, PlainMapError> {
        let entry = |place: &PlainPlace| place.entry(words);
        let mut place: Vec<PlaceEntry> = self.places.iter().map(entry).collect();
        for &(from, to, kind) in &self.links {
            for (from, to) in [(from, to), (to, from)] {
                self.code(from)?;
                let end = self.code(to)?;
                let white = &self.places[usize::from(from)].white;
                let entry = &mut place[usize::from(from)];
                if let (Some(white), LinkKind::Rail) = (white, kind) {
                    let colour =
                        if white.contains(&to) { &mut entry.white } else { &mut entry.yellow };
                    colour.push(end.clone());
                }
                entry.links_mut(kind).push(end);
            }
        }
        Ok(MapFile {
            _format: 1,
            name: nowhere(self.name.clone()),
            landmarks: words
                .landmarks
                .iter()
                .map(|name| self.landmark(name))
                .collect::<Result<_, _>>()?,
            place,
        })
    }

    fn landmark(&self, name: &str) -> Result<LandmarkEntry, PlainMapError> {
        let found = self.landmarks.0.iter().find(|(own, _)| own == name);
        let &(_, place) = found.ok_or_else(|| PlainMapError::NoLandmark(name.to_owned()))?;
        Ok(LandmarkEntry { name: name.to_owned(), code: self.code(place)? })
    }

    fn code(&self, number: u8) -> Result<Spanned<String>, PlainMapError> {
        match self.places.get(usize::from(number)) {
            Some(place) => Ok(nowhere(place.code.clone())),
            None => Err(PlainMapError::NoPlace { number, count: self.places.len() }),
        }
    }
}

impl PlainPlace {
    fn entry(&self, words: MapWords) -> PlaceEntry {
        let at = vec![self.at.0.into(), self.at.1.into()];
        let is_own = |(word, _): &&(String, String)| words.attached == Some(word);
        let attached = self.attached.0.iter().find(is_own);
        PlaceEntry {
            code: nowhere(self.code.clone()),
            name: nowhere(self.name.clone()),
            kind: self.kind,
            at: nowhere(at),
            road: vec![],
            rail: vec![],
            sea: vec![],
            size: self.size.clone().map(nowhere),
            region: self.region.clone().map(nowhere),
            attached: attached.map(|(_, code)| nowhere(code.clone())),
            white: vec![],
            yellow: vec![],
        }
    }
}

/// A value without a position in a file.
fn nowhere<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::Course;
    use crate::game::Game;
    use crate::map::BuiltinMap;

    fn problem(change: impl FnOnce(&mut PlainMap)) -> String {
        let mut plain = BuiltinMap::TINY.load().plain();
        change(&mut plain);
        Map::from_plain(&plain, Course::MAP_WORDS).unwrap_err().to_string()
    }

    #[test]
    fn plain_data_of_a_map_gives_the_same_map() {
        for map in [BuiltinMap::TINY, BuiltinMap::COURSE] {
            let map = map.load();
            assert_eq!(Map::from_plain(&map.plain(), Course::MAP_WORDS).as_ref(), Ok(&*map));
        }
    }

    #[test]
    fn plain_data_is_checked_as_a_file_is() {
        let twice = problem(|plain| plain.links.push(plain.links[0]));
        assert!(twice.contains("is listed twice"), "{twice}");
        let ends = problem(|plain| plain.links[0].2 = LinkKind::Sea);
        assert!(ends.contains("no sea link can lead to"), "{ends}");
        let itself = problem(|plain| plain.links.push((1, 1, LinkKind::Road)));
        assert!(itself.contains("leads back to it"), "{itself}");
        let code = problem(|plain| plain.places[0].code = "D1".to_owned());
        assert!(code.contains("a word of the notation"), "{code}");
        let both = problem(|plain| plain.landmarks.0[1].1 = plain.landmarks.0[0].1);
        assert!(both.contains("are both"), "{both}");
        assert!(problem(|plain| plain.places.clear()).starts_with("no place has the number"));
        assert!(
            problem(|plain| plain.landmarks.0[0].1 = 10).starts_with("no place has the number 10")
        );
    }
}
