//! Rows of the leaderboard.

use serde::{Deserialize, Serialize};
use stoker_external::fault::FaultCounts;
use stoker_external::unfit::EntrantStatus;
use stoker_stats::{Effective, Estimate};

/// The word that replaces the kind of side in rows of entrants that play all of them.
pub const ALL_SIDES: &str = "all";

/// A row of the leaderboard: one entrant on one kind of side, or on all kinds.
///
/// Figures have four decimals, as in the file, so a table printed from either is the same.
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
    /// Its part in the run; if it took none, the reason.
    pub status: EntrantStatus,
    /// The number of matches played; a match counts twice if the entrant played two sides of this
    /// kind in it.
    pub matches: u64,
    /// The number of void slots, which no other figure here includes; counted twice in the same
    /// case.
    pub voids: u64,
    /// The number of distinct games among the matches, summed over pairings; with drawn lineups,
    /// among all of them.
    pub effective: Effective,
    /// The mean of the side's score, with each seed as one observation; `None` before the first
    /// match, and over all sides.
    pub mean: Option<Estimate>,
    /// The entrant's contribution to the score above the mean of its kind, in the direction that
    /// the side wants. `None` before the first match, or if the entrant cannot be compared with
    /// most others.
    pub rating: Option<Estimate>,
    /// Strength by wins, in Elo; 0 is the mean of the kind. `None` without opponents.
    pub elo: Option<Estimate>,
    /// The weight in the equilibrium of the crosstable, and the mean score against it. `None`
    /// except for two sides of which one gains what the other loses, if all entrants have met.
    pub nash: Option<(f64, f64)>,
    /// The share of matches won, from 0 to 1.
    pub win_rate: Option<Estimate>,
    /// The mean rank in a match, from 1; `None` unless matches have three or more sides of one
    /// kind, or drawn lineups.
    pub mean_rank: Option<Estimate>,
    /// The means of the facts that the ruleset shows; empty over all sides.
    pub facts: Vec<FactMean>,
    /// The number of faults, by kind.
    pub faults: FaultCounts,
    /// Its position in the run that matches were taken from, if it had one.
    pub previous: Option<Previous>,
    /// The further scores, by which it is not ranked, in the ruleset's order.
    pub further: Vec<FurtherMean>,
}

/// The mean of a score by which an entrant is not ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct FurtherMean {
    /// The score's name.
    pub score: String,
    /// The mean over all matches; `None` before the first.
    pub mean: Option<f64>,
}

/// The mean of a fact that the ruleset shows.
#[derive(Debug, Clone, PartialEq)]
pub struct FactMean {
    /// The column's name.
    pub name: String,
    /// The mean over the entrant's matches; `None` before the first.
    pub mean: Option<f64>,
}

/// The position of an entrant in an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Previous {
    /// Its rank, from 1.
    pub rank: u32,
    /// Its mean score; `None` over all sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

impl Standing {
    /// The number of faults of all kinds.
    #[must_use]
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().sum()
    }
}
