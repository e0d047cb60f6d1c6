//! How large the rungs of a ladder are, and who sits where.

use std::ops::Range;

use super::PlanError;
use crate::plan::keep::golden;

/// The most rungs a ladder can have.
pub(crate) const MOST_RUNGS: u32 = 20;

/// Where there are so few of a kind of side, none is left behind: the first five places, which a
/// ladder is to get right, are decided among a few more.
const FEWEST: usize = 8;

/// A rung of a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rung {
    first_match: u64,
    first_index: u64,
    /// Seeds that are played on.
    pub(super) seeds: u64,
    /// Matches on each seed: as many as there are entrants of the largest kind of side.
    places: usize,
    /// By kind of side: how many are on the rung.
    pub(super) sizes: Vec<usize>,
}

/// A side as a ladder seats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LadderSide {
    /// The number of its kind.
    pub(super) kind: usize,
    /// How many sides of that kind come before it.
    pub(super) twin: usize,
}

/// The rungs of a ladder for so many entrants of each kind of side: half as many on each as on the
/// one below, on twice as many seeds.
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

/// How many of a kind are on a rung, of so many on the lowest.
fn size_on(level: u32, all: usize) -> usize {
    all.div_ceil(1 << level).max(all.min(FEWEST))
}

/// As many rungs as it takes until few are left.
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

    /// Which of the rung's seeds, and which place on it.
    pub(super) fn place(&self, number: u64) -> (u64, u64) {
        let number = number - self.first_match;
        (number / self.places as u64, number % self.places as u64)
    }

    /// Who of a kind sits at a place: on the first or on the second side of that kind.
    ///
    /// From seed to seed a kind moves on by a step that leads through all of it, so that opponents
    /// change as long as there are others. A largest kind stays where it is: all of it play on every
    /// seed. The second of two sides is ahead of the first by one or more, so nobody meets himself
    /// but who is alone.
    pub(super) fn seat(&self, side: LadderSide, seed: u64, place: u64) -> usize {
        let LadderSide { kind, twin } = side;
        let size = self.sizes[kind] as u64;
        let stays = self.sizes.iter().position(|&size| size == self.places) == Some(kind);
        let own = if stays { 0 } else { walk(size, kind, seed) };
        let ahead = if twin == 0 || size == 1 { 0 } else { 1 + walk(size - 1, kind, seed) };
        #[expect(clippy::cast_possible_truncation, reason = "below the number of entrants")]
        let seat = ((place + own + ahead) % size) as usize;
        seat
    }
}

/// Where a walk through so many places is at a time; it comes to all of them before it comes back.
/// Different kinds go at different paces, so that they do not move on together.
fn walk(places: u64, kind: usize, time: u64) -> u64 {
    let pace = u64::try_from(golden(kind as u128 + 1, u128::from(places))).unwrap_or(0).max(1);
    let pace = (pace..=places).find(|&pace| gcd(pace, places) == 1).unwrap_or(1);
    time % places * pace % places
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
