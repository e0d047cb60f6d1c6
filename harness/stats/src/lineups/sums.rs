//! The sums of matches between several rivals.

use std::cmp::Ordering;

use stoker_engine::{Direction, SideId, SideSet};

use crate::cells::MOST_BLOCKS;
use crate::design::DesignSide;

/// The most entrants whose meetings are counted pair by pair: a million pairs take 50 MiB.
pub const MOST_PAIRED: usize = 1_500;

/// Integer sums of matches in which all sides are of one kind.
///
/// A match ranks its sides: winners first, then by score; equal ones share a rank. An entrant that
/// plays several sides of a match is compared with others only. The memory depends on the number of
/// entrants, and not on the number of matches.
#[derive(Debug, Clone)]
pub struct LineupSums {
    pub(super) sides: Vec<DesignSide>,
    pub(super) rows: Vec<RowBlocks>,
    pub(super) seats: Vec<SeatBlocks>,
    /// By pair; empty if there are too many entrants.
    pub(super) pairs: Vec<MeetingSums>,
}

/// The sums of an entrant in a block of seeds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowBlock {
    pub(super) matches: u64,
    pub(super) score: i64,
    pub(super) wins: i64,
    /// Half points against other entrants: 2 for each that finished behind, 1 for each tie.
    pub(super) points: i64,
    /// The number of comparisons with other entrants.
    pub(super) compared: u64,
}

/// The sums of an entrant.
#[derive(Debug, Clone, Default)]
pub(super) struct RowBlocks {
    pub(super) blocks: Vec<RowBlock>,
}

/// The sums of a seat, by block of seeds.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatBlocks {
    pub(super) blocks: Vec<RowBlock>,
}

/// The meetings of two entrants; points are half points of the one with the lower number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MeetingSums {
    pub(super) meetings: u32,
    pub(super) points: u32,
    /// The seed that is not closed, and its sums.
    seed: u64,
    open: (u32, u32),
    /// Sums over closed seeds: of squared points, of points times meetings, of squared meetings.
    squares: u64,
    products: u64,
    sizes: u64,
}

impl MeetingSums {
    fn add(&mut self, seed: u64, points: u32) {
        if self.seed != seed {
            *self = self.closed();
            self.seed = seed;
        }
        self.meetings += 1;
        self.points += points;
        self.open.0 += points;
        self.open.1 += 1;
    }

    /// The sums with the open seed counted.
    fn closed(self) -> Self {
        let (points, meetings) = (u64::from(self.open.0), u64::from(self.open.1));
        Self {
            open: (0, 0),
            squares: self.squares + points * points,
            products: self.products + points * meetings,
            sizes: self.sizes + meetings * meetings,
            ..self
        }
    }

    /// The share of points of the first, its standard error over seeds, and the number of seeds.
    pub(super) fn share(self) -> Option<(f64, Option<f64>, u64)> {
        let Self { meetings, points, squares, products, sizes, .. } = self.closed();
        if meetings == 0 {
            return None;
        }
        let meetings = u64::from(meetings);
        let (n, share) = (meetings as f64, f64::from(points) / 2.0 / meetings as f64);
        let seeds = meetings * meetings / sizes;
        let squared = squares as f64 / 4.0 - share * products as f64 + share * share * sizes as f64;
        let error = (seeds > 1).then(|| {
            let factor = seeds as f64 / (seeds - 1) as f64;
            (squared.max(0.0) * factor).sqrt() / n
        });
        Some((share, error, seeds))
    }
}

impl LineupSums {
    /// Sums without matches of this many entrants.
    ///
    /// # Panics
    /// If the sides are not of one kind.
    #[must_use]
    pub fn new(sides: Vec<DesignSide>, entrants: usize) -> Self {
        assert!(sides.iter().all(|side| side.kind == sides[0].kind), "the sides are of one kind");
        let pairs =
            if entrants <= MOST_PAIRED { entrants * entrants.saturating_sub(1) / 2 } else { 0 };
        Self {
            seats: vec![SeatBlocks::default(); sides.len()],
            rows: vec![RowBlocks::default(); entrants],
            pairs: vec![MeetingSums::default(); pairs],
            sides,
        }
    }

