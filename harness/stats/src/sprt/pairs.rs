//! Sums over pairs of scores.

use super::Either;
use crate::student::NORMAL_95;
use crate::{Estimate, t95};

/// Upper bound (exclusive) of the magnitude of a score. Sums over a million pairs then fit in 128
/// bits.
pub const MOST_SCORE: u64 = 1 << 41;

/// The scores of A and B on one seed, against the same opponents.
///
/// They are in any unit that is the same for all pairs of a test; more is better. Their magnitude
/// is below [`MOST_SCORE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// A's score.
    pub a: i64,
    /// B's score.
    pub b: i64,
    /// The comparison of A's games with B's.
    pub play: GamesCompared,
    /// The identity of all games of this pair. Two pairs with the same identity are copies.
    pub games: u128,
}

/// The comparison of A's and B's games on a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GamesCompared {
    /// All of A's games are B's, move for move.
    Identical,
    /// Some game differs.
    Different,
}

/// Exact sums over pairs, of constant size.
#[derive(Debug, Clone, Default)]
pub struct PairSums {
    pairs: u64,
    different: u64,
    /// The games of the first pair, and the number of pairs with other games.
    first: Option<u128>,
    others: u64,
    a: i128,
    b: i128,
    a_squares: i128,
    b_squares: i128,
    products: i128,
    /// The numbers of pairs in which A's score is the higher one, and B's.
    ahead: Either<u64>,
}

impl PairSums {
    /// Counts a pair.
    pub fn add(&mut self, pair: Pair) {
        let (a, b) = (i128::from(pair.a), i128::from(pair.b));
        self.pairs += 1;
        self.different += u64::from(pair.play == GamesCompared::Different);
        self.others += u64::from(*self.first.get_or_insert(pair.games) != pair.games);
        self.a += a;
        self.b += b;
        self.a_squares += a * a;
        self.b_squares += b * b;
        self.products += a * b;
        self.ahead.a += u64::from(a > b);
        self.ahead.b += u64::from(b > a);
    }

    /// Pairs counted.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// True if there are pairs, and A and B played the same games in all of them.
    #[must_use]
    pub fn identical(&self) -> bool {
        self.pairs > 0 && self.different == 0
    }

    /// True if there are several pairs, and all are copies of the first. Together they say no more
    /// than the first alone.
    #[must_use]
    pub fn one_game(&self) -> bool {
        self.pairs > 1 && self.others == 0
    }

