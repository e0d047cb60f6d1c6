//! The bootstrap over blocks of seeds.

use stoker_engine::{Purpose, Seed, below};

use super::estimate::Estimate;
use super::figure::{BOOTSTRAP_FROM, Figure};
use super::solve::dot;
use super::student::{normal_below, t95};

/// The number of resamples.
pub const RESAMPLES: usize = 2_000;
const RESAMPLING: Purpose = Purpose::new("bootstrap");
/// The number of figures resampled together, so that their shifts stay in the cache.
const AT_ONCE: usize = 16;

/// The number of times that every block was drawn in every resample, less 1 for the time that it
/// was played.
///
/// All figures of a league share it. Resampling is then a product of two matrices: resamples by
/// blocks, and blocks by figures. The matches are not needed again.
#[derive(Debug, Clone)]
pub struct Resamples {
    blocks: usize,
    /// Additional copies by resample and block.
    extra: Vec<i8>,
}

impl Resamples {
    /// Draws as many blocks as there are, with replacement, for every resample.
    #[must_use]
    pub fn new(blocks: usize, master: Seed) -> Self {
        let mut rng = master.rng(None, None, RESAMPLING);
        let mut extra = vec![-1i8; blocks * RESAMPLES];
        let count = u32::try_from(blocks).unwrap_or(u32::MAX);
        for resample in extra.chunks_mut(blocks.max(1)) {
            for _ in 0..blocks {
                let drawn = &mut resample[below(&mut rng, count) as usize];
                *drawn = drawn.saturating_add(1);
            }
        }
        Self { blocks, extra }
    }

    /// Estimates figures with their 95% intervals: by the bootstrap, or by Student's t below 30
    /// seeds.
    ///
    /// The bootstrap interval is the expanded percentile interval. With few seeds plain percentiles
    /// are too narrow: they correspond to the normal distribution instead of Student's t, and to a
    /// variance over n instead of n - 1. So percentiles farther out are taken.
    ///
    /// # Source
    /// T. Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician
    /// 69, 2015, <https://doi.org/10.1080/00031305.2015.1089789>, section 3.3 (expanded
    /// percentile); A. C. Davison, D. V. Hinkley, *Bootstrap Methods and their Application*, 1997,
    /// 2.4 and 3.8 (resampling clusters).
    #[must_use]
    pub fn estimates(&self, figures: &[&Figure]) -> Vec<Estimate> {
        figures.chunks(AT_ONCE).flat_map(|figures| self.chunk(figures)).collect()
    }

    fn chunk(&self, figures: &[&Figure]) -> Vec<Estimate> {
        let many = |figure: &&Figure| figure.seeds >= BOOTSTRAP_FROM;
        let mut moves = vec![vec![]; figures.len()];
        if figures.iter().any(many) {
            let mut extra = vec![0.0; self.blocks];
            for resample in self.extra.chunks(self.blocks) {
                extra.iter_mut().zip(resample).for_each(|(to, &from)| *to = f64::from(from));
                for (moves, figure) in moves.iter_mut().zip(figures).filter(|(_, f)| many(f)) {
                    moves.push(dot(&extra, &figure.shifts));
                }
            }
        }
        let estimate = |(figure, mut moves): (&&Figure, Vec<f64>)| match moves.is_empty() {
            true => figure.by_t(),
            false => Estimate { value: figure.value, interval: Some(expanded(figure, &mut moves)) },
        };
        figures.iter().zip(moves).map(estimate).collect()
    }
}

/// The interval between two percentiles of the moves, expanded for the number of seeds.
fn expanded(figure: &Figure, moves: &mut [f64]) -> (f64, f64) {
    let tail = tail(figure.seeds);
    let (low, high) = (quantile(moves, tail), quantile(moves, 1.0 - tail));
    // An interval always holds its figure.
    (figure.value + low.min(0.0), figure.value + high.max(0.0))
}

/// The share of resamples to cut off at either end.
fn tail(seeds: u64) -> f64 {
    let n = seeds as f64;
    let t = t95(seeds - 1).expect("there are at least thirty seeds");
    normal_below(-t * (n / (n - 1.0)).sqrt())
}

