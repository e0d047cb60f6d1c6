//! What a run comes to.

use crate::results::manifest::Progress as Done;
use crate::standings::{Crosstable, Findings, Results, Standing};
use crate::sweep::SweepSummary;

/// Whether a run is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// All planned matches were played.
    Complete,
    /// Matches were left when those played had shown what the run was to find out.
    Enough,
    /// It was stopped before; the files hold the matches up to there.
    Stopped,
}

impl Completion {
    /// What the progress of a run says.
    pub fn of(progress: &Done) -> Self {
        match progress.complete {
            true if progress.matches == progress.planned => Self::Complete,
            true => Self::Enough,
            false => Self::Stopped,
        }
    }
}

/// What a run comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    /// Whether all planned matches were played.
    pub completion: Completion,
    /// Finished slots: matches played, and void ones.
    pub done: u64,
    /// Matches planned.
    pub total: u64,
    /// Slots whose matches could not be decided.
    pub voids: u64,
    /// Faults booked; 0 where they are read back from a shard, which has no file of them.
    pub faults: u64,
    /// What its matches come to.
    pub report: Report,
}

/// What the matches of a run come to, by the kind of run.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    /// A league.
    League(Results),
    /// A sweep.
    Sweep(SweepSummary),
    /// An A/B test.
    Comparison {
        /// Its leaderboard and crosstable, as a league has them.
        results: Results,
        /// What its last look found: nothing before the first.
        found: Option<Box<Findings>>,
    },
    /// A shard: nothing yet, results come from all shards together.
    Shard,
}

impl Report {
    /// The leaderboard; empty where the run has none.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        match self {
            Self::League(results) | Self::Comparison { results, .. } => &results.standings,
            Self::Sweep(_) | Self::Shard => &[],
        }
    }

    /// The crosstable, if the run has one.
    #[must_use]
    pub fn crosstable(&self) -> Option<&Crosstable> {
        match self {
            Self::League(results) | Self::Comparison { results, .. } => results.crosstable.as_ref(),
            Self::Sweep(_) | Self::Shard => None,
        }
    }
}
