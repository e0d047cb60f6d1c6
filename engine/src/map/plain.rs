//! A map as plain data, for programs that are sent one.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::load::{MapFile, PlaceEntry};
use super::{Kind, LinkKind, Map, MapProblem, Place, PlaceInfo};

/// A map as plain data: its fields may say anything until it is [read](Map::from_plain).
///
/// Places are numbered by their index in `places`, everywhere.
///
/// # Examples
/// ```
/// use stoker_engine::map::{BuiltinMap, LinkKind, Map};
/// let map = BuiltinMap::TINY.load();
/// let mut plain = map.plain();
/// assert_eq!(Map::from_plain(&plain).as_ref(), Ok(&*map));
///
/// plain.links.push((0, 99, LinkKind::Road));
/// let error = Map::from_plain(&plain).unwrap_err();
/// assert_eq!(error.to_string(), "no place has the number 99: there are 10, counted from 0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainMap {
    /// The map's name.
    pub name: String,
    /// The places.
    pub places: Vec<PlainPlace>,
    /// The links: both ends, the smaller number first, and the kind; each once.
    pub links: Vec<(u8, u8, LinkKind)>,
    /// Where hunters without life go.
    pub hospital: u8,
    /// Where Dracula gains blood.
    pub castle: u8,
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
    /// Where to draw it: hundredths of a degree north and east.
    pub at: (i32, i32),
}

/// Why plain data is no map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlainMapError {
    /// A number that no place has.
    #[error("no place has the number {number}: there are {count}, counted from 0")]
    NoPlace {
        /// The number.
        number: u8,
        /// How many places there are.
        count: usize,
    },
    /// What would be wrong in a map file too.
    #[error(transparent)]
    Map(#[from] MapProblem),
}

impl Map {
    /// The map as plain data: places in index order, then links, road before rail before sea.
    #[must_use]
    pub fn plain(&self) -> PlainMap {
        let place = |info: &PlaceInfo| PlainPlace {
            code: info.code.to_string(),
            name: info.name.clone(),
            kind: info.kind,
            at: info.at,
        };
        PlainMap {
            name: self.name().to_owned(),
            places: self.places.iter().map(place).collect(),
            links: LinkKind::ALL.into_iter().flat_map(|kind| self.plain_links(kind)).collect(),
            hospital: self.hospital().into(),
            castle: self.castle().into(),
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

    /// Reads plain data, with all the checks of a map file.
    ///
    /// # Errors
    /// The first problem found.
    pub fn from_plain(plain: &PlainMap) -> Result<Self, PlainMapError> {
        Ok(Self::from_file(&plain.file()?)?)
    }
}

impl PlainMap {
    /// The map file that says the same.
    fn file(&self) -> Result<MapFile, PlainMapError> {
        let mut place: Vec<PlaceEntry> = self.places.iter().map(PlainPlace::entry).collect();
        for &(from, to, kind) in &self.links {
            let [start, end] = [self.code(from)?, self.code(to)?];
            place[usize::from(from)].links_mut(kind).push(end);
            place[usize::from(to)].links_mut(kind).push(start);
        }
        Ok(MapFile {
            _format: 1,
            name: nowhere(self.name.clone()),
            hospital: self.code(self.hospital)?,
            castle: self.code(self.castle)?,
            place,
        })
    }

    fn code(&self, number: u8) -> Result<Spanned<String>, PlainMapError> {
        match self.places.get(usize::from(number)) {
            Some(place) => Ok(nowhere(place.code.clone())),
            None => Err(PlainMapError::NoPlace { number, count: self.places.len() }),
        }
    }
}

impl PlainPlace {
    fn entry(&self) -> PlaceEntry {
        let at = vec![self.at.0.into(), self.at.1.into()];
        PlaceEntry {
            code: nowhere(self.code.clone()),
            name: nowhere(self.name.clone()),
            kind: self.kind,
            at: nowhere(at),
            road: vec![],
            rail: vec![],
            sea: vec![],
        }
    }
}

/// A value that stands in no file.
fn nowhere<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::BuiltinMap;

    fn problem(change: impl FnOnce(&mut PlainMap)) -> String {
        let mut plain = BuiltinMap::TINY.load().plain();
        change(&mut plain);
        Map::from_plain(&plain).unwrap_err().to_string()
    }

    #[test]
    fn plain_data_of_a_map_gives_the_same_map() {
        for map in [BuiltinMap::TINY, BuiltinMap::COURSE] {
            let map = map.load();
            assert_eq!(Map::from_plain(&map.plain()).as_ref(), Ok(&*map));
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
        let both = problem(|plain| plain.castle = plain.hospital);
        assert!(both.contains("are both"), "{both}");
        assert!(problem(|plain| plain.places.clear()).starts_with("no place has the number"));
        assert!(problem(|plain| plain.hospital = 10).starts_with("no place has the number 10"));
    }
}