/// A quantile of some numbers, which are reordered. The k-th of n is the quantile of k / (n + 1);
/// in between it is linear.
fn quantile(numbers: &mut [f64], share: f64) -> f64 {
    let last = numbers.len() - 1;
    let place = (share * (numbers.len() + 1) as f64 - 1.0).clamp(0.0, last as f64);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the length"
    )]
    let below = (place as usize).min(last.saturating_sub(1));
    let part = place - below as f64;
    let above = (below + 1).min(last);
    let (lower, &mut above, _) = numbers.select_nth_unstable_by(above, f64::total_cmp);
    let below = lower.iter().copied().max_by(f64::total_cmp).unwrap_or(above);
    below + part * (above - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(values: impl Iterator<Item = i64> + Clone) -> Figure {
        Figure::mean(values.map(|value| (value, 1))).unwrap()
    }

    #[test]
    fn every_resample_draws_as_many_blocks_as_there_are() {
        let resamples = Resamples::new(37, Seed(1));
        assert_eq!(resamples.extra.len(), 37 * RESAMPLES);
        let drawn = |resample: &[i8]| resample.iter().map(|&extra| i64::from(extra)).sum::<i64>();
        assert!(resamples.extra.chunks(37).all(|resample| drawn(resample) == 0));
    }

    #[test]
    fn the_seed_alone_decides_what_is_drawn() {
        let drawn = |seed| Resamples::new(40, Seed(seed)).extra;
        assert_eq!(drawn(5), drawn(5));
        assert_ne!(drawn(5), drawn(6));
    }

    /// With 30 seeds: the normal distribution below -2.045230 * sqrt(30 / 29) = -2.080194. With
    /// many: 2.5%, as in plain percentiles.
    #[test]
    fn with_few_seeds_less_is_cut_off() {
        assert!((tail(30) - 0.018_754).abs() < 1e-6, "{}", tail(30));
        assert!((tail(1_000_000) - 0.025).abs() < 1e-6);
    }

    /// Quantiles by k / (n + 1) of 10, 20, 30: 0.25 gives 10, 0.375 gives 15.
    #[test]
    fn quantiles_are_linear_between_order_statistics() {
        let mut numbers = [30.0, 10.0, 20.0];
        let quantiles =
            [0.25, 0.375, 0.5, 0.99].map(|share| format!("{}", quantile(&mut numbers, share)));
        assert_eq!(quantiles, ["10", "15", "20", "30"]);
    }

    /// Without skew the expanded percentile interval is close to Student's t interval. 2,000
    /// resamples leave about 3% of noise.
    #[test]
    fn the_interval_of_symmetric_seeds_is_close_to_students() {
        for seeds in [30, 100, 1_000] {
            let figure = figure((0..seeds).map(|k| k * 7_919 % seeds));
            let blocks = usize::try_from(seeds).unwrap();
            let resamples = Resamples::new(blocks, Seed(3));
            let (low, high) = resamples.estimates(&[&figure])[0].interval.unwrap();
            let (t_low, t_high) = figure.by_t().interval.unwrap();
            let wider = (high - low) / (t_high - t_low) - 1.0;
            assert!(wider.abs() < 0.05, "{seeds}: {wider}");
        }
    }

    #[test]
    fn a_long_tail_upwards_pushes_the_interval_up() {
        let figure = figure((0..60).map(|k| if k % 12 == 0 { 1_000 } else { 0 }));
        let (low, high) = Resamples::new(60, Seed(3)).estimates(&[&figure])[0].interval.unwrap();
        assert!(high - figure.value > 1.1 * (figure.value - low), "{low} to {high}");
    }

    #[test]
    fn below_thirty_seeds_the_interval_is_students() {
        let figure = figure(0..29);
        assert_eq!(Resamples::new(29, Seed(3)).estimates(&[&figure]), [figure.by_t()]);
        let one = self::figure(4..5);
        assert_eq!(Resamples::new(1, Seed(3)).estimates(&[&one])[0].interval, None);
    }
}
