//! Mean and interval of numbers that arrive one by one.

use super::design::ScoreScale;
use super::estimate::Estimate;
use super::proportion::of_spread;
use super::student::t95;

/// Running mean and spread of one number per seed.
///
/// # Source
/// B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products",
/// Technometrics 4 (1962), <https://doi.org/10.2307/1266577>.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moments {
    seeds: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Moments {
    /// Adds the number of one more seed.
    pub fn add(&mut self, number: f64) {
        self.seeds += 1;
        let before = number - self.mean;
        self.mean += before / self.seeds as f64;
        self.squares += before * (number - self.mean);
    }

    /// The mean of a score of this kind: of victories, it has the interval of a share.
    #[must_use]
    pub fn mean_of(&self, scale: ScoreScale) -> Option<Estimate> {
        match scale {
            ScoreScale::Points => self.estimate(),
            ScoreScale::Victory => {
                let degrees = self.seeds.checked_sub(1)?;
                let spread = || (self.squares / degrees as f64 / self.seeds as f64).sqrt();
                Some(of_spread(self.mean, (degrees > 0).then(spread), self.seeds))
            }
        }
    }

    /// The mean, with its interval by Student's t over the seeds; `None` before the first seed.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let degrees = self.seeds.checked_sub(1)?;
        let spread = || (self.squares / degrees as f64 / self.seeds as f64).sqrt();
        Some(Estimate::around(self.mean, t95(degrees).map(|t| t * spread())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers 2, 4, 9: mean 5, s = sqrt(13), half = 4.302653 * sqrt(13 / 3) = 8.956686.
    #[test]
    fn the_interval_is_the_textbooks() {
        let mut moments = Moments::default();
        assert_eq!(moments.estimate(), None);
        moments.add(2.0);
        assert_eq!(moments.estimate(), Some(Estimate { value: 2.0, interval: None }));
        moments.add(4.0);
        moments.add(9.0);
        let Estimate { value, interval } = moments.estimate().unwrap();
        let (low, high) = interval.unwrap();
        assert!((value - 5.0).abs() < 1e-12);
        assert!((low - (5.0 - 8.956_686)).abs() < 1e-5, "{low}");
        assert!((high - (5.0 + 8.956_686)).abs() < 1e-5, "{high}");
    }
}
