//! Rows of the leaderboard.

use serde::{Deserialize, Serialize};
use stoker_external::fault::FaultCounts;
use stoker_external::unfit::Status;
use stoker_stats::{Effective, Estimate};

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
    /// Mean of the side's score, taking a seed as one observation; `None` before the first match, and
    /// over all sides.
    pub mean: Option<Estimate>,
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
