//! The board (kosmos B1 to B3): places and the links between them.

use std::ops::{BitAnd, BitOr, Index, IndexMut, Sub};

use serde::{Deserialize, Serialize};

use crate::coded::coded;

coded! {
    "a place",
    /// A place (B1), in place order.
    #[expect(missing_docs, reason = "a place is called by its code")]
    Place {
        A1 = "A1", B1 = "B1", C1 = "C1",
        A2 = "A2", B2 = "B2", C2 = "C2",
        A3 = "A3", B3 = "B3", C3 = "C3",
        A4 = "A4", B4 = "B4", C4 = "C4",
    }
}

coded! {
    "a link",
    /// A link between two places side by side (B2), in link order.
    #[expect(missing_docs, reason = "a link is called by its two places")]
    Link {
        A1B1 = "A1B1", A1A2 = "A1A2", B1C1 = "B1C1", B1B2 = "B1B2", C1C2 = "C1C2",
        A2B2 = "A2B2", A2A3 = "A2A3", B2C2 = "B2C2", B2B3 = "B2B3", C2C3 = "C2C3",
        A3B3 = "A3B3", A3A4 = "A3A4", B3C3 = "B3C3", B3B4 = "B3B4", C3C4 = "C3C4",
        A4B4 = "A4B4", B4C4 = "B4C4",
    }
}

/// Columns of the board.
const COLUMNS: usize = 3;
/// Places.
pub(super) const PLACES: usize = 12;
/// Links.
pub(super) const LINKS: usize = 17;

impl Place {
    /// Its column from the west and its row from the north, both from 0.
    #[must_use]
    pub const fn column_and_row(self) -> (usize, usize) {
        (self.index() % COLUMNS, self.index() / COLUMNS)
    }

    /// The linked places, whatever barriers there are.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> PlaceSet {
        const OF: [PlaceSet; PLACES] = neighbours();
        OF[self.index()]
    }
}

const fn neighbours() -> [PlaceSet; PLACES] {
    let mut of = [PlaceSet::EMPTY; PLACES];
    let mut link = 0;
    while link < LINKS {
        let (one, other) = Link::ALL[link].ends();
        of[one.index()].0 |= 1 << other.index();
        of[other.index()].0 |= 1 << one.index();
        link += 1;
    }
    of
}

impl Link {
    /// Its two places, the earlier in place order first.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> (Place, Place) {
        use Place::{A1, A2, A3, A4, B1, B2, B3, B4, C1, C2, C3, C4};
        match self {
            Self::A1B1 => (A1, B1),
            Self::A1A2 => (A1, A2),
            Self::B1C1 => (B1, C1),
            Self::B1B2 => (B1, B2),
            Self::C1C2 => (C1, C2),
            Self::A2B2 => (A2, B2),
            Self::A2A3 => (A2, A3),
            Self::B2C2 => (B2, C2),
            Self::B2B3 => (B2, B3),
            Self::C2C3 => (C2, C3),
            Self::A3B3 => (A3, B3),
            Self::A3A4 => (A3, A4),
            Self::B3C3 => (B3, C3),
            Self::B3B4 => (B3, B4),
            Self::C3C4 => (C3, C4),
            Self::A4B4 => (A4, B4),
            Self::B4C4 => (B4, C4),
        }
    }

    /// The place that it leads to from one of its ends.
    #[inline]
    #[must_use]
    pub fn from(self, place: Place) -> Option<Place> {
        let (one, other) = self.ends();
        match place {
            place if place == one => Some(other),
            place if place == other => Some(one),
            _ => None,
        }
    }

    /// Its two places as a set.
    #[inline]
    pub(super) const fn places(self) -> PlaceSet {
        let (one, other) = self.ends();
        PlaceSet(1 << one.index() | 1 << other.index())
    }
}

/// A set of places, iterated in place order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlaceSet(u16);

impl PlaceSet {
    /// No place.
    pub const EMPTY: Self = Self(0);
    /// All twelve.
    pub const ALL: Self = Self((1 << PLACES) - 1);

    /// One place.
    #[inline]
    #[must_use]
    pub const fn of(place: Place) -> Self {
        Self(1 << place.index())
    }

    /// The place, or none.
    #[inline]
    #[must_use]
    pub fn maybe(place: Option<Place>) -> Self {
        place.map_or(Self::EMPTY, Self::of)
    }

    /// True if the place is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, place: Place) -> bool {
        self.0 >> place.index() & 1 == 1
    }

    /// True if there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A bit for each place, the first in place order the lowest.
    #[inline]
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The places, in place order.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        Place::ALL.iter().copied().filter(move |&place| self.contains(place))
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places.into_iter().fold(Self::EMPTY, |all, place| all | Self::of(place))
    }
}

impl BitOr for PlaceSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for PlaceSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for PlaceSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// A value for each place, in place order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByPlace<T>([T; PLACES]);

impl<T> ByPlace<T> {
    /// The values that a function gives.
    #[must_use]
    pub fn new(of: impl FnMut(Place) -> T) -> Self {
        let mut of = of;
        Self(std::array::from_fn(|index| of(Place::ALL[index])))
    }

    /// The places with their values, in place order.
    pub fn iter(&self) -> impl Iterator<Item = (Place, &T)> {
        Place::ALL.iter().copied().zip(&self.0)
    }
}

impl<T> Index<Place> for ByPlace<T> {
    type Output = T;
    #[inline]
    fn index(&self, place: Place) -> &T {
        &self.0[place.index()]
    }
}

impl<T> IndexMut<Place> for ByPlace<T> {
    #[inline]
    fn index_mut(&mut self, place: Place) -> &mut T {
        &mut self.0[place.index()]
    }
}
