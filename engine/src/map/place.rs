//! Places, sets of them, and tables by place.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// The number of places that a map can have: a [`PlaceSet`] has as many bits.
pub const MAX_PLACES: usize = 128;

/// A place of a map, by its index (0..128).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Place(u8);

impl Place {
    /// The place with this index; `None` from 128 on.
    ///
    /// A given map may have fewer places.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < MAX_PLACES { Some(Self(index)) } else { None }
    }

    /// The place's index in its map, 0..128.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }
}

impl From<Place> for u8 {
    fn from(place: Place) -> Self {
        place.0
    }
}

impl TryFrom<u8> for Place {
    type Error = String;
    fn try_from(index: u8) -> Result<Self, String> {
        Self::new(index).ok_or_else(|| format!("a place has an index below 128, not {index}"))
    }
}

/// A set of places. Operators are set algebra; iteration is in index order.
///
/// # Examples
/// ```
/// use stoker_engine::map::{Place, PlaceSet};
/// let [a, b] = [Place::new(3).unwrap(), Place::new(70).unwrap()];
/// let both = PlaceSet::of(a) | PlaceSet::of(b);
/// assert_eq!((both - PlaceSet::of(a)).into_iter().collect::<Vec<_>>(), [b]);
/// assert_eq!(both.nth(1), Some(b));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceSet(u128);

impl PlaceSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of this place alone.
    #[inline]
    #[must_use]
    pub const fn of(place: Place) -> Self {
        Self(1 << place.index())
    }

    /// The places with the indices `0..count`.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        Self(if count >= MAX_PLACES { u128::MAX } else { (1 << count) - 1 })
    }

    /// The number of places.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the place is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, place: Place) -> bool {
        self.0 >> place.index() & 1 == 1
    }

    /// Returns true if every place of this set is in the other.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// A bit for each place, by index.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Adds a place.
    #[inline]
    pub fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.index();
    }

    /// Removes a place.
    #[inline]
    pub fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.index());
    }

    /// Removes this place and all places with a lower index.
    #[inline]
    pub fn remove_through(&mut self, place: Place) {
        self.0 &= !0 << place.index() << 1;
    }

    /// The place with the lowest index.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
    pub const fn min(self) -> Option<Place> {
        if self.0 == 0 { None } else { Some(Place(self.0.trailing_zeros() as u8)) }
    }

    /// The place with exactly `n` places before it, in index order.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "halves of a word, and at most 128")]
    pub const fn nth(self, n: usize) -> Option<Place> {
        let low = self.0 as u64;
        let in_low = low.count_ones() as usize;
        if n < in_low {
            Some(Place(select(low, n) as u8))
        } else {
            let high = (self.0 >> 64) as u64;
            let n = n - in_low;
            if n < high.count_ones() as usize {
                Some(Place(64 + select(high, n) as u8))
            } else {
                None
            }
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The position of the set bit with `n` set bits below it; `n` is less than their number.
///
/// Prefix sums find the byte that holds it. Then the same on that byte's bits, spread one to a byte
/// of a word, finds the bit. There is no table and no branch: random play would mispredict it.
#[inline]
const fn select(word: u64, n: usize) -> u32 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    let shift = 8 * bytes_up_to(sums, n as u64);
    // The number of set bits in the lower bytes; 0 for the first byte.
    let left = n as u64 - (sums << 8 >> shift & 0xff);
    let bits = (word >> shift & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let bits = ((bits + (TOPS - ONES)) | bits) >> 7 & ONES;
    shift + bytes_up_to(bits.wrapping_mul(ONES), left)
}

/// The number of bytes that are at most `n`. The bytes and `n` are below 128.
#[inline]
const fn bytes_up_to(bytes: u64, n: u64) -> u32 {
    // Each difference keeps its top bit unless the byte is greater than `n`.
    let kept = ((n.wrapping_mul(ONES) | TOPS) - bytes) & TOPS;
    ((kept >> 7).wrapping_mul(ONES) >> 56) as u32
}

macro_rules! algebra {
    ($($op:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl $op for PlaceSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($value)
            }
        }
        impl $assign for PlaceSet {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                let ($a, $b) = (self.0, other.0);
                self.0 = $value;
            }
        }
    )*};
}
algebra! {
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for PlaceSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl IntoIterator for PlaceSet {
    type Item = Place;
    type IntoIter = Places;
    fn into_iter(self) -> Places {
        Places(self)
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places.into_iter().fold(Self::EMPTY, |set, place| set | Self::of(place))
    }
}

impl fmt::Debug for PlaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Place::index)).finish()
    }
}

