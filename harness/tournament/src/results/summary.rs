//! The summary of a run.

use crate::results::manifest::ProgressRow;
use crate::standings::{
    Crosstable, DuelTable, Findings, LineupTables, PartnerTable, Results, Standing,
};
use crate::sweep::SweepSummary;

/// The state of a run: finished or stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// All planned matches were played.
    Complete,
    /// Some matches were not played, because those before them answered the question of the run.
    Enough,
    /// It was stopped early; the files hold the matches up to that point.
    Stopped,
}

impl Completion {
    /// The completion that `run.toml` records.
    pub fn of(progress: &ProgressRow) -> Self {
        match progress.complete {
            true if progress.matches == progress.planned => Self::Complete,
            true => Self::Enough,
            false => Self::Stopped,
        }
    }
}

/// The summary of a run: its counts and its results.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    /// The completion: finished or stopped.
    pub completion: Completion,
    /// The number of finished slots: matches played, and void ones.
    pub done: u64,
    /// The number of planned matches.
    pub total: u64,
    /// The number of slots whose matches could not be decided.
    pub voids: u64,
    /// The number of faults; 0 if they were read back from a shard, which has no file of them.
    pub faults: u64,
    /// The results of its matches.
    pub report: ResultsByKind,
}

/// The results of a run's matches, by the kind of run.
#[derive(Debug, Clone, PartialEq)]
pub enum ResultsByKind {
    /// A league.
    League(Results),
    /// A sweep.
    Sweep(SweepSummary),
    /// An A/B test.
    Comparison {
        /// Its leaderboard and crosstable, as for a league.
        results: Results,
        /// The findings of its last look; `None` before the first.
        found: Option<Box<Findings>>,
    },
    /// A shard: nothing yet, because results are made from all shards together.
    Shard,
}

impl ResultsByKind {
    /// The leaderboard; empty where the run has none.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        match self {
            Self::League(results) | Self::Comparison { results, .. } => &results.standings,
            Self::Sweep(_) | Self::Shard => &[],
        }
    }

    /// The table of partners, if the run has one.
    #[must_use]
    pub fn partners(&self) -> Option<&PartnerTable> {
        match self {
            Self::League(results) | Self::Comparison { results, .. } => results.partners.as_ref(),
            Self::Sweep(_) | Self::Shard => None,
        }
    }

    /// The table of entrants that play both of two unlike sides, if the run has it.
    #[must_use]
    pub fn duel(&self) -> Option<&DuelTable> {
        match self {
            Self::League(results) | Self::Comparison { results, .. } => results.duel.as_ref(),
            Self::Sweep(_) | Self::Shard => None,
        }
    }

    /// The tables of matches between several rivals, if the run has them.
    #[must_use]
    pub fn lineups(&self) -> Option<&LineupTables> {
        match self {
            Self::League(results) | Self::Comparison { results, .. } => results.lineups.as_ref(),
            Self::Sweep(_) | Self::Shard => None,
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