    /// The mean of A's scores less B's; `None` before the first pair.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        (self.pairs > 0).then(|| (self.a - self.b) as f64 / self.pairs as f64)
    }

    /// The mean difference, with a t interval as if the number of pairs had been fixed in advance.
    /// There is no interval if all pairs are copies of the first. `None` before the first pair.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let t = self.pairs.checked_sub(1).and_then(t95).filter(|_| !self.one_game());
        let n = self.pairs as f64;
        let spread = || self.spread(self.a - self.b, self.squares()) / n / (n - 1.0) / n;
        Some(Estimate::around(self.difference()?, t.map(|t| t * spread().sqrt())))
    }

    /// The numbers of pairs in which A's score is the higher one, and B's.
    #[must_use]
    pub fn ahead(&self) -> Either<u64> {
        self.ahead
    }

    /// The mean difference of scores that are 0 or `unit`, with an interval as if the number of
    /// pairs had been fixed in advance. It has a width even if no pair differs. `None` before the
    /// first pair.
    ///
    /// # Source
    /// A. Agresti, Y. Min, "Simple improved confidence intervals for comparing matched
    /// proportions", Statistics in Medicine 24, 2005: half a pair more of each kind.
    #[must_use]
    pub fn share_estimate(&self, unit: f64) -> Option<Estimate> {
        let value = self.difference()?;
        let (n, ahead) = (self.pairs as f64 + 2.0, self.ahead);
        let (more, differ) = (ahead.a as f64 - ahead.b as f64, (ahead.a + ahead.b) as f64 + 1.0);
        let half = NORMAL_95 * (differ - more * more / n).max(0.0).sqrt() / n;
        let interval = ((more / n - half) * unit, (more / n + half) * unit);
        let interval = (interval.0.min(value), interval.1.max(value));
        Some(Estimate { value, interval: (!self.one_game()).then_some(interval) })
    }

    /// The mean difference in standard deviations (over n - 1); `None` if the differences do not
    /// vary.
    #[must_use]
    pub fn effect(&self) -> Option<f64> {
        let n = self.pairs as f64;
        let spread = self.spread(self.a - self.b, self.squares());
        (spread > 0.0).then(|| (self.a - self.b) as f64 / n / (spread / n / (n - 1.0)).sqrt())
    }

    /// The correlation of A's and B's scores; `None` if either never varies.
    #[must_use]
    pub fn correlation(&self) -> Option<f64> {
        let (a, b) = (self.spread(self.a, self.a_squares), self.spread(self.b, self.b_squares));
        (a > 0.0 && b > 0.0).then(|| (self.shared() / (a.sqrt() * b.sqrt())).clamp(-1.0, 1.0))
    }

    /// The share of variance that pairing removed: 1 less the ratio of the variance of the
    /// difference to its variance with unpaired seeds. Negative if pairing did harm; `None` without
    /// variance.
    #[must_use]
    pub fn saved(&self) -> Option<f64> {
        let unpaired = self.spread(self.a, self.a_squares) + self.spread(self.b, self.b_squares);
        (unpaired > 0.0).then(|| 2.0 * self.shared() / unpaired)
    }

    /// The mean difference divided by the root mean square difference, from -1 to 1; 0 if all
    /// differences are 0.
    #[must_use]
    pub fn lean(&self) -> f64 {
        match self.squares() {
            0 => 0.0,
            squares => {
                let root = (self.pairs as f64).sqrt() * (squares as f64).sqrt();
                ((self.a - self.b) as f64 / root).clamp(-1.0, 1.0)
            }
        }
    }

    /// The sum of squared differences.
    fn squares(&self) -> i128 {
        self.a_squares - 2 * self.products + self.b_squares
    }

    /// The number of pairs times the sum of squared deviations from the mean.
    fn spread(&self, sum: i128, squares: i128) -> f64 {
        (i128::from(self.pairs) * squares - sum * sum) as f64
    }

    /// The number of pairs times the sum of products of deviations from the means.
    fn shared(&self) -> f64 {
        (i128::from(self.pairs) * self.products - self.a * self.b) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(pairs: &[(i64, i64)]) -> PairSums {
        let mut sums = PairSums::default();
        for (&(a, b), games) in pairs.iter().zip(0..) {
            sums.add(Pair { a, b, play: GamesCompared::Different, games });
        }
        sums
    }

    #[test]
    fn copies_of_one_pair_have_a_mean_and_no_interval() {
        let copy = Pair { a: 5, b: 3, play: GamesCompared::Different, games: 7 };
        let mut copies = PairSums::default();
        copies.add(copy);
        assert!(!copies.one_game());
        (0..40).for_each(|_| copies.add(copy));
        assert!(copies.one_game());
        assert_eq!(copies.estimate(), Some(Estimate { value: 2.0, interval: None }));
        copies.add(Pair { games: 8, ..copy });
        assert!(!copies.one_game());
        assert_eq!(copies.estimate().unwrap().interval, Some((2.0, 2.0)));
    }

    fn near(figure: Option<f64>, expected: f64) -> bool {
        figure.is_some_and(|figure| (figure - expected).abs() < 1e-6)
    }

    /// Student's sleep data ("The probable error of a mean", Biometrika 6, 1908): ten patients,
    /// hours of sleep gained with two drugs. Published there and in R's `sleep`: mean difference
    /// 1.58, paired t = 4.0621, 95% interval 0.7001 to 2.4599, correlation 0.7952.
    #[test]
    fn the_figures_are_those_of_students_sleep_data() {
        let gained = [
            (19, 7),
            (8, -16),
            (11, -2),
            (1, -12),
            (-1, -1),
            (44, 34),
            (55, 37),
            (16, 8),
            (46, 0),
            (34, 20),
        ];
        let sums = sums(&gained);
        assert!(near(sums.difference(), 15.8));
        let (low, high) = sums.estimate().unwrap().interval.unwrap();
        assert!((low - 7.001_142).abs() < 1e-4 && (high - 24.598_858).abs() < 1e-4);
        assert!((sums.correlation().unwrap() - 0.795_170).abs() < 1e-6);
        // 4.062128 / sqrt(10)
        assert!((sums.effect().unwrap() - 1.284_558).abs() < 1e-5);
        // t over n - 1 is 4.062128; over n, t = 4.062128 / 3 = 1.354043; r = t / sqrt(1 + t^2).
        assert!((sums.lean() - 0.804_413).abs() < 1e-5, "{}", sums.lean());
    }

    /// Variances 4.005778 and 3.200556 (R), covariance 0.795170 * sqrt of their product = 2.847:
    /// 2 * 2.847111 / 7.206333 = 0.790168.
    #[test]
    fn pairing_saves_twice_the_covariance_over_the_sum_of_variances() {
        assert!(near(sums(&[(1, 1), (2, 2), (3, 3)]).saved(), 1.0));
        assert!(near(sums(&[(1, 3), (2, 2), (3, 1)]).saved(), -1.0));
        // Deviations -1, 0, 1 and -1, 1, 0: products sum to 1, squares to 2 + 2.
        assert!(near(sums(&[(1, 1), (2, 3), (3, 2)]).saved(), 0.5));
    }

    #[test]
    fn what_does_not_vary_has_no_correlation_and_no_interval_width() {
        let still = sums(&[(5, 3), (5, 3), (5, 3)]);
        assert_eq!((still.correlation(), still.saved(), still.effect()), (None, None, None));
        assert_eq!(still.estimate().unwrap().interval, Some((2.0, 2.0)));
        assert_eq!(sums(&[(5, 3)]).estimate().unwrap().interval, None);
        assert_eq!(PairSums::default().difference(), None);
        assert!(!PairSums::default().identical());
    }

    /// 6 pairs for A, 2 for B, 92 ties: 4 / 102 = 0.039216, and 1.959964 sqrt(9 - 16 / 102) / 102 =
    /// 0.057143.
    #[test]
    fn the_interval_of_shares_is_that_of_agresti_and_min() {
        let pair = |n: i64| {
            if n < 6 {
                (2, 0)
            } else if n < 8 {
                (0, 2)
            } else {
                (0, 0)
            }
        };
        let sums = sums(&(0..100).map(pair).collect::<Vec<_>>());
        assert_eq!(sums.ahead(), Either { a: 6, b: 2 });
        let Estimate { value, interval } = sums.share_estimate(2.0).unwrap();
        let (low, high) = interval.unwrap();
        assert!((value - 0.08).abs() < 1e-9);
        assert!((low / 2.0 - (0.039_216 - 0.057_143)).abs() < 1e-5, "{low}");
        assert!((high / 2.0 - (0.039_216 + 0.057_143)).abs() < 1e-5, "{high}");
    }

    /// No pair of 100 differs: 1.959964 / 102 = 0.019215.
    #[test]
    fn shares_that_never_differ_have_an_interval_all_the_same() {
        let sums = sums(&[(1, 1); 100]);
        let (low, high) = sums.share_estimate(1.0).unwrap().interval.unwrap();
        assert!((high - 0.019_215).abs() < 1e-5 && (low + high).abs() < 1e-12, "{low} {high}");
    }

    #[test]
    fn the_largest_scores_of_the_longest_test_do_not_overflow() {
        let most = i128::from(MOST_SCORE);
        let pairs = i128::from(crate::sprt::MOST_PAIRS);
        let all = PairSums {
            pairs: crate::sprt::MOST_PAIRS,
            different: 1,
            first: Some(0),
            others: 1,
            a: pairs * most,
            b: -pairs * most,
            a_squares: pairs * most * most,
            b_squares: pairs * most * most,
            products: -pairs * most * most,
            ahead: Either { a: crate::sprt::MOST_PAIRS, b: 0 },
        };
        assert!(near(Estimate::columns(all.estimate())[1], 2.0 * MOST_SCORE as f64));
        assert!(near(Some(all.lean()), 1.0));
    }
}
