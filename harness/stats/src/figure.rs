//! A figure, and the shift that each block of seeds gives it.

use super::estimate::Estimate;
use super::student::t95;

/// From this many seeds on, intervals come from the bootstrap; below, from Student's t.
pub const BOOTSTRAP_FROM: u64 = 30;

/// A figure of a league, with the data for its interval.
///
/// Every figure here is a mean over blocks of seeds, or close to one. To first order a resampled
/// figure is its value plus the sum of the shifts of the blocks, each as often as the block was
/// drawn. (This is the infinitesimal jackknife. For the non-linear figures it makes the bootstrap a
/// one-step bootstrap.)
///
/// # Source
/// B. Efron, *The Jackknife, the Bootstrap and Other Resampling Plans*, 1982, chapter 6; L.
/// Moulton, S. Zeger, "Bootstrapping generalized linear models", 1991 (one step).
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// Shifts by block: how far one more copy of the block would move the figure. They add up to 0.
    pub shifts: Vec<f64>,
    /// The number of seeds that it rests on; less than the number played if some have few of its
    /// matches.
    pub seeds: u64,
}

impl Figure {
    /// The mean of sums over counts, both by block; `None` if all counts are 0.
    ///
    /// # Source
    /// W. G. Cochran, *Sampling Techniques*, 1977, 6.3 and 6.4: a ratio of sums over clusters.
    pub fn mean(blocks: impl Iterator<Item = (i64, u64)> + Clone) -> Option<Self> {
        let (sum, count) = blocks
            .clone()
            .fold((0i128, 0u64), |(sum, count), (s, n)| (sum + i128::from(s), count + n));
        if count == 0 {
            return None;
        }
        let value = sum as f64 / count as f64;
        // In integers up to the last step, so that equal blocks have no shift at all.
        let shift = |(s, n): (i64, u64)| {
            let moved = i128::from(s) * i128::from(count) - sum * i128::from(n);
            moved as f64 / count as f64 / count as f64
        };
        let seeds = effective_seeds(blocks.clone().map(|(_, n)| n));
        Some(Self { value, shifts: blocks.map(shift).collect(), seeds })
    }

    /// The standard error of the figure; `None` below two seeds.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        standard_error(self.shifts.iter().copied(), self.seeds)
    }

    /// The figure with its interval by Student's t over blocks of seeds.
    #[must_use]
    pub fn by_t(&self) -> Estimate {
        let t = self.seeds.checked_sub(1).and_then(t95);
        let half = t.zip(self.standard_error()).map(|(t, error)| t * error);
        Estimate::around(self.value, half)
    }

    /// The figure in another unit.
    pub(super) fn times(&self, factor: f64) -> Self {
        let shifts = self.shifts.iter().map(|shift| shift * factor).collect();
        Self { value: self.value * factor, shifts, seeds: self.seeds }
    }

    /// The difference from another figure, seed by seed.
    pub(super) fn less(&self, other: &Self) -> Self {
        let shifts = self.shifts.iter().zip(&other.shifts).map(|(a, b)| a - b).collect();
        Self { value: self.value - other.value, shifts, seeds: self.seeds.min(other.seeds) }
    }
}

/// The standard error of a sum of independent shifts around 0.
fn standard_error(shifts: impl Iterator<Item = f64>, seeds: u64) -> Option<f64> {
    let degrees = seeds.checked_sub(1).filter(|&degrees| degrees > 0)?;
    let squares: f64 = shifts.map(|shift| shift * shift).sum();
    Some((squares * seeds as f64 / degrees as f64).sqrt())
}

/// The number of equally large blocks that carry as much information as blocks of these sizes: the
/// square of the sum divided by the sum of squares, rounded down.
///
/// # Source
/// L. Kish, *Survey Sampling*, 1965, 11.7; for inference from clusters, A. Carter, K. Schnepel, D.
/// Steigerwald, "Asymptotic Behavior of a t-Test Robust to Cluster Heterogeneity", 2017.
pub(super) fn effective_seeds(sizes: impl Iterator<Item = u64>) -> u64 {
    let (sum, squares) = sizes.fold((0u128, 0u128), |(sum, squares), size| {
        (sum + u128::from(size), squares + u128::from(size) * u128::from(size))
    });
    if squares == 0 {
        return 0;
    }
    u64::try_from(sum * sum / squares).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(blocks: &[(i64, u64)]) -> Option<Figure> {
        Figure::mean(blocks.iter().copied())
    }

    /// Seed means 2, 4, 9: mean 5, s = sqrt(13), half = 4.302653 * sqrt(13 / 3) = 8.956686.
    #[test]
    fn the_t_interval_of_a_mean_is_that_of_the_seed_means() {
        let figure = mean(&[(4, 2), (8, 2), (18, 2)]).unwrap();
        assert_eq!((figure.value, figure.seeds), (5.0, 3));
        let (low, high) = figure.by_t().interval.unwrap();
        assert!((low - (5.0 - 8.956_686)).abs() < 1e-5, "{low}");
        assert!((high - (5.0 + 8.956_686)).abs() < 1e-5, "{high}");
    }

    /// Sizes 4, 4, 1: 81 / 33 = 2.45, so two seeds; sizes 4, 1: 25 / 17, so one.
    #[test]
    fn a_seed_with_few_matches_is_not_a_whole_one() {
        assert_eq!(mean(&[(4, 4), (8, 4), (9, 1)]).unwrap().seeds, 2);
        let two = mean(&[(4, 4), (9, 1)]).unwrap();
        assert_eq!((two.seeds, two.by_t().interval), (1, None));
        assert_eq!(mean(&[(0, 0)]), None);
    }

    #[test]
    fn equal_seeds_have_an_interval_without_width() {
        assert_eq!(mean(&[(21, 3); 1_000]).unwrap().by_t().interval, Some((7.0, 7.0)));
    }

    #[test]
    fn small_differences_of_large_scores_are_not_lost() {
        let blocks: Vec<_> = (0..1_000).map(|n| (2_000_000_000 + n % 2, 1)).collect();
        let (low, high) = mean(&blocks).unwrap().by_t().interval.unwrap();
        assert!((high - low - 2.0 * 1.962_341 * 0.500_250 / 1_000f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn a_difference_of_figures_is_taken_seed_by_seed() {
        let (a, b) = (mean(&[(1, 1), (5, 1)]).unwrap(), mean(&[(0, 1), (4, 1)]).unwrap());
        assert_eq!(a.less(&b).by_t().interval, Some((1.0, 1.0)));
    }
}
