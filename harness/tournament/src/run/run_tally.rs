//! The running sums of a league or a sweep.

use stoker_engine::Game;

use super::ab_test::LastLook;
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::results::ResultsByKind;
use crate::results::manifest::Manifest;
use crate::standings::StandingsTally;
use crate::sweep::SweepTally;

/// The running sums of a run.
#[derive(Clone)]
pub(crate) enum RunTally {
    /// Those of a league, by entrant.
    League(Box<StandingsTally>),
    /// Those of a sweep, by setting.
    Sweep(Box<SweepTally>),
}

impl RunTally {
    pub(crate) fn new<G: Game>(plan: &Plan<G>) -> Self {
        match plan.swept() {
            None => Self::League(Box::new(StandingsTally::new(plan))),
            Some(swept) => Self::Sweep(Box::new(SweepTally::new(plan, swept))),
        }
    }

    /// Counts a match; matches come in the order of their numbers.
    pub(crate) fn add(&mut self, slot: &Slot, outcome: &MatchOutcome) {
        match self {
            Self::League(tally) => tally.add(slot, outcome),
            Self::Sweep(tally) => tally.add(slot, outcome),
        }
    }

    /// Counts a void slot, in its turn.
    pub(crate) fn add_void(&mut self, slot: &Slot) {
        match self {
            Self::League(tally) => tally.add_void(slot),
            Self::Sweep(tally) => tally.add_void(slot),
        }
    }

    /// The number of rows, each an entrant on a kind of side.
    pub(crate) fn row_count(&self) -> usize {
        match self {
            Self::League(tally) => tally.row_count(),
            Self::Sweep(tally) => tally.row_count(),
        }
    }

    /// The row of a side in a match.
    pub(crate) fn row(&self, slot: &Slot, side: usize) -> usize {
        match self {
            Self::League(tally) => tally.row(slot, side),
            Self::Sweep(tally) => tally.row(slot.pairing, side),
        }
    }

    /// The kind of side and the entrant of a row.
    pub(crate) fn row_names(&self, row: usize) -> (&str, &str) {
        match self {
            Self::League(tally) => tally.row_names(row),
            Self::Sweep(tally) => tally.row_names(row),
        }
    }

    /// The number of faults so far.
    pub(crate) fn faults(&self) -> u64 {
        match self {
            Self::League(tally) => tally.faults(),
            Self::Sweep(tally) => tally.faults(),
        }
    }

    /// The results so far. An A/B test has its last look.
    pub(super) fn results(&self, manifest: &Manifest, test: Option<LastLook>) -> ResultsByKind {
        match self {
            Self::Sweep(tally) => ResultsByKind::Sweep(tally.summary()),
            Self::League(tally) => {
                let mut results = tally.results();
                if let Some(reuse) = &manifest.reuse {
                    reuse.show_movement(&mut results.standings);
                }
                match test {
                    None => ResultsByKind::League(results),
                    Some(LastLook(found)) => {
                        ResultsByKind::Comparison { results, found: found.map(Box::new) }
                    }
                }
            }
        }
    }

    /// The sums of a league, if it is one.
    pub(crate) fn league(&self) -> Option<&StandingsTally> {
        match self {
            Self::League(tally) => Some(tally),
            Self::Sweep(_) => None,
        }
    }
}
