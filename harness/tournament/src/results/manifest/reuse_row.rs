//! The part of `run.toml` about the run that matches were taken from.

use serde::{Deserialize, Serialize};

use crate::standings::{Previous, Standing};

/// The run that matches were taken from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReuseRow {
    /// The identity of its plan.
    pub plan: String,
    /// The number of matches of this plan that it had, over all shards.
    pub matches: u64,
    /// Its leaderboard.
    pub previous: Vec<PreviousRow>,
}

/// The position of an entrant in the earlier run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PreviousRow {
    /// The kind of side.
    pub side: String,
    /// The entrant's name.
    pub entrant: String,
    /// Its rank and mean score.
    #[serde(flatten)]
    pub stood: Previous,
}

impl ReuseRow {
    /// Describes a run with these standings.
    #[must_use]
    pub fn new(plan: String, matches: u64, standings: &[Standing]) -> Self {
        let row = |standing: &Standing| {
            let stood =
                Previous { rank: standing.rank?, mean: standing.mean.map(|mean| mean.value) };
            let (side, entrant) = (standing.side.clone(), standing.entrant.clone());
            Some(PreviousRow { side, entrant, stood })
        };
        Self { plan, matches, previous: standings.iter().filter_map(row).collect() }
    }

    /// Adds to every standing the earlier position of its entrant. Entrants are identified by name:
    /// a bot of the same name may have changed.
    pub(crate) fn show_movement(&self, standings: &mut [Standing]) {
        for standing in standings {
            let same = |row: &&PreviousRow| {
                (&row.side, &row.entrant) == (&standing.side, &standing.entrant)
            };
            standing.previous = self.previous.iter().find(same).map(|row| row.stood);
        }
    }

    /// The part that affects the results, which the amount of saved work does not.
    pub(super) fn identity(&self) -> Self {
        Self { matches: 0, ..self.clone() }
    }
}
