//! Drawn lineups: a balanced part of all lineups, for matches of several rivals.
//!
//! All lineups of many entrants are too many to play: 20 entrants at four seats have 19,380. And
//! their rotations keep the order of the entrants, so that an entrant always sits after the same
//! ones. Blocks of lineups are drawn instead, each on a seed of its own. In a block every entrant
//! plays once on every seat. [`Blocks`] is the design; `docs/lineups.md` explains it.

use std::sync::{Arc, Mutex, PoisonError};

use arrayvec::ArrayVec;
use stoker_engine::{Game, Seed, Sides};
use stoker_stats::lineups::{Blocks, Era};

use super::PlanError;
use crate::entrant::Entrant;

/// The most lineups of partners, or of the opponents in an A/B test, that are all played. With more,
/// lineups are drawn.
pub(super) const MOST_LISTED: usize = 500;

/// The entrants of a match, by side.
pub type Lineup = ArrayVec<usize, 8>;

/// The drawn lineups of a plan: a pure function of seed, block and place in the block.
///
/// The memory depends on the number of entrants, and not on that of lineups.
#[derive(Debug)]
pub struct DrawnLineups {
    /// The entrants that take part, by their number in the design.
    entrants: Vec<usize>,
    seats: u64,
    design: Blocks,
    blocks: u64,
    seed: Seed,
    /// The era that was used last, with its number.
    era: Mutex<Option<(u64, Arc<Era>)>>,
}

impl DrawnLineups {
    /// Lineups in which every entrant plays at least this many matches.
    ///
    /// # Errors
    /// If the sides are not all of one kind, there are too few entrants, or the matches are too many
    /// to be numbered.
    pub(super) fn new<G: Game>(
        sides: &Sides,
        entrants: &[Entrant<G>],
        appearances: u64,
        seed: Seed,
    ) -> Result<Self, PlanError> {
        let mut kinds = sides.kinds();
        let (Some(kind), None) = (kinds.next(), kinds.next()) else {
            return Err(PlanError::LineupKinds);
        };
        let able: Vec<usize> =
            (0..entrants.len()).filter(|&entrant| entrants[entrant].plays(kind)).collect();
        let seats = sides.list().len();
        if sides.is_team() && able.len() <= seats {
            return Err(PlanError::LineupTeam { entrants: able.len(), seats });
        }
        let too_few = PlanError::LineupEntrants(able.len());
        let count = u32::try_from(able.len()).map_err(|_| PlanError::TooManyPairings)?;
        let design = Blocks::new(count, seats).ok_or(too_few)?;
        let blocks = appearances.div_ceil(seats as u64);
        if blocks.checked_mul(u64::from(count)).is_none() {
            let (pairings, matches) = (able.len(), appearances);
            return Err(PlanError::TooManyMatches { pairings, matches });
        }
        let (seats, era) = (seats as u64, Mutex::new(None));
        Ok(Self { entrants: able, seats, design, blocks, seed, era })
    }

    /// The entrants that take part, by their number in the design.
    #[must_use]
    pub fn entrants(&self) -> &[usize] {
        &self.entrants
    }

    /// The number of matches on each seed.
    #[must_use]
    pub fn per_block(&self) -> u64 {
        self.entrants.len() as u64
    }

    /// The number of blocks, each on a seed of its own.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The number of matches of each entrant: a multiple of the number of seats.
    #[must_use]
    pub fn appearances(&self) -> u64 {
        self.blocks.saturating_mul(self.seats)
    }

    /// The fewest and the most times that two entrants meet; several times in a match in which they
    /// have several seats.
    #[must_use]
    pub fn meetings(&self) -> (u64, u64) {
        self.design.meetings(self.blocks)
    }

    /// The mean number of times that two entrants meet.
    #[must_use]
    pub fn mean_meetings(&self) -> f64 {
        self.blocks as f64 * self.design.mean_meetings()
    }

    /// The entrants of a match by their numbers in the design, by side.
    ///
    /// # Panics
    /// If the block has no such place.
    #[must_use]
    pub fn numbers(&self, block: u64, place: usize) -> Lineup {
        assert!(place < self.entrants.len(), "a block has one place for each entrant");
        let per_era = self.design.per_era();
        let in_era = usize::try_from(block % per_era).unwrap_or(0);
        self.era(block / per_era).lineup(in_era, place).collect()
    }

    /// The entrants of a match by their numbers in the plan, by side.
    ///
    /// # Panics
    /// If the block has no such place.
    #[must_use]
    pub fn lineup(&self, block: u64, place: usize) -> Lineup {
        self.numbers(block, place).into_iter().map(|number| self.entrants[number]).collect()
    }

    fn era(&self, number: u64) -> Arc<Era> {
        let mut last = self.era.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((known, era)) if *known == number => Arc::clone(era),
            Some(_) | None => {
                let era = Arc::new(self.design.era(self.seed, number));
                *last = Some((number, Arc::clone(&era)));
                era
            }
        }
    }
}

/// True if the matches of a game are between several rivals of one kind, so that they rank their
/// sides. Partners of a team are no rivals.
#[must_use]
pub fn ranks_sides(sides: &Sides) -> bool {
    sides.list().len() > 2 && sides.kinds().count() == 1 && !sides.is_team()
}

/// True if lineups of these entrants are drawn by default: those of rivals always, so that nobody
/// always sits after the same ones; those of partners if they are too many to play all of them.
pub fn draws_by_default<G: Game>(sides: &Sides, entrants: &[Entrant<G>]) -> bool {
    let able = |kind| entrants.iter().filter(|entrant| entrant.plays(kind)).count();
    let seats = sides.list().len();
    let count = sides.kinds().map(able).next().unwrap_or(0);
    match sides.is_team() {
        true => count > seats && all_lineups(count + seats - 1, seats) > MOST_LISTED,
        false => ranks_sides(sides) && count > 1,
    }
}

/// The number of all lineups: every combination in each of its rotations. For combinations in which
/// entrants repeat, count an entrant more for each seat but the first.
pub(super) fn all_lineups(entrants: usize, seats: usize) -> usize {
    let combinations = (0..seats)
        .try_fold(1usize, |count, taken| Some(count.checked_mul(entrants - taken)? / (taken + 1)));
    combinations.unwrap_or(usize::MAX).saturating_mul(seats)
}

#[cfg(test)]
mod tests;
