//! Rows of the leaderboard.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::analysis::Estimate;
use crate::fault::FaultCounts;

/// What stands for the kind of side in rows of entrants that play all of them.
pub const ALL_SIDES: &str = "all";

/// A row of the leaderboard: one entrant on one kind of side, or on all that there are.
///
/// Figures have four decimals, as in the file: a table printed from either is the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// 1 for the best of this kind of side; `None` if it took no part.
    pub rank: Option<u32>,
    /// The ranks that the data leave possible, best and worst; `None` without a rating, or below
    /// two seeds.
    pub rank_interval: Option<(u32, u32)>,
    /// The kind of side, or [`ALL_SIDES`].
    pub side: String,
    /// The entrant's name.
    pub entrant: String,
    /// Whether it took part, and why not.
    pub status: Status,
    /// Matches played (a match counts twice if the entrant played two sides of this kind in it).
    pub matches: u64,
    /// Void slots, which no figure here counts (counted twice as matches are).
    pub voids: u64,
    /// Distinct games among the matches, summed over pairings.
    pub effective: Effective,
    /// Mean of the side's score; `None` before the first match, and over all sides.
    pub mean_score: Option<f64>,
    /// 95% interval of the mean, taking a seed as one observation; `None` below two whole seeds.
    pub interval: Option<(f64, f64)>,
    /// What the entrant adds to the score, in the direction that the side wants, above the mean of
    /// its kind; `None` before the first match, or where it cannot be compared with most.
    pub rating: Option<Estimate>,
    /// Strength by wins, in Elo; 0 is the mean of the kind. `None` without opponents.
    pub elo: Option<Estimate>,
    /// The weight in the equilibrium of the crosstable, and the mean score against it; `None` but
    /// for two sides of which one gains what the other loses, all of whom have met.
    pub nash: Option<(f64, f64)>,
    /// The share of matches won, from 0 to 1.
    pub win_rate: Option<f64>,
    /// Faults booked, by kind.
    pub faults: FaultCounts,
    /// Where it stood in the run that matches were taken from, if some were and it did.
    pub previous: Option<Previous>,
}

/// Where an entrant stood in an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Previous {
    /// Its rank, from 1.
    pub rank: u32,
    /// The mean of its score; `None` over all sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

impl Standing {
    /// Faults of all kinds.
    #[must_use]
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().sum()
    }
}

/// Whether an entrant took part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It did.
    Ok,
    /// It was found unfit to, for this reason.
    Unfit(String),
    /// It could not be built, for this reason.
    BuildFailed(String),
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Unfit(reason) => write!(f, "unfit: {reason}"),
            Self::BuildFailed(reason) => write!(f, "build failed: {reason}"),
        }
    }
}

impl Status {
    /// The status that is written like this; what says neither is a reason to be unfit.
    pub(crate) fn read(text: &str) -> Self {
        match (text.strip_prefix("unfit: "), text.strip_prefix("build failed: ")) {
            (_, Some(reason)) => Self::BuildFailed(reason.to_owned()),
            (Some(reason), None) => Self::Unfit(reason.to_owned()),
            (None, None) => Self::Unfit(text.to_owned()),
        }
    }
}

/// How many distinct games were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effective {
    /// Counted.
    Exact(u64),
    /// Estimated, with a standard error of 0.8%.
    Estimate(u64),
}

impl Effective {
    /// The count, and whether it is `exact` or an `estimate`.
    #[must_use]
    pub fn parts(self) -> (u64, &'static str) {
        match self {
            Self::Exact(count) => (count, "exact"),
            Self::Estimate(count) => (count, "estimate"),
        }
    }

    /// The sum of both; an estimate if either is.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(a + b),
            (Self::Exact(a) | Self::Estimate(a), Self::Exact(b) | Self::Estimate(b)) => {
                Self::Estimate(a + b)
            }
        }
    }
}

impl fmt::Display for Effective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(count) => write!(f, "{count}"),
            Self::Estimate(count) => write!(f, "~{count}"),
        }
    }
}