    /// Counts a match of these entrants, by side, on the seed with this index. The matches of one
    /// seed come together.
    pub fn add(&mut self, index: u64, lineup: &[usize], scores: &[i32], winners: SideSet) {
        let block = block_of(index);
        for (seat, &row) in lineup.iter().enumerate() {
            let mut sums = RowBlock {
                matches: 1,
                score: scores[self.sides[seat].score].into(),
                wins: won(winners, seat).into(),
                ..RowBlock::default()
            };
            for (other, &rival) in lineup.iter().enumerate().filter(|&(_, &rival)| rival != row) {
                let points = match self.finish(seat, other, scores, winners) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                sums.points += points;
                sums.compared += 1;
                if row < rival && !self.pairs.is_empty() {
                    let pair = self.pair(row, rival);
                    self.pairs[pair].add(index, u32::try_from(points).unwrap_or(0));
                }
            }
            sums.add_to(&mut self.rows[row].blocks, block);
            sums.add_to(&mut self.seats[seat].blocks, block);
        }
    }

    /// Compares two sides of a match; the greater finished ahead.
    fn finish(&self, a: usize, b: usize, scores: &[i32], winners: SideSet) -> Ordering {
        let rising = |side: usize| match self.sides[side].direction {
            Direction::High => i64::from(scores[self.sides[side].score]),
            Direction::Low => -i64::from(scores[self.sides[side].score]),
        };
        won(winners, a).cmp(&won(winners, b)).then(rising(a).cmp(&rising(b)))
    }

    /// The number of a pair; `a` is less than `b`.
    pub(super) fn pair(&self, a: usize, b: usize) -> usize {
        let all = self.rows.len();
        a * (2 * all - a - 1) / 2 + (b - a - 1)
    }

    /// The number of matches of an entrant; a match counts once for each side that it played.
    #[must_use]
    pub fn matches(&self, row: usize) -> u64 {
        self.rows[row].blocks.iter().map(|block| block.matches).sum()
    }

    /// The number of matches that an entrant won.
    #[must_use]
    pub fn wins(&self, row: usize) -> u64 {
        let wins: i64 = self.rows[row].blocks.iter().map(|block| block.wins).sum();
        u64::try_from(wins).unwrap_or(0)
    }

    /// The entrants, best first by the matches so far: by mean rank, then by number.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let share = |row: usize| {
            let sums = |(points, compared): (i64, u64), block: &RowBlock| {
                (points + block.points, compared + block.compared)
            };
            let (points, compared) = self.rows[row].blocks.iter().fold((0, 0), sums);
            (compared > 0).then(|| points as f64 / compared as f64)
        };
        let shares: Vec<_> = (0..self.rows.len()).map(share).collect();
        let mut rows: Vec<usize> = (0..self.rows.len()).collect();
        // The sort is stable: equal ones keep their order.
        rows.sort_by(|&a, &b| crate::greater(shares[a], shares[b]));
        rows
    }

    /// The number of blocks of seeds with matches.
    pub(super) fn blocks(&self) -> usize {
        self.seats.iter().map(|seat| seat.blocks.len()).max().unwrap_or(0)
    }
}

impl RowBlock {
    fn add_to(self, blocks: &mut Vec<Self>, block: usize) {
        if block >= blocks.len() {
            blocks.resize(block + 1, Self::default());
        }
        let sums = &mut blocks[block];
        sums.matches += self.matches;
        sums.score += self.score;
        sums.wins += self.wins;
        sums.points += self.points;
        sums.compared += self.compared;
    }
}

/// The block of the seed with this index.
pub(crate) fn block_of(index: u64) -> usize {
    (index % MOST_BLOCKS) as usize
}

fn won(winners: SideSet, side: usize) -> bool {
    u8::try_from(side).is_ok_and(|side| winners.contains(SideId(side)))
}
