//! The sums that all figures are computed from.

use stoker_engine::{Direction, SideId, SideSet};

use super::design::{PairingDesign, ScoreScale};
use super::figure::BOOTSTRAP_FROM;
use super::row_sums::RowSums;

/// The most blocks into which seeds are folded.
pub const MOST_BLOCKS: u64 = 1_024;
/// The most cells: with one score and two sides they take 40 MiB.
const MOST_CELLS: u64 = 1 << 21;

/// Integer sums for every pairing and block of seeds.
///
/// All matches of a seed belong to one block: its index modulo [`Cells::blocks_of`]. The sums do
/// not depend on the order of matches, and the memory not on their number.
#[derive(Debug, Clone)]
pub struct Cells {
    pairings: usize,
    scores: usize,
    sides: usize,
    most: u64,
    /// Matches by block and pairing.
    matches: Vec<u32>,
    /// Sums of scores by block, pairing and score.
    sums: Vec<i64>,
    /// Half points won against the other sides, by block, pairing and side.
    points: Vec<u32>,
    rows: Vec<RowSums>,
    /// The values of the score, by row.
    scales: Vec<ScoreScale>,
}

impl Cells {
    /// Cells without matches.
    #[must_use]
    pub fn new(design: &PairingDesign) -> Self {
        Self {
            pairings: design.pairings(),
            scores: design.scores(),
            sides: design.sides().len(),
            most: Self::blocks_of(design.pairings()),
            matches: vec![],
            sums: vec![],
            points: vec![],
            rows: vec![RowSums::default(); design.rows()],
            scales: (0..design.rows()).map(|row| design.scale_of(row)).collect(),
        }
    }

    /// The number of blocks for a plan with this many pairings.
    #[must_use]
    pub fn blocks_of(pairings: usize) -> u64 {
        (MOST_CELLS / (pairings as u64).max(1)).clamp(2, MOST_BLOCKS)
    }

    /// The block of the seed with this index.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 1,024")]
    pub fn block(&self, index: u64) -> usize {
        (index % self.most) as usize
    }

    /// Counts a match of a pairing on the seed with this index.
    pub fn add(
        &mut self,
        design: &PairingDesign,
        pairing: usize,
        index: u64,
        scores: &[i32],
        winners: SideSet,
    ) {
        let block = self.block(index);
        if block >= self.blocks() {
            let cells = (block + 1) * self.pairings;
            self.matches.resize(cells, 0);
            self.sums.resize(cells * self.scores, 0);
            self.points.resize(cells * self.sides, 0);
        }
        let cell = block * self.pairings + pairing;
        self.matches[cell] += 1;
        // A match can have more scores than those that rank sides; they belong to no cell.
        let own = cell * self.scores..(cell + 1) * self.scores;
        for (sum, &score) in self.sums[own].iter_mut().zip(scores) {
            *sum += i64::from(score);
        }
        for (side, row) in design.rows_in(pairing).enumerate() {
            self.points[cell * self.sides + side] += half_points(design, side, scores, winners);
            let score = scores[design.sides()[side].score];
            self.rows[row].add(block, score);
            if won(winners, side) {
                self.rows[row].add_win(block);
            }
        }
    }

    /// The sums of a row.
    #[must_use]
    pub fn row(&self, row: usize) -> &RowSums {
        &self.rows[row]
    }

    /// The greatest distance from a mean score to an end of its 95% interval over all rows, by
    /// Student's t.
    ///
    /// `None` while a row has fewer than 30 seeds, or than blocks if there are fewer of those. Ask
    /// after whole seeds. A call costs as much as adding a few matches.
    #[must_use]
    pub fn widest_half(&self) -> Option<f64> {
        // In a large field a block holds several seeds; fewer than 30 blocks are enough for t.
        let fewest = BOOTSTRAP_FROM.min(self.most);
        let half = |(row, &scale): (&RowSums, &ScoreScale)| {
            (row.seeds() >= fewest).then(|| row.reach(scale))?
        };
        let rows = self.rows.iter().zip(&self.scales);
        rows.map(half).try_fold(0.0, |widest: f64, half| Some(widest.max(half?)))
    }

    /// The number of blocks up to the last one with matches.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.matches.len() / self.pairings.max(1)
    }

    /// Matches of a pairing in a block.
    #[must_use]
    pub fn matches(&self, block: usize, pairing: usize) -> u32 {
        self.matches[block * self.pairings + pairing]
    }

    /// The sum of one score in a pairing's matches of a block.
    #[must_use]
    pub fn sum(&self, block: usize, pairing: usize, score: usize) -> i64 {
        self.sums[(block * self.pairings + pairing) * self.scores + score]
    }

    /// Half points of a side in a pairing's matches of a block: against every other side, 2 for a
    /// win and 1 for a tie.
    ///
    /// Unlike sides tie if both won or neither did. Identical sides in such a tie are compared by
    /// score.
    #[must_use]
    pub fn points(&self, block: usize, pairing: usize, side: usize) -> u32 {
        self.points[(block * self.pairings + pairing) * self.sides + side]
    }

    /// Number of matches by pairing.
    #[must_use]
    pub fn played(&self) -> Vec<u64> {
        let mut played = vec![0; self.pairings];
        for block in self.matches.chunks(self.pairings.max(1)) {
            played.iter_mut().zip(block).for_each(|(sum, &matches)| *sum += u64::from(matches));
        }
        played
    }
}

