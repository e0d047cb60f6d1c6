//! What a run comes to.

use crate::results::manifest::Progress as Done;
use crate::standings::{Crosstable, Findings, Standing};
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
    /// Faults booked.
    pub faults: u64,
    /// The leaderboard, by side and rank; empty for a sweep.
    pub standings: Vec<Standing>,
    /// The crosstable, with exactly two unlike sides.
    pub crosstable: Option<Crosstable>,
    /// What the settings of a sweep come to.
    pub sweep: Option<SweepSummary>,
    /// What the last look of an A/B test found.
    pub comparison: Option<Findings>,
}

/// What a run comes to: nothing yet, for a shard.
#[derive(Debug, Default)]
pub struct Report {
    /// The leaderboard of a league.
    pub standings: Vec<Standing>,
    /// The crosstable of a league with exactly two unlike sides.
    pub crosstable: Option<Crosstable>,
    /// The settings of a sweep.
    pub sweep: Option<SweepSummary>,
}
