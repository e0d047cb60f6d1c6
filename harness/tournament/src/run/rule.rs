//! When a run has shown enough, although matches are left.

use stoker_engine::Game;

use crate::plan::Plan;
use crate::standings::Tally;

/// Decides whether a run has shown enough.
///
/// It is asked after every whole seed, in order, so that what it decides depends on the plan alone:
/// not on threads, and not on where a run was interrupted.
pub(super) trait Rule {
    /// True if these seeds are enough.
    fn enough(&mut self, seeds: u64, tally: &Tally) -> bool;
}

/// The rule of a plan, if it has one.
pub(super) fn of<G: Game>(plan: &Plan<G>) -> Option<Box<dyn Rule>> {
    let half_width = plan.until_interval()?;
    Some(Box::new(Precision { half_width }))
}

/// Enough when every 95% interval of a mean score is narrow enough.
struct Precision {
    half_width: f64,
}

impl Rule for Precision {
    fn enough(&mut self, seeds: u64, tally: &Tally) -> bool {
        /// Looks are for so many seeds at a time: each can take longer than a fast match.
        const EVERY: u64 = 8;
        /// The first look: intervals of fewer seeds are too often narrow by luck.
        const FIRST: u64 = 32;
        (seeds >= FIRST && seeds.is_multiple_of(EVERY))
            && tally.widest().is_some_and(|widest| widest <= self.half_width)
    }
}
