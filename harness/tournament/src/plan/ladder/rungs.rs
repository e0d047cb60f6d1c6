//! The rungs of a ladder: their sizes, and the seating on them.

use std::ops::Range;

use super::PlanError;
use crate::plan::keep::golden;

/// The most rungs a ladder can have.
pub(crate) const MOST_RUNGS: u32 = 20;

/// The size below which no kind of side shrinks: a ladder has to get the first five places right,
/// so these are decided among a few more.
const FEWEST: usize = 8;

/// A rung of a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rung {
    first_match: u64,
    first_index: u64,
    /// The number of seeds on this rung.
    pub(super) seeds: u64,
    /// Matches on each seed: as many as there are entrants of the largest kind of side.
    places: usize,
    /// By kind of side: the number of entrants on the rung.
    pub(super) sizes: Vec<usize>,
}

/// A side as a ladder seats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LadderSide {
    /// The number of its kind.
    pub(super) kind: usize,
    /// The number of sides of that kind before it.
    pub(super) place_in_kind: usize,
}

/// The rungs of a ladder whose lowest rung has `all` entrants, by kind of side. Each rung has half
/// as many entrants as the one below, on about twice as many seeds.
pub(super) fn list(all: &[usize], seeds: u64, count: Option<u32>) -> Result<Vec<Rung>, PlanError> {
    let count = count.unwrap_or_else(|| enough(all));
    if !(1..=MOST_RUNGS).contains(&count) {
        return Err(PlanError::LadderRungs { rungs: count });
    }
    let lowest = all.iter().copied().max().unwrap_or(0);
    let too_many = || PlanError::TooManyMatches { pairings: lowest, matches: seeds };
    let mut rungs: Vec<Rung> = vec![];
    for level in 0..count {
        let sizes: Vec<usize> = all.iter().map(|&size| size_on(level, size)).collect();
        let places = sizes.iter().copied().max().unwrap_or(0);
        let matches = seeds.checked_mul(lowest as u64).ok_or_else(too_many)?;
        let (first_match, first_index) = match rungs.last() {
            Some(below) => (below.matches().end, below.first_index + below.seeds),
            None => (0, 0),
        };
        let rung = Rung { first_match, first_index, seeds: matches / places as u64, places, sizes };
        first_match.checked_add(matches).ok_or_else(too_many)?;
        rungs.push(rung);
    }
    Ok(rungs)
}

/// The number of entrants of a kind on a rung, if there are `all` on the lowest.
fn size_on(level: u32, all: usize) -> usize {
    all.div_ceil(1 << level).max(all.min(FEWEST))
}

/// The number of rungs it takes until few are left.
fn enough(all: &[usize]) -> u32 {
    let is_left = |level: &u32| all.iter().all(|&size| size_on(*level, size) <= FEWEST);
    (0..MOST_RUNGS).find(is_left).map_or(MOST_RUNGS, |level| level + 1)
}

impl Rung {
    /// The numbers of its matches.
    pub(super) fn matches(&self) -> Range<u64> {
        self.first_match..self.first_match + self.seeds * self.places as u64
    }

    /// The index of its first seed.
    pub(super) fn first_index(&self) -> u64 {
        self.first_index
    }

    /// The number of the rung's seed, and the place on it.
    pub(super) fn place(&self, number: u64) -> (u64, u64) {
        let number = number - self.first_match;
        (number / self.places as u64, number % self.places as u64)
    }

    /// The entrant of a kind at a place, on the first or the second side of that kind.
    ///
    /// From seed to seed, a kind moves on by a step that leads through all of it, so that opponents
    /// change as long as there are others. The largest kind stays where it is: all of it plays on
    /// every seed. The second of two sides is at least one ahead of the first, so an entrant meets
    /// itself only if it is alone.
    pub(super) fn seat(&self, side: LadderSide, seed: u64, place: u64) -> usize {
        let LadderSide { kind, place_in_kind } = side;
        let size = self.sizes[kind] as u64;
        let stays = self.sizes.iter().position(|&size| size == self.places) == Some(kind);
        let own = if stays { 0 } else { walk(size, kind, seed) };
        let ahead =
            if place_in_kind == 0 || size == 1 { 0 } else { 1 + walk(size - 1, kind, seed) };
        #[expect(clippy::cast_possible_truncation, reason = "below the number of entrants")]
        let seat = ((place + own + ahead) % size) as usize;
        seat
    }
}

/// The position of a walk through `places` places at a time. A walk visits all places before it
/// returns to the first. Different kinds go at different paces, so that they do not move on
/// together.
fn walk(places: u64, kind: usize, time: u64) -> u64 {
    let pace = u64::try_from(golden(kind as u128 + 1, u128::from(places))).unwrap_or(0).max(1);
    let pace = (pace..=places).find(|&pace| gcd(pace, places) == 1).unwrap_or(1);
    time % places * pace % places
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
