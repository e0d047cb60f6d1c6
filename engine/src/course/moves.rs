//! The moves that each side chooses, and what the hunters see of Dracula's.

use serde::{Deserialize, Serialize};

use super::Course;
use crate::map::{Place, PlaceSet};
use crate::seats::Seat;

/// One of the four hunters, in playing order (G1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hunter {
    /// Seat 0.
    Godalming,
    /// Seat 1.
    Seward,
    /// Seat 2.
    VanHelsing,
    /// Seat 3.
    Harker,
}

impl Hunter {
    /// The hunters' names, in playing order.
    pub const NAMES: [&str; 4] = ["Lord Godalming", "Dr Seward", "Van Helsing", "Mina Harker"];

    /// All four hunters, in playing order.
    pub const ALL: [Self; 4] = [Self::Godalming, Self::Seward, Self::VanHelsing, Self::Harker];

    /// The hunter's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The hunter's seat.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The letter that begins this hunter's plays (H7).
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"GSHM"[self as usize]
    }
}

/// A value for each hunter.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ByHunter<T>(pub [T; 4]);

impl<T> std::ops::Index<Hunter> for ByHunter<T> {
    type Output = T;
    #[inline]
    fn index(&self, hunter: Hunter) -> &T {
        &self.0[hunter as usize]
    }
}

impl<T> std::ops::IndexMut<Hunter> for ByHunter<T> {
    #[inline]
    fn index_mut(&mut self, hunter: Hunter) -> &mut T {
        &mut self.0[hunter as usize]
    }
}

/// The seat that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mover {
    /// A hunter.
    Hunter(Hunter),
    /// Dracula, seat 4.
    Dracula,
}

impl Mover {
    /// Dracula's seat.
    pub const DRACULA: Seat = Seat(4);

    /// The mover's seat.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Hunter(hunter) => hunter.seat(),
            Self::Dracula => Self::DRACULA,
        }
    }
}

/// The length of a double back: 1 to 9 moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Steps(u8);

impl Steps {
    /// One move: back to the place Dracula is in.
    pub const ONE: Self = Self(1);

    /// This many moves; `None` unless 1 to 9.
    #[must_use]
    pub const fn new(steps: u8) -> Option<Self> {
        if 1 <= steps && steps <= 9 { Some(Self(steps)) } else { None }
    }

    /// The number of moves.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl From<Steps> for u8 {
    fn from(steps: Steps) -> Self {
        steps.0
    }
}

impl TryFrom<u8> for Steps {
    type Error = String;
    fn try_from(steps: u8) -> Result<Self, String> {
        Self::new(steps).ok_or_else(|| format!("a double back goes 1 to 9 moves, not {steps}"))
    }
}

/// A move that Dracula chooses (D3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DraculaMove {
    /// A location (D5); anywhere but the hospital in round 0 (D2).
    To(Place),
    /// `HI`: stay in a city, unseen (D6).
    Hide,
    /// `D1`..`D9`: to the place of the move this many before (D7).
    DoubleBack(Steps),
    /// `TP`: to the castle, if nothing else is possible (D8).
    Teleport,
}

impl DraculaMove {
    /// The number of moves back to the move that this one points to (K4); `None` if it points to
    /// none.
    #[inline]
    #[must_use]
    pub const fn points_back(self) -> Option<usize> {
        Sighting::of(self).points_back()
    }
}

/// The hunters' knowledge about one of Dracula's moves (K2, K4, K5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sighting {
    /// A location, revealed.
    At(Place),
    /// `C?`: a location or a hide, in some city.
    SomeCity,
    /// `S?`: some sea.
    SomeSea,
    /// A hide, revealed.
    Hide,
    /// A double back, always seen in full.
    DoubleBack(Steps),
    /// A teleport, always seen in full.
    Teleport,
}

impl Sighting {
    /// The sighting of a move whose code is known.
    #[must_use]
    pub const fn of(mv: DraculaMove) -> Self {
        match mv {
            DraculaMove::To(place) => Self::At(place),
            DraculaMove::Hide => Self::Hide,
            DraculaMove::DoubleBack(steps) => Self::DoubleBack(steps),
            DraculaMove::Teleport => Self::Teleport,
        }
    }

    /// Returns true if the move's code is known.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Self::SomeCity | Self::SomeSea)
    }

    /// The number of moves back to the move that this one is known to point to (K4); `None` if it
    /// is not known to point to any.
    #[must_use]
    pub const fn points_back(self) -> Option<usize> {
        match self {
            Self::Hide => Some(1),
            Self::DoubleBack(steps) => Some(steps.get()),
            Self::At(_) | Self::SomeCity | Self::SomeSea | Self::Teleport => None,
        }
    }

    /// The place that the move leads to, if the sighting tells it without the moves before.
    #[must_use]
    pub fn place(self, rules: &Course) -> Option<Place> {
        match self {
            Self::At(place) => Some(place),
            Self::Teleport => Some(rules.castle()),
            Self::SomeCity | Self::SomeSea | Self::Hide | Self::DoubleBack(_) => None,
        }
    }
}

/// A seat's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    /// A hunter goes to a place, or stays there.
    Hunter(Place),
    /// Dracula moves.
    Dracula(DraculaMove),
}

