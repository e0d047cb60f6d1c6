//! Rules that end a run before its last match.

use stoker_engine::Game;

use crate::plan::Plan;
use crate::standings::StandingsTally;

/// A rule that decides whether a run has shown enough.
///
/// It is asked after every whole seed, in order. Its decision therefore depends on the plan alone,
/// and not on threads or on the time of an interruption.
pub(super) trait Rule {
    /// True if these seeds are enough.
    fn enough(&mut self, seeds: u64, tally: &StandingsTally) -> bool;
}

/// The rule of a plan, if it has one.
pub(super) fn of<G: Game>(plan: &Plan<G>) -> Option<Box<dyn Rule>> {
    let half_width = plan.until_interval()?;
    Some(Box::new(Precision { half_width }))
}

/// Ends a run when every 95% interval of a mean score is narrow enough.
struct Precision {
    half_width: f64,
}

impl Rule for Precision {
    fn enough(&mut self, seeds: u64, tally: &StandingsTally) -> bool {
        /// The number of seeds between two looks: a look can take longer than a fast match.
        const EVERY: u64 = 8;
        /// The number of seeds before the first look: intervals of fewer are too often narrow by
        /// luck.
        const FIRST: u64 = 32;
        (seeds >= FIRST && seeds.is_multiple_of(EVERY))
            && tally.widest().is_some_and(|widest| widest <= self.half_width)
    }
}
