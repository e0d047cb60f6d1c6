//! The places that hunters can be in after several turns, by the rail rhythm (H3).

use stoker_engine::course::{Board, ByHunter, Course, Hunter};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

/// The places that each hunter can be in after each number of their next turns.
///
/// A hunter who has no place yet can be anywhere.
#[derive(Debug, Clone, Copy)]
pub struct ReachableByTurn {
    /// The places by number of turns; the first entry holds the present places.
    after: [ByHunter<PlaceSet>; Self::MAX_TURNS + 1],
}

impl ReachableByTurn {
    /// The maximum number of turns to look ahead.
    pub const MAX_TURNS: usize = 8;

    /// Computes the next `turns` turns of every hunter. The first of them is in `round`.
    ///
    /// # Panics
    /// If `turns` is more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[must_use]
    pub fn new(rules: &Course, board: &Board, round: u16, turns: usize) -> Self {
        let mut after = [ByHunter::default(); Self::MAX_TURNS + 1];
        for hunter in Hunter::ALL {
            let mut at = board.at(hunter).map_or(rules.map().places(), PlaceSet::of);
            after[0][hunter] = at;
            for (round, after) in (round..).zip(&mut after[1..=turns]) {
                at = go(rules, hunter, round, at);
                after[hunter] = at;
            }
        }
        Self { after }
    }

    /// The places that a hunter can be in after this many turns.
    ///
    /// # Panics
    /// If `turns` is more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[must_use]
    pub fn of(&self, hunter: Hunter, turns: usize) -> PlaceSet {
        self.after[turns][hunter]
    }

    /// The number of hunters who can be in a place after this many turns.
    ///
    /// # Panics
    /// If `turns` is more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[inline]
    #[must_use]
    pub fn count(&self, place: Place, turns: usize) -> i32 {
        self.after[turns].0.iter().map(|set| i32::from(set.contains(place))).sum()
    }
}

/// The places that a hunter can be in after a turn in this round, from any of these places.
fn go(rules: &Course, hunter: Hunter, round: u16, from: PlaceSet) -> PlaceSet {
    from.into_iter()
        .fold(PlaceSet::EMPTY, |reached, place| reached | rules.hunter_reach(hunter, round, place))
}

/// The places that a hunter can be in after two turns, from every place: one table for each step of
/// the rail rhythm.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The places, by the number of rail links of the first turn.
    two: Vec<ByPlace<PlaceSet>>,
}

impl Reach {
    /// Makes the tables.
    #[must_use]
    pub fn new(rules: &Course) -> Self {
        let first = Hunter::ALL[0];
        let two = (0..u16::from(rules.params().rail_divisor)).map(|round| {
            ByPlace::new(|from| go(rules, first, round + 1, rules.hunter_reach(first, round, from)))
        });
        Self { two: two.collect() }
    }

    /// The places that a hunter can be in after two turns, in this round and the next.
    #[inline]
    #[must_use]
    pub fn two_turns(&self, hunter: Hunter, round: u16, from: Place) -> PlaceSet {
        self.two[(usize::from(round) + hunter as usize) % self.two.len()][from]
    }
}
