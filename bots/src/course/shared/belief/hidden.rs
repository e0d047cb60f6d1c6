//! A hidden trail in two words, with a byte for each move.

use std::fmt;

use stoker_engine::course::MAX_TRAIL;
use stoker_engine::map::{Place, PlaceSet};

use super::ages::Ages;

const PLACE: u8 = 127;
const HIDE: u8 = 128;

/// The hidden part of a trail: the place that each move led to, and which of the moves were hides.
///
/// The newest move is in the highest bits, so sorting puts trails next to each other that differ
/// only in their oldest moves. It is public whether a move was a double back or a teleport (K2).
/// Every encounter is public too: one that is gone was met, and a met encounter is revealed (H4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HiddenTrail {
    /// The eight newest moves.
    newer: u64,
    /// Two more moves, and in the lowest bits, by age, the moves that are forgotten.
    older: u64,
}

/// One move of a hidden trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenMove {
    /// The place it led to; `None` if it is forgotten, and can be any place.
    pub place: Option<Place>,
    /// True if it was a hide; false if that is forgotten.
    pub hide: bool,
}

impl HiddenTrail {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two halves")]
    const fn of(word: u128) -> Self {
        Self { newer: (word >> 64) as u64, older: word as u64 }
    }

    #[inline]
    const fn word(self) -> u128 {
        (self.newer as u128) << 64 | self.older as u128
    }

    /// The move of this age; meaningless beyond the trail.
    #[inline]
    #[must_use]
    pub fn at(self, age: usize) -> HiddenMove {
        let byte = self.bytes()[age & 15];
        let forgotten = self.older >> (age & 15) & 1 == 1;
        let place = Place::new(byte & PLACE).filter(|_| !forgotten);
        HiddenMove { place, hide: byte & HIDE != 0 && !forgotten }
    }

    /// The byte of each move, by age.
    #[inline]
    pub(super) fn bytes(self) -> [u8; 16] {
        self.word().to_be_bytes()
    }

    /// Puts a move in front, after [`Room`] was made for it.
    #[inline]
    pub(super) fn with_newest(self, place: Place) -> Self {
        Self { newer: self.newer | u64::from(u8::from(place)) << 56, ..self }
    }

    /// Puts a hide in this place in front, after [`Room`] was made for it.
    #[inline]
    pub(super) fn with_newest_hide(self, place: Place) -> Self {
        Self { newer: self.newer | u64::from(u8::from(place) | HIDE) << 56, ..self }
    }

    /// The trail without these moves, which become forgotten.
    #[inline]
    pub(super) fn forgetting(self, ages: Ages) -> Self {
        Self::of(self.word() & !ages.bytes(0xff) | ages.flags())
    }

    /// Returns true if any of these moves was a hide.
    #[inline]
    pub(super) fn hid(self, ages: Ages) -> bool {
        self.word() & ages.bytes(HIDE) != 0
    }

    /// The number of these moves that led to a place.
    #[inline]
    pub(super) fn count(self, ages: Ages, place: Place) -> usize {
        let elsewhere = elsewhere(self.word(), ages.bytes(PLACE), repeated(place));
        (ages.bytes(HIDE) & !elsewhere).count_ones() as usize
    }
}

/// A change that makes room for a new move: every move becomes one older, and only some are kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    kept: u128,
    forgotten: u128,
}

impl Room {
    /// The change with the moves to keep and those that are forgotten, by their age after it.
    pub(super) fn new(kept: Ages, forgotten: Ages) -> Self {
        Self { kept: kept.bytes(0xff), forgotten: forgotten.flags() }
    }

    #[inline]
    pub(super) fn make(self, trail: HiddenTrail) -> HiddenTrail {
        HiddenTrail::of(trail.word() >> 8 & self.kept | self.forgotten)
    }
}

/// A pattern that a trail must match to explain what is known. It also holds the known moves.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    /// The bits that are fixed, and their values.
    mask: u128,
    bits: u128,
    /// Masks of the moves that did not lead to any of `places`.
    unseen: u128,
    places: arrayvec::ArrayVec<u128, 4>,
}

impl Pattern {
    /// Limit on the places that can be searched at a time: one for each hunter.
    pub(super) const PLACES: usize = 4;

    /// Requires that a move led to a place.
    pub(super) fn place(&mut self, age: usize, place: Place) {
        self.mask |= Ages::of(age).bytes(PLACE);
        self.bits |= repeated(place) & Ages::of(age).bytes(PLACE);
    }

    /// Requires that a move was a hide.
    pub(super) fn hide(&mut self, age: usize) {
        self.no_hide(age);
        self.bits |= Ages::of(age).bytes(HIDE);
    }

    /// Requires that a move was not a hide.
    pub(super) fn no_hide(&mut self, age: usize) {
        self.mask |= Ages::of(age).bytes(HIDE);
    }

    /// Requires that none of these moves led to any of these places; [`PLACES`](Self::PLACES) at
    /// most.
    pub(super) fn unseen(&mut self, ages: Ages, places: PlaceSet) {
        self.unseen = ages.bytes(PLACE);
        self.places = places.into_iter().take(Self::PLACES).map(repeated).collect();
    }

    /// Removes all requirements for these moves.
    pub(super) fn except(&mut self, ages: Ages) {
        self.mask &= !ages.bytes(0xff);
        self.bits &= self.mask;
        self.unseen &= !ages.bytes(0xff);
    }

    /// Returns true if a trail matches.
    #[inline]
    pub(super) fn fits(&self, trail: HiddenTrail) -> bool {
        let word = trail.word();
        let all = self.unseen << 1 & repeated_byte(HIDE);
        let elsewhere = |place: &u128| elsewhere(word, self.unseen, *place) == all;
        (word ^ self.bits) & self.mask == 0 && self.places.iter().all(elsewhere)
    }

    /// Returns true if every trail matches.
    pub(super) fn is_empty(&self) -> bool {
        self.mask == 0 && (self.unseen == 0 || self.places.is_empty())
    }

    /// The trail with these forgotten moves filled in from the pattern.
    pub(super) fn recall(&self, trail: HiddenTrail, ages: Ages) -> HiddenTrail {
        let known = ages.bytes(0xff);
        HiddenTrail::of(trail.word() & !known & !ages.flags() | self.bits & known)
    }
}

/// The highest bit of each byte of `moves` whose place differs; `moves` has the lower seven bits
/// set.
///
/// Adding 127 to seven bits carries into the eighth unless they are 0.
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

impl fmt::Debug for HiddenTrail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..MAX_TRAIL).map(|age| self.at(age))).finish()
    }
}
