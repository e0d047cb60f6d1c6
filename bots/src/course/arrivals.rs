//! When hunters can be where: the rail rhythm (H3), worked out ahead.

use stoker_engine::course::{Board, ByHunter, Course, Hunter};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

/// Where each hunter can be after so many of their next turns.
///
/// A hunter who has no place yet can be anywhere.
#[derive(Debug, Clone, Copy)]
pub struct Arrivals {
    /// By turns ahead; the first is where they are.
    after: [ByHunter<PlaceSet>; Self::MAX_TURNS + 1],
}

impl Arrivals {
    /// The most turns that can be looked ahead.
    pub const MAX_TURNS: usize = 8;

    /// Works out the next `turns` turns of every hunter, whose next one is in `round`.
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

    /// Where a hunter can be after so many turns.
    ///
    /// # Panics
    /// If these are more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[must_use]
    pub fn of(&self, hunter: Hunter, turns: usize) -> PlaceSet {
        self.after[turns][hunter]
    }

    /// How many hunters can be in a place after so many turns.
    ///
    /// # Panics
    /// If these are more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[inline]
    #[must_use]
    pub fn count(&self, place: Place, turns: usize) -> i32 {
        self.after[turns].0.iter().map(|set| i32::from(set.contains(place))).sum()
    }
}

/// Where a hunter can be after a turn in this round, from any of these places.
fn go(rules: &Course, hunter: Hunter, round: u16, from: PlaceSet) -> PlaceSet {
    from.into_iter()
        .fold(PlaceSet::EMPTY, |reached, place| reached | rules.hunter_reach(hunter, round, place))
}

/// Where a hunter can be after two turns, from every place: one table for each step of the rail
/// rhythm.
#[derive(Debug, Clone)]
pub struct Reach {
    /// By rail links of the first turn.
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

    /// Where a hunter can be after two turns, in this round and the next.
    #[inline]
    #[must_use]
    pub fn two_turns(&self, hunter: Hunter, round: u16, from: Place) -> PlaceSet {
        self.two[(usize::from(round) + hunter as usize) % self.two.len()][from]
    }
}