/// A set of Dracula's moves, iterated locations first, then `HI`, `D1`.., `TP`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DraculaMoves {
    /// The locations.
    pub places: PlaceSet,
    /// Bit 0 is the hide, bits 1..=9 the double backs, bit 10 the teleport.
    specials: u16,
}

const TELEPORT_BIT: u16 = 10;

impl DraculaMoves {
    /// The teleport alone.
    pub const TELEPORT: Self = Self { places: PlaceSet::EMPTY, specials: 1 << TELEPORT_BIT };

    /// These locations.
    #[must_use]
    pub const fn to(places: PlaceSet) -> Self {
        Self { places, specials: 0 }
    }

    /// Returns true if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.places.is_empty() && self.specials == 0
    }

    /// Returns true if the set holds no special move.
    #[inline]
    #[must_use]
    pub const fn has_no_special(self) -> bool {
        self.specials == 0
    }

    /// Adds a special move, or a location.
    #[inline]
    pub fn insert(&mut self, mv: DraculaMove) {
        match mv {
            DraculaMove::To(place) => self.places.insert(place),
            DraculaMove::Hide => self.specials |= 1,
            DraculaMove::DoubleBack(steps) => self.specials |= 1 << steps.0,
            DraculaMove::Teleport => self.specials |= 1 << TELEPORT_BIT,
        }
    }

    /// Adds the double backs of 1 to `most` moves (9 at most) whose bits are set; bit 1 is `D1`.
    #[inline]
    pub(super) fn insert_double_backs(&mut self, set: u16, most: u8) {
        self.specials |= set & ((2 << most.min(9)) - 2);
    }

    /// Returns true if the move is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, mv: DraculaMove) -> bool {
        match mv {
            DraculaMove::To(place) => self.places.contains(place),
            DraculaMove::Hide => self.specials & 1 == 1,
            DraculaMove::DoubleBack(steps) => self.specials >> steps.0 & 1 == 1,
            DraculaMove::Teleport => self.specials >> TELEPORT_BIT & 1 == 1,
        }
    }
}

impl IntoIterator for DraculaMoves {
    type Item = DraculaMove;
    type IntoIter = std::iter::Map<Moves, fn(Move) -> DraculaMove>;
    fn into_iter(self) -> Self::IntoIter {
        Moves::dracula(self).map(|mv| match mv {
            Move::Dracula(mv) => mv,
            Move::Hunter(place) => DraculaMove::To(place),
        })
    }
}

/// The legal moves of one decision: locations in index order, then the special moves.
///
/// `len` and `nth` take constant time.
#[derive(Debug, Clone)]
pub struct Moves {
    left: DraculaMoves,
    of: MovesOf,
}

/// The side whose moves they are.
#[derive(Debug, Clone, Copy)]
enum MovesOf {
    Hunter,
    Dracula,
}

impl Moves {
    /// A hunter's moves.
    #[inline]
    #[must_use]
    pub fn hunter(places: PlaceSet) -> Self {
        Self { left: DraculaMoves::to(places), of: MovesOf::Hunter }
    }

    /// Dracula's moves.
    #[inline]
    #[must_use]
    pub fn dracula(moves: DraculaMoves) -> Self {
        Self { left: moves, of: MovesOf::Dracula }
    }

    #[inline]
    fn to(&self, place: Place) -> Move {
        match self.of {
            MovesOf::Hunter => Move::Hunter(place),
            MovesOf::Dracula => Move::Dracula(DraculaMove::To(place)),
        }
    }

    fn nth_special(&mut self, n: usize) -> Option<Move> {
        self.left.places = PlaceSet::EMPTY;
        for _ in 0..n {
            self.pop_special()?;
        }
        self.pop_special()
    }

    fn pop_special(&mut self) -> Option<Move> {
        let bit = self.left.specials.trailing_zeros();
        if bit == u16::BITS {
            return None;
        }
        self.left.specials &= self.left.specials - 1;
        let special = match u8::try_from(bit).ok().and_then(Steps::new) {
            None if bit == 0 => DraculaMove::Hide,
            None => DraculaMove::Teleport,
            Some(steps) => DraculaMove::DoubleBack(steps),
        };
        Some(Move::Dracula(special))
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.nth(0)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.places.len() + self.left.specials.count_ones() as usize;
        (len, Some(len))
    }

    // Inlined, so that a caller who stops here does not pay for the moves that are left.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        if let Some(place) = self.left.places.nth(n) {
            self.left.places.remove_through(place);
            return Some(self.to(place));
        }
        self.nth_special(n - self.left.places.len())
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_locations_first_then_hide_double_backs_teleport() {
        let mut moves = DraculaMoves::TELEPORT;
        let all = [
            DraculaMove::To(Place::new(2).unwrap()),
            DraculaMove::To(Place::new(90).unwrap()),
            DraculaMove::Hide,
            DraculaMove::DoubleBack(Steps::new(1).unwrap()),
            DraculaMove::DoubleBack(Steps::new(9).unwrap()),
            DraculaMove::Teleport,
        ];
        for mv in all {
            moves.insert(mv);
        }
        assert_eq!(moves.into_iter().collect::<Vec<_>>(), all);
        for (n, mv) in all.into_iter().enumerate() {
            let mut rest = Moves::dracula(moves);
            assert_eq!(rest.nth(n), Some(Move::Dracula(mv)));
            assert_eq!(rest.len(), all.len() - n - 1);
        }
        assert_eq!(Moves::dracula(moves).nth(6), None);
    }
}
