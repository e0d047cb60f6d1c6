//! Means with intervals in which a seed is one observation.

use super::design::ScoreScale;
use super::estimate::Estimate;
use super::proportion::{difference_of, of_spread};
use super::student::t_quantile;

/// Sums of one entrant's scores on one kind of side, seed by seed.
///
/// Integer sums are enough, so memory does not grow with the number of seeds.
#[derive(Debug, Clone)]
pub struct SeedSums {
    /// The number of scores per seed.
    per_seed: u64,
    scale: ScoreScale,
    seeds: u64,
    sum: i128,
    squares: i128,
}

impl SeedSums {
    /// Makes empty sums for an entrant with this many scores of this kind on every seed.
    pub fn new(per_seed: u64, scale: ScoreScale) -> Self {
        Self { per_seed, scale, seeds: 0, sum: 0, squares: 0 }
    }

    /// Adds a seed, given the sum of all its scores.
    pub fn add_seed(&mut self, sum: i128) {
        self.seeds += 1;
        self.sum += sum;
        self.squares += sum * sum;
    }

    /// The number of scores.
    pub fn count(&self) -> u64 {
        self.seeds * self.per_seed
    }

    /// The mean of all scores, with a 95% t interval over the means of the seeds; of victories, the
    /// interval of a [share](super::share). `None` without a score.
    pub fn estimate(&self) -> Option<Estimate> {
        match self.scale {
            ScoreScale::Points => self.missing(0.05),
            ScoreScale::Victory => Some(of_spread(self.mean()?, self.error(), self.seeds)),
        }
    }

    /// The mean, with a t interval that misses the true mean with probability `outside`. Of
    /// victories, there is none if it has no width.
    pub fn missing(&self, outside: f64) -> Option<Estimate> {
        let t = self.seeds.checked_sub(1).and_then(|degrees| t_quantile(degrees, outside));
        let half = t.zip(self.error()).map(|(t, error)| t * error);
        Some(difference_of(self.scale, Estimate::around(self.mean()?, half)))
    }

    fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| self.sum as f64 / count as f64)
    }

    /// The standard error of the mean; `None` below two seeds.
    fn error(&self) -> Option<f64> {
        let (seeds, per_seed) = (self.seeds as f64, self.per_seed as f64);
        let spread = || self.squared_deviations() / (seeds - 1.0) / seeds;
        (self.seeds > 1).then(|| spread().sqrt() / per_seed)
    }

    /// The sum of squared deviations of the seeds' sums from their mean.
    ///
    /// It is computed around the integer below the mean, so that integers hold all but the last
    /// digits. The difference of two huge floats would keep no digits.
    fn squared_deviations(&self) -> f64 {
        let seeds = i128::from(self.seeds);
        let (near, rest) = (self.sum.div_euclid(seeds), self.sum.rem_euclid(seeds));
        let around = self.squares - 2 * near * self.sum + seeds * near * near;
        let correction = rest as f64 * rest as f64 / self.seeds as f64;
        (around as f64 - correction).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(per_seed: u64, scores: &[i32]) -> SeedSums {
        let mut sums = SeedSums::new(per_seed, ScoreScale::Points);
        let of_seed = usize::try_from(per_seed).unwrap();
        let seeds = scores.chunks(of_seed).map(|seed| seed.iter().copied().map(i128::from).sum());
        seeds.for_each(|sum| sums.add_seed(sum));
        sums
    }

    /// Seed means 2, 4, 9: mean 5, s = sqrt(13), half = 4.302653 * sqrt(13 / 3) = 8.956686.
    #[test]
    fn the_interval_is_that_of_the_seed_means() {
        let (low, high) = sums(2, &[1, 3, 4, 4, 10, 8]).estimate().unwrap().interval.unwrap();
        assert!((low - (5.0 - 8.956_686)).abs() < 1e-5, "{low}");
        assert!((high - (5.0 + 8.956_686)).abs() < 1e-5, "{high}");
    }

    #[test]
    fn one_seed_has_a_mean_but_no_interval() {
        let one = sums(3, &[1, 2, 7]);
        assert_eq!(one.estimate(), Some(Estimate { value: 10.0 / 3.0, interval: None }));
        assert_eq!(sums(1, &[]).estimate(), None);
    }

    #[test]
    fn equal_seeds_have_an_interval_without_width() {
        assert_eq!(sums(3, &[7; 3_000]).estimate().unwrap().interval, Some((7.0, 7.0)));
    }

    /// No victory on 30 seeds: t² / (30 + t²) = 0.12237, as of a share.
    #[test]
    fn seeds_without_a_victory_have_an_interval_with_width() {
        let mut sums = SeedSums::new(2, ScoreScale::Victory);
        (0..30).for_each(|_| sums.add_seed(0));
        let (low, high) = sums.estimate().unwrap().interval.unwrap();
        assert!(low.abs() < 1e-9 && (high - 0.122_37).abs() < 1e-5, "{low} {high}");
        assert_eq!(sums.missing(0.01), Some(Estimate { value: 0.0, interval: None }));
    }

    #[test]
    fn small_differences_of_large_scores_are_not_lost() {
        let scores: Vec<i32> = (0..1_000).map(|n| 2_000_000_000 + n % 2).collect();
        let (low, high) = sums(1, &scores).estimate().unwrap().interval.unwrap();
        assert!((high - low - 2.0 * 1.962_341 * 0.500_250 / 1_000f64.sqrt()).abs() < 1e-5);
    }
}