fn won(winners: SideSet, side: usize) -> bool {
    u8::try_from(side).is_ok_and(|side| winners.contains(SideId(side)))
}

fn half_points(design: &PairingDesign, side: usize, scores: &[i32], winners: SideSet) -> u32 {
    let sides = design.sides();
    let rising = |side: usize| match sides[side].direction {
        Direction::High => i64::from(scores[sides[side].score]),
        Direction::Low => -i64::from(scores[sides[side].score]),
    };
    let against = |other: usize| {
        let by_score = match sides[other].kind == sides[side].kind {
            true => rising(side).cmp(&rising(other)),
            false => std::cmp::Ordering::Equal,
        };
        match won(winners, side).cmp(&won(winners, other)).then(by_score) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        }
    };
    (0..sides.len()).filter(|&other| other != side).map(against).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DesignSide;
    use crate::synthetic::*;

    #[test]
    fn seeds_are_folded_into_a_bounded_number_of_blocks() {
        let blocks = [1, 9, 2_048, 2_049, 40_000, 1_000_000].map(Cells::blocks_of);
        assert_eq!(blocks, [1_024, 1_024, 1_024, 1_023, 52, 2]);
    }

    #[test]
    fn memory_does_not_grow_with_the_number_of_matches() {
        let design = duel(1, 1);
        let mut cells = Cells::new(&design);
        for index in 0..5_000 {
            cells.add(&design, 0, index, &[1], WON);
        }
        assert_eq!(
            (cells.blocks(), cells.matches.len(), cells.row(0).count()),
            (1_024, 1_024, 5_000)
        );
        assert_eq!((cells.matches(0, 0), cells.matches(1_023, 0)), (5, 4));
    }

    #[test]
    fn a_score_that_ranks_no_side_counts_in_no_other_pairing() {
        let design = duel(2, 1);
        let mut cells = Cells::new(&design);
        for index in 0..2 {
            cells.add(&design, 0, index, &[3, 90], WON);
            cells.add(&design, 1, index, &[5, 70], WON);
        }
        let sums = [0, 1].map(|block| [0, 1].map(|pairing| cells.sum(block, pairing, 0)));
        assert_eq!(sums, [[3, 5]; 2]);
    }

    #[test]
    fn the_order_of_matches_makes_no_difference() {
        let design = duel(2, 2);
        let sums = |indices: &mut dyn Iterator<Item = u64>| {
            let mut cells = Cells::new(&design);
            for index in indices {
                let score = i32::try_from(index * index % 17).unwrap();
                cells.add(&design, usize::try_from(index % 4).unwrap(), index / 4, &[score], LOST);
            }
            format!("{cells:?}")
        };
        assert_eq!(sums(&mut (0..80)), sums(&mut (0..80).rev()));
    }

    /// The winner has two half points; each side has one if both win or neither does.
    #[test]
    fn unlike_sides_tie_when_both_win_or_neither_does() {
        let design = duel(1, 1);
        let points = |winners| [0, 1].map(|side| half_points(&design, side, &[5], winners));
        assert_eq!([points(WON), points(LOST)], [[2, 0], [0, 2]]);
        assert_eq!([points(SideSet::NONE), points(BOTH)], [[1, 1], [1, 1]]);
    }

    /// Scores 5, 7, 7 of three identical sides: the second and the third tie, and both are above
    /// the first.
    #[test]
    fn identical_sides_are_compared_by_winning_then_by_score() {
        let design = three();
        let points =
            |winners| [0, 1, 2].map(|side| half_points(&design, side, &[5, 7, 7], winners));
        assert_eq!(points(SideSet::NONE), [0, 3, 3]);
        assert_eq!(points(WON), [4, 1, 1]);
    }

    /// Nobody wins on 40 seeds: t(39) = 2.02269, so the high end is t² / (40 + t²) = 0.09280.
    #[test]
    fn an_interval_of_victories_is_wide_if_there_are_none() {
        let victory = |side: DesignSide| DesignSide { scale: ScoreScale::Victory, ..side };
        let sides = duel(1, 1).sides().iter().copied().map(victory).collect();
        let design = PairingDesign::new(sides, vec![0, 1], vec![[0, 1].into_iter().collect()]);
        let mut cells = Cells::new(&design);
        (0..40).for_each(|index| cells.add(&design, 0, index, &[0], LOST));
        assert!((cells.widest_half().unwrap() - 0.092_80).abs() < 1e-5);
    }

    #[test]
    fn the_widest_interval_is_known_from_thirty_seeds_on() {
        let design = duel(2, 1);
        let mut cells = Cells::new(&design);
        for index in 0..30 {
            assert_eq!(cells.widest_half(), None);
            let score = i32::try_from(index % 2).unwrap();
            cells.add(&design, 0, index, &[10 * score], WON);
            cells.add(&design, 1, index, &[score], WON);
        }
        // The first row's: t(29) * 10 * s / sqrt(30), s = sqrt(30 / 29) / 2.
        let expected = 2.045_230 * 10.0 * 0.508_548 / 30f64.sqrt();
        assert!((cells.widest_half().unwrap() - expected).abs() < 1e-4);
    }
}
