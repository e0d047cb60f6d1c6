//! The way in which figures get their intervals.

use stoker_engine::Seed;

use super::estimate::Estimate;
use super::figure::{BOOTSTRAP_FROM, Figure};
use super::resample::Resamples;

/// Makes intervals. It draws bootstrap resamples only if there are enough seeds.
pub(super) struct IntervalMaker(Option<Resamples>);

impl IntervalMaker {
    pub(super) fn new(blocks: usize, master: Seed) -> Self {
        Self((blocks as u64 >= BOOTSTRAP_FROM).then(|| Resamples::new(blocks, master)))
    }

    pub(super) fn of(&self, figures: &[&Figure]) -> Vec<Estimate> {
        match &self.0 {
            Some(resamples) => resamples.estimates(figures),
            None => figures.iter().map(|figure| figure.by_t()).collect(),
        }
    }

    /// Estimates the figures that exist, and hands each to its row.
    pub(super) fn fill<R>(
        &self,
        figures: &[Option<Figure>],
        rows: &mut [R],
        set: impl Fn(&mut R, Estimate),
    ) {
        let (there, figures): (Vec<_>, Vec<_>) =
            figures.iter().enumerate().filter_map(|(row, f)| Some((row, f.as_ref()?))).unzip();
        for (row, estimate) in there.into_iter().zip(self.of(&figures)) {
            set(&mut rows[row], estimate);
        }
    }
}

/// Widens an interval to at least `half` on either side.
pub(super) fn widen(estimate: &mut Estimate, half: f64) {
    if let Some((low, high)) = &mut estimate.interval {
        *low = low.min(estimate.value - half);
        *high = high.max(estimate.value + half);
    }
}
