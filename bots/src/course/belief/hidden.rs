//! A hidden trail in two words, a byte for each move.

use std::fmt;

use stoker_engine::course::MAX_TRAIL;
use stoker_engine::map::{Place, PlaceSet};

use super::ages::Ages;

const PLACE: u8 = 127;
const HIDE: u8 = 128;

/// What the hunters cannot see of a trail: where each move came to, and which of them hid.
///
/// The newest move is in the highest bits, so that trails in order are next to each other if they
/// differ in their oldest moves only. Whether a move was a double back or a teleport is public
/// (K2); so is every encounter: one that is gone was met, and what was met is revealed (H4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hidden {
    /// The eight newest moves.
    newer: u64,
    /// Two more, and in the lowest bits which moves are forgotten, by age.
    older: u64,
}

/// One move of a hidden trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenMove {
    /// Where it came to; `None` if that is forgotten, and it can be anywhere.
    pub place: Option<Place>,
    /// True if it was a hide; no if that is forgotten.
    pub hide: bool,
}

impl Hidden {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two halves")]
    const fn of(word: u128) -> Self {
        Self { newer: (word >> 64) as u64, older: word as u64 }
    }

    #[inline]
    const fn word(self) -> u128 {
        (self.newer as u128) << 64 | self.older as u128
    }

    /// The move that `age` others have followed; meaningless beyond the trail.
    #[inline]
    #[must_use]
    pub fn at(self, age: usize) -> HiddenMove {
        let byte = self.bytes()[age & 15];
        let forgotten = self.older >> (age & 15) & 1 == 1;
        let place = Place::new(byte & PLACE).filter(|_| !forgotten);
        HiddenMove { place, hide: byte & HIDE != 0 && !forgotten }
    }

    /// A byte for each move, by age.
    #[inline]
    pub(super) fn bytes(self) -> [u8; 16] {
        self.word().to_be_bytes()
    }

    /// Puts a move in front, where there is [`Room`] for it.
    #[inline]
    pub(super) fn with_newest(self, place: Place) -> Self {
        Self { newer: self.newer | u64::from(u8::from(place)) << 56, ..self }
    }

    /// Puts a hide in this place in front, where there is [`Room`] for it.
    #[inline]
    pub(super) fn with_newest_hide(self, place: Place) -> Self {
        Self { newer: self.newer | u64::from(u8::from(place) | HIDE) << 56, ..self }
    }

    /// With these moves forgotten.
    #[inline]
    pub(super) fn forgetting(self, ages: Ages) -> Self {
        Self::of(self.word() & !ages.bytes(0xff) | ages.flags())
    }

    /// True if any of these moves was a hide.
    #[inline]
    pub(super) fn hid(self, ages: Ages) -> bool {
        self.word() & ages.bytes(HIDE) != 0
    }

    /// How many of these moves came to a place.
    #[inline]
    pub(super) fn count(self, ages: Ages, place: Place) -> usize {
        let elsewhere = elsewhere(self.word(), ages.bytes(PLACE), repeated(place));
        (ages.bytes(HIDE) & !elsewhere).count_ones() as usize
    }
}

/// What makes room for a new move: every move one older, and only some of them kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    kept: u128,
    forgotten: u128,
}

impl Room {
    /// Both by age after it.
    pub(super) fn new(kept: Ages, forgotten: Ages) -> Self {
        Self { kept: kept.bytes(0xff), forgotten: forgotten.flags() }
    }

    #[inline]
    pub(super) fn make(self, trail: Hidden) -> Hidden {
        Hidden::of(trail.word() >> 8 & self.kept | self.forgotten)
    }
}

/// What a trail must be to explain what is known, and what known moves of it are.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    /// Bits that it must have, and which.
    mask: u128,
    bits: u128,
    /// For each move that came to none of some places, the bits of its place.
    unseen: u128,
    places: arrayvec::ArrayVec<u128, 4>,
}

impl Pattern {
    /// How many places can be searched at a time: by each hunter one.
    pub(super) const PLACES: usize = 4;

    /// Asks that a move came to a place.
    pub(super) fn place(&mut self, age: usize, place: Place) {
        self.mask |= Ages::of(age).bytes(PLACE);
        self.bits |= repeated(place) & Ages::of(age).bytes(PLACE);
    }

    /// Asks that a move was a hide.
    pub(super) fn hide(&mut self, age: usize) {
        self.no_hide(age);
        self.bits |= Ages::of(age).bytes(HIDE);
    }

    /// Asks that a move was no hide.
    pub(super) fn no_hide(&mut self, age: usize) {
        self.mask |= Ages::of(age).bytes(HIDE);
    }

    /// Asks that none of these moves came to any of these places, of which there are at most
    /// [`PLACES`](Self::PLACES).
    pub(super) fn unseen(&mut self, ages: Ages, places: PlaceSet) {
        self.unseen = ages.bytes(PLACE);
        self.places = places.into_iter().take(Self::PLACES).map(repeated).collect();
    }

    /// Asks nothing of these moves.
    pub(super) fn except(&mut self, ages: Ages) {
        self.mask &= !ages.bytes(0xff);
        self.bits &= self.mask;
        self.unseen &= !ages.bytes(0xff);
    }

    /// True if a trail is like this.
    #[inline]
    pub(super) fn fits(&self, trail: Hidden) -> bool {
        let word = trail.word();
        let all = self.unseen << 1 & repeated_byte(HIDE);
        let elsewhere = |place: &u128| elsewhere(word, self.unseen, *place) == all;
        (word ^ self.bits) & self.mask == 0 && self.places.iter().all(elsewhere)
    }

    /// True if every trail is like this.
    pub(super) fn is_empty(&self) -> bool {
        self.mask == 0 && (self.unseen == 0 || self.places.is_empty())
    }

    /// A trail with those forgotten moves that this knows.
    pub(super) fn recall(&self, trail: Hidden, ages: Ages) -> Hidden {
        let known = ages.bytes(0xff);
        Hidden::of(trail.word() & !known & !ages.flags() | self.bits & known)
    }
}

/// The highest bit of each byte of `moves` that is not the place; `moves` has the lower seven.
///
/// Seven bits and 127 carry into the eighth unless they are 0.
#[inline]
const fn elsewhere(word: u128, moves: u128, place: u128) -> u128 {
    (((word ^ place) & moves) + moves) & repeated_byte(HIDE)
}

#[inline]
fn repeated(place: Place) -> u128 {
    repeated_byte(u8::from(place))
}

#[inline]
const fn repeated_byte(byte: u8) -> u128 {
    u128::from_ne_bytes([byte; 16])
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..MAX_TRAIL).map(|age| self.at(age))).finish()
    }
}
