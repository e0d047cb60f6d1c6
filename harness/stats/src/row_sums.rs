//! Sums of one entrant on one kind of side.

use super::design::ScoreScale;
use super::figure::Figure;
use super::proportion::reach;

/// Integer sums of an entrant's scores, by block of seeds and over all of them.
///
/// The sums over blocks are updated with every match, so that a running league can ask for the
/// width of its intervals after every seed.
#[derive(Debug, Clone, Default)]
pub struct RowSums {
    /// The sum of scores and their number, by block.
    blocks: Vec<(i64, u64)>,
    /// The number of matches won, by block.
    wins_of: Vec<u32>,
    count: u64,
    total: i128,
    wins: u64,
    /// Sums over blocks: of squared sums, of sums times numbers, and of squared numbers.
    squares: i128,
    products: i128,
    sizes: i128,
}

impl RowSums {
    /// Counts a score in a block.
    pub(super) fn add(&mut self, block: usize, score: i32) {
        if block >= self.blocks.len() {
            self.blocks.resize(block + 1, (0, 0));
            self.wins_of.resize(block + 1, 0);
        }
        let (sum, count) = &mut self.blocks[block];
        let (old_sum, old_count) = (i128::from(*sum), i128::from(*count));
        *sum += i64::from(score);
        *count += 1;
        let score = i128::from(score);
        self.squares += (2 * old_sum + score) * score;
        self.products += old_sum + score * (old_count + 1);
        self.sizes += 2 * old_count + 1;
        self.total += score;
        self.count += 1;
    }

    /// Counts the match that was added last to this block as won.
    pub(super) fn add_win(&mut self, block: usize) {
        self.wins += 1;
        self.wins_of[block] += 1;
    }

    /// The number of scores.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of all scores.
    #[must_use]
    pub fn total(&self) -> i128 {
        self.total
    }

    /// The number of matches won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// The mean score, with its shifts in this many blocks; `None` without a score.
    #[must_use]
    pub fn mean(&self, blocks: usize) -> Option<Figure> {
        let block = |block: usize| self.blocks.get(block).copied().unwrap_or_default();
        Figure::mean((0..blocks).map(block))
    }

    /// The share of matches won, with its shifts in this many blocks; `None` without a match.
    #[must_use]
    pub fn win_rate(&self, blocks: usize) -> Option<Figure> {
        Figure::mean((0..blocks).map(|block| self.wins_in(block)))
    }

    /// The number of matches won in a block, and the number of matches.
    pub(super) fn wins_in(&self, block: usize) -> (i64, u64) {
        let wins = self.wins_of.get(block).copied().unwrap_or_default();
        (wins.into(), self.blocks.get(block).copied().unwrap_or_default().1)
    }

    /// The number of whole seeds that the scores are worth: see [`Figure::seeds`].
    #[must_use]
    pub fn seeds(&self) -> u64 {
        let count = i128::from(self.count);
        u64::try_from(count * count / self.sizes.max(1)).unwrap_or(u64::MAX)
    }

    /// The greater distance from the mean to an end of its 95% interval, by Student's t over blocks
    /// of seeds.
    ///
    /// `None` below two seeds. Takes the same time for any number of blocks.
    #[must_use]
    pub fn reach(&self, scale: ScoreScale) -> Option<f64> {
        let seeds = self.seeds();
        let degrees = seeds.checked_sub(1).filter(|&degrees| degrees > 0)?;
        let factor = seeds as f64 / degrees as f64;
        let error = (self.squared_deviations() * factor).sqrt() / self.count as f64;
        reach(scale, self.total as f64 / self.count as f64, Some(error), seeds)
    }

    /// The sum over blocks of squared differences between the block's sum and the mean times its
    /// number of scores.
    ///
    /// It is computed around the integer below the mean, so that integers hold all but the last
    /// digits. The difference of two huge floats would keep no digits.
    fn squared_deviations(&self) -> f64 {
        let count = i128::from(self.count);
        let (near, rest) = (self.total.div_euclid(count), self.total.rem_euclid(count));
        let squares = self.squares - 2 * near * self.products + near * near * self.sizes;
        let products = self.products - near * self.sizes;
        let rest = rest as f64 / count as f64;
        (squares as f64 - 2.0 * rest * products as f64 + rest * rest * self.sizes as f64).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::t95;

    fn sums(scores: &[(usize, i32)]) -> RowSums {
        let mut sums = RowSums::default();
        for &(block, score) in scores {
            sums.add(block, score);
            if score > 0 {
                sums.add_win(block);
            }
        }
        sums
    }

    /// Seed means 2, 4, 9: half = 4.302653 * sqrt(13 / 3) = 8.956686.
    #[test]
    fn the_half_width_is_that_of_the_seed_means() {
        let sums = sums(&[(0, 1), (0, 3), (1, 4), (1, 4), (2, 10), (2, 8)]);
        assert!((sums.reach(ScoreScale::Points).unwrap() - 8.956_686).abs() < 1e-5);
        assert_eq!((sums.count(), sums.total(), sums.wins(), sums.seeds()), (6, 30, 6, 3));
    }

    #[test]
    fn it_is_half_the_width_of_the_t_interval_whatever_the_blocks() {
        let scores: Vec<_> =
            (0..50).zip(0..).map(|(n, m)| (n * n % 11, 2_000_000_000 - 7 * m)).collect();
        let sums = sums(&scores);
        let (low, high) = sums.mean(11).unwrap().by_t().interval.unwrap();
        assert!((sums.reach(ScoreScale::Points).unwrap() - (high - low) / 2.0).abs() < 1e-4);
        assert_eq!(sums.seeds(), sums.mean(11).unwrap().seeds);
    }

    #[test]
    fn without_two_seeds_there_is_no_width() {
        assert_eq!(sums(&[]).reach(ScoreScale::Points), None);
        assert_eq!(sums(&[(0, 4), (0, 5)]).reach(ScoreScale::Points), None);
        assert!(sums(&[(0, 4), (1, 4)]).reach(ScoreScale::Points).is_some_and(|half| half < 1e-12));
    }

    proptest! {
        #[test]
        fn the_half_width_is_the_textbooks(
            size in 1usize..4, scores in prop::collection::vec(-500i32..500, 12..60),
        ) {
            let whole = scores.len() / size * size;
            let blocks = scores[..whole].iter().enumerate().map(|(n, &score)| (n / size, score));
            let means: Vec<f64> = scores[..whole]
                .chunks(size)
                .map(|seed| seed.iter().map(|&s| f64::from(s)).sum::<f64>() / size as f64)
                .collect();
            let n = means.len() as f64;
            let mean = means.iter().sum::<f64>() / n;
            let variance = means.iter().map(|m| (m - mean) * (m - mean)).sum::<f64>() / (n - 1.0);
            let half = t95(means.len() as u64 - 1).unwrap() * (variance / n).sqrt();
            let found = sums(&blocks.collect::<Vec<_>>()).reach(ScoreScale::Points).unwrap();
            prop_assert!((found - half).abs() < 1e-9);
        }
    }
}
