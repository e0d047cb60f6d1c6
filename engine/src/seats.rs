//! The players: sides, their seats, and who shares knowledge with whom.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A seat's number, in the order in which the ruleset lists its sides and their seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The other seats of a table with this many, clockwise: the next one first, and from the last
    /// seat on to the first.
    pub fn others_clockwise(self, seats: u8) -> impl Iterator<Item = Self> {
        (self.0.saturating_add(1)..seats).chain(0..self.0.min(seats)).map(Self)
    }
}

/// A side's number, in the ruleset's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

/// A viewer's number. A viewer holds one view, and is played by one bot.
///
/// A side that shares knowledge is one viewer. Otherwise each of its seats is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Viewer(pub u8);

/// A set of sides, such as those that won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideSet(u8);

impl SideSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set with this side added.
    #[must_use]
    pub const fn with(self, side: SideId) -> Self {
        Self(self.0 | 1 << side.0)
    }

    /// Returns true if the side is in the set.
    #[must_use]
    pub const fn contains(self, side: SideId) -> bool {
        self.0 >> side.0 & 1 == 1
    }
}

/// The distribution of knowledge within a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knowledge {
    /// One view, one bot for all seats of the side.
    Shared,
    /// A view and a bot for each seat.
    PerSeat,
}

/// The direction in which a side wants its score to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// More is better.
    High,
    /// Less is better.
    Low,
}

impl Direction {
    /// A score, negated if less is better: of the values, more is always better.
    #[must_use]
    pub fn rising(self, score: i32) -> i64 {
        match self {
            Self::High => score.into(),
            Self::Low => -i64::from(score),
        }
    }
}

/// A side: the part that one entrant plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Name, as in `hunters=SPEC` and in the column names of result files; unique.
    pub name: &'static str,
    /// The kind: sides of one kind are identical, and an entrant that plays one of them plays all.
    /// The kind of a side that has no counterpart is its name.
    pub kind: &'static str,
    /// The seats' names, in seat order; at least one.
    pub seats: &'static [&'static str],
    /// The distribution of knowledge among the seats.
    pub knowledge: Knowledge,
    /// Index of this side's score in [`crate::Game::scores`].
    pub score: usize,
    /// The direction in which the side wants that score to go.
    pub direction: Direction,
}

/// The sides of a ruleset, with the numbers of seats and viewers that follow from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    sides: Vec<Side>,
    side_of: Vec<SideId>,
    viewer_of: Vec<Viewer>,
    viewers: Vec<ViewerSeats>,
}

/// A viewer's seats, which share one view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewerSeats {
    /// The side.
    pub side: SideId,
    /// The seats' numbers.
    pub seats: Range<u8>,
}

impl Sides {
    /// Numbers seats and viewers.
    ///
    /// # Panics
    /// If there are no sides, more than eight, or a side without seats. Sides come from the
    /// ruleset's code, so this is a bug there.
    #[must_use]
    pub fn new(sides: Vec<Side>) -> Self {
        assert!((1..=8).contains(&sides.len()), "a ruleset has one to eight sides");
        let mut all = Self { sides, side_of: vec![], viewer_of: vec![], viewers: vec![] };
        for (side, id) in all.sides.iter().zip((0..).map(SideId)) {
            assert!(!side.seats.is_empty(), "a side has at least one seat");
            let first = count(&all.side_of);
            for seat in first..first + count(side.seats) {
                let joins = side.knowledge == Knowledge::Shared && seat > first;
                match all.viewers.last_mut() {
                    Some(last) if joins => last.seats.end = seat + 1,
                    _ => all.viewers.push(ViewerSeats { side: id, seats: seat..seat + 1 }),
                }
                all.side_of.push(id);
                all.viewer_of.push(Viewer(count(&all.viewers) - 1));
            }
        }
        all
    }

    /// The sides, in order.
    #[must_use]
    pub fn list(&self) -> &[Side] {
        &self.sides
    }

    /// The sides with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (SideId, &Side)> {
        (0..).map(SideId).zip(&self.sides)
    }

    /// The kinds of sides, in order of their first side.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.sides.iter().enumerate().filter_map(|(number, side)| {
            let first = self.sides[..number].iter().all(|earlier| earlier.kind != side.kind);
            first.then_some(side.kind)
        })
    }

    /// True if there are several sides that win or lose together: all are of one kind, and share
    /// one score.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::masters::{Masters, Params, Teams};
    /// use stoker_engine::Game;
    /// let mixed = Masters::with(Params { teams: Teams::Mixed, ..Params::default() })?;
    /// assert!(mixed.sides().is_team() && !Masters::default().sides().is_team());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_team(&self) -> bool {
        let [first, others @ ..] = &self.sides[..] else { return false };
        let is_partner = |side: &Side| {
            (side.kind, side.score, side.direction) == (first.kind, first.score, first.direction)
        };
        !others.is_empty() && others.iter().all(is_partner)
    }

    /// One side.
    ///
    /// # Panics
    /// If the ruleset has no such side.
    #[must_use]
    pub fn side(&self, side: SideId) -> &Side {
        &self.sides[usize::from(side.0)]
    }

    /// The side that a seat belongs to.
    ///
    /// # Panics
    /// If the ruleset has no such seat.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> SideId {
        self.side_of[usize::from(seat.0)]
    }

    /// The viewer that a seat is asked through.
    ///
    /// # Panics
    /// If the ruleset has no such seat.
    #[must_use]
    pub fn viewer_of(&self, seat: Seat) -> Viewer {
        self.viewer_of[usize::from(seat.0)]
    }

    /// The viewers, in order.
    #[must_use]
    pub fn viewers(&self) -> &[ViewerSeats] {
        &self.viewers
    }

    /// The number of seats.
    #[must_use]
    pub fn seat_count(&self) -> u8 {
        count(&self.side_of)
    }

    /// A seat's name.
    ///
    /// # Panics
    /// If the ruleset has no such seat.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        let side = self.side_of(seat);
        let first = self.side_of.iter().position(|&s| s == side).unwrap_or(0);
        self.side(side).seats[usize::from(seat.0) - first]
    }
}

fn count<T>(list: &[T]) -> u8 {
    u8::try_from(list.len()).expect("a ruleset has fewer than 256 seats")
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(seats: &'static [&'static str], knowledge: Knowledge) -> Side {
        Side { name: "x", kind: "x", seats, knowledge, score: 0, direction: Direction::High }
    }

    #[test]
    fn a_side_that_shares_knowledge_is_one_viewer_and_another_one_a_seat() {
        let sides = Sides::new(vec![
            side(&["a", "b", "c"], Knowledge::Shared),
            side(&["d", "e"], Knowledge::PerSeat),
        ]);
        let seats: Vec<_> = sides.viewers().iter().map(|v| v.seats.clone()).collect();
        assert_eq!(seats, [0..3, 3..4, 4..5]);
        assert_eq!(sides.viewer_of(Seat(2)), Viewer(0));
        assert_eq!(sides.viewer_of(Seat(4)), Viewer(2));
        assert_eq!(sides.side_of(Seat(4)), SideId(1));
        assert_eq!(sides.seat_name(Seat(4)), "e");
        assert_eq!(sides.seat_count(), 5);
    }
}
