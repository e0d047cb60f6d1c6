//! Sets of moves of a trail, as masks of their bytes in a hidden trail.

use stoker_engine::course::MAX_TRAIL;

/// A set of moves, by age: 0 is the newest.
///
/// Every bit of each move's byte is set; the newest move has the highest byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Ages(u128);

impl Ages {
    pub(super) const NONE: Self = Self(0);

    /// The set of this move alone.
    #[inline]
    pub(super) const fn of(age: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "an age is at most 10")]
        let bits = 8 * age as u32;
        Self(0xff << 120 >> bits)
    }

    /// The moves of a range of ages.
    pub(super) fn range(ages: std::ops::Range<usize>) -> Self {
        ages.map(Self::of).fold(Self::NONE, Self::or)
    }

    pub(super) fn insert(&mut self, age: usize) {
        *self = self.or(Self::of(age));
    }

    pub(super) const fn contains(self, age: usize) -> bool {
        self.0 & Self::of(age).0 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize / 8
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The same moves after each has become one older.
    pub(super) const fn aged(self) -> Self {
        Self(self.0 >> 8)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_TRAIL).filter(move |&age| self.contains(age))
    }

    /// The mask with this byte for each of the moves.
    #[inline]
    pub(super) const fn bytes(self, byte: u8) -> u128 {
        self.0 & u128::from_ne_bytes([byte; 16])
    }

    /// A word with a bit for each of the moves, by age.
    pub(super) fn flags(self) -> u128 {
        self.iter().fold(0, |all, age| all | 1 << age)
    }
}