/// The places of a set, in index order.
#[derive(Debug, Clone)]
pub struct Places(PlaceSet);

impl Iterator for Places {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let place = self.0.min()?;
        self.0.0 &= self.0.0 - 1;
        Some(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    fn nth(&mut self, n: usize) -> Option<Place> {
        let place = self.0.nth(n)?;
        self.0.remove_through(place);
        Some(place)
    }
}

impl ExactSizeIterator for Places {}

/// A value for every place.
///
/// # Examples
/// ```
/// use stoker_engine::map::{ByPlace, Place};
/// let mut visits = ByPlace::of(0);
/// let place = Place::new(3).unwrap();
/// visits[place] += 1;
/// assert_eq!(visits, ByPlace::new(|at| u32::from(at == place)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByPlace<T>([T; MAX_PLACES]);

impl<T: Copy> ByPlace<T> {
    /// A table with the same value for each place.
    #[must_use]
    pub const fn of(value: T) -> Self {
        Self([value; MAX_PLACES])
    }
}

impl<T> ByPlace<T> {
    /// A table with the value that `of` gives for each index, on a map or not.
    #[must_use]
    pub fn new(mut of: impl FnMut(Place) -> T) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "an index is below 128")]
        Self(std::array::from_fn(|index| of(Place(index as u8))))
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(bits: u128) -> PlaceSet {
        PlaceSet(bits)
    }

    #[test]
    fn the_edges_of_a_set_are_right() {
        assert_eq!(PlaceSet::first(128), set(u128::MAX));
        assert_eq!(PlaceSet::first(0), PlaceSet::EMPTY);
        assert_eq!(set(1 << 127).nth(0), Place::new(127));
        assert_eq!(set(u128::MAX).nth(127), Place::new(127));
        assert_eq!(set(u128::MAX).nth(128), None);
        assert_eq!(Place::new(128), None);
        let mut last = set(1 << 127).into_iter();
        assert_eq!((last.next(), last.next()), (Place::new(127), None));
    }

    proptest! {
        #[test]
        fn nth_is_the_nth_in_iteration_order(bits: u128) {
            let listed: Vec<_> = set(bits).into_iter().collect();
            prop_assert_eq!(listed.len(), set(bits).len());
            for (n, &place) in listed.iter().enumerate() {
                prop_assert_eq!(set(bits).nth(n), Some(place));
                let mut rest = set(bits).into_iter();
                prop_assert_eq!(rest.nth(n), Some(place));
                prop_assert_eq!(rest.len(), listed.len() - n - 1);
            }
            prop_assert_eq!(set(bits).nth(listed.len()), None);
        }

        #[test]
        fn operators_are_set_algebra(a: u128, b: u128, i in 0..128u8) {
            let (a, b, p) = (set(a), set(b), Place::new(i).unwrap());
            prop_assert_eq!((a | b).contains(p), a.contains(p) || b.contains(p));
            prop_assert_eq!((a & b).contains(p), a.contains(p) && b.contains(p));
            prop_assert_eq!((a - b).contains(p), a.contains(p) && !b.contains(p));
            prop_assert_eq!((a & b).is_subset(a), true);
        }
    }
}
