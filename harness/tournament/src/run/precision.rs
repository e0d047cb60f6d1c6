//! The end of a run before its last match, when its results are precise enough.

use stoker_engine::Game;

use crate::plan::Plan;
use crate::standings::StandingsTally;

/// Ends a run when every 95% interval of a mean score is narrow enough.
///
/// It is asked after every whole seed, in order. Its decision therefore depends on the plan alone,
/// and not on threads or on the time of an interruption.
pub(super) struct Precision {
    half_width: f64,
}

impl Precision {
    /// The precision that a plan asks for, if it does.
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Option<Self> {
        plan.until_interval().map(|half_width| Self { half_width })
    }

    /// True if these seeds are enough.
    pub(super) fn is_reached(&self, seeds: u64, tally: &StandingsTally) -> bool {
        /// The number of seeds between two looks: a look can take longer than a fast match.
        const EVERY: u64 = 8;
        /// The number of seeds before the first look: intervals of fewer are too often narrow by
        /// luck.
        const FIRST: u64 = 32;
        (seeds >= FIRST && seeds.is_multiple_of(EVERY))
            && tally.widest().is_some_and(|widest| widest <= self.half_width)
    }
}
