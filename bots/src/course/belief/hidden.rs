//! A hidden trail in one word.

use std::fmt;

use stoker_engine::course::MAX_TRAIL;
use stoker_engine::map::Place;

/// Bits of one move: its place, whether it was a hide, whether it is forgotten.
const BITS: u32 = 12;
const PLACE: u128 = 127;
const HIDE: u128 = 128;
const FORGOTTEN: u128 = 256;
const MOVE: u128 = (1 << BITS) - 1;
/// How far up the newest move is.
const TOP: u32 = BITS * (MAX_TRAIL as u32 - 1);

/// What the hunters cannot see of a trail: where each move came to, and which of them hid.
///
/// The newest move is in the highest bits, so that trails in order are next to each other if they
/// differ in their oldest moves only. Whether a move was a double back or a teleport is public
/// (K2); so is every encounter: one that is gone was met, and what was met is revealed (H4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hidden(u128);

/// One move of a hidden trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenMove {
    /// Where it came to; `None` if that is forgotten, and it can be anywhere.
    pub place: Option<Place>,
    /// Whether it was a hide; no if that is forgotten.
    pub hide: bool,
}

impl HiddenMove {
    /// An index for counting, below [`KINDS`](Self::KINDS); forgotten moves have none of their own.
    pub(super) fn kind(self) -> usize {
        self.place.map_or(0, Place::index) | usize::from(self.hide) << 7
    }

    /// How many values [`kind`](Self::kind) has.
    pub(super) const KINDS: usize = 256;
}

impl Hidden {
    /// The move that `age` others have followed; meaningless beyond the trail.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "seven bits, and an age below 10")]
    pub fn at(self, age: usize) -> HiddenMove {
        let bits = self.0 >> shift(age);
        let forgotten = bits & FORGOTTEN != 0;
        let place = Place::new((bits & PLACE) as u8).filter(|_| !forgotten);
        HiddenMove { place, hide: bits & HIDE != 0 }
    }

    /// Puts a move in front.
    #[inline]
    #[must_use]
    pub(super) fn push(self, mv: HiddenMove) -> Self {
        let bits = mv.place.map_or(FORGOTTEN, |place| place.index() as u128);
        let hide = if mv.hide { HIDE } else { 0 };
        Self(self.0 >> BITS | (bits | hide) << TOP)
    }

    /// Only the newest moves.
    #[inline]
    #[must_use]
    pub(super) fn newest(self, count: usize) -> Self {
        Self(self.0 & !older(count))
    }

    /// With the moves from this age on forgotten, of a trail of so many.
    #[must_use]
    pub(super) fn forget(self, from: usize, len: usize) -> Self {
        let forgotten = (from..len).fold(0, |bits, age| bits | FORGOTTEN << shift(age));
        Self(self.0 & !older(from) | forgotten)
    }
}

impl Hidden {
    /// All bits of the moves that are forgotten.
    fn forgotten(self) -> u128 {
        let forgotten = |age: &usize| self.0 >> shift(*age) & FORGOTTEN != 0;
        (0..MAX_TRAIL).filter(forgotten).fold(0, |bits, age| bits | MOVE << shift(age))
    }
}

/// The bits of all moves from this age on.
fn older(age: usize) -> u128 {
    if age == 0 { u128::MAX } else { (1 << (shift(age - 1))) - 1 }
}

#[inline]
fn shift(age: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "an age is below 10")]
    let age = age as u32;
    TOP.wrapping_sub(BITS * age) & 127
}

/// Bits that a whole trail must have.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pattern {
    mask: u128,
    bits: u128,
}

impl Pattern {
    /// Asks that the move of this age came to a place.
    pub(super) fn place(&mut self, age: usize, place: Place) {
        self.mask |= PLACE << shift(age);
        self.bits |= (place.index() as u128) << shift(age);
    }

    /// Asks that the move of this age was a hide, or was none.
    pub(super) fn hide(&mut self, age: usize, hide: bool) {
        self.mask |= HIDE << shift(age);
        self.bits |= if hide { HIDE << shift(age) } else { 0 };
    }

    /// Whether a trail has them; what it has forgotten fits.
    #[inline]
    pub(super) fn fits(self, trail: Hidden) -> bool {
        let differs = (trail.0 ^ self.bits) & self.mask;
        differs == 0 || differs & !trail.forgotten() == 0
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..MAX_TRAIL).map(|age| self.at(age))).finish()
    }
}
