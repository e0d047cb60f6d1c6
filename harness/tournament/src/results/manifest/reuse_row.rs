//! What `run.toml` says of the run that matches were taken from.

use serde::{Deserialize, Serialize};

use crate::standings::{Previous, Standing};

/// The run that matches were taken from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReuseRow {
    /// The identity of its plan.
    pub plan: String,
    /// How many matches of this plan it had, over all shards.
    pub matches: u64,
    /// Its leaderboard.
    pub previous: Vec<PreviousRow>,
}

/// Where an entrant stood in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PreviousRow {
    /// The kind of side.
    pub side: String,
    /// The entrant's name.
    pub entrant: String,
    /// Where it stood.
    #[serde(flatten)]
    pub stood: Previous,
}

impl ReuseRow {
    /// The run that had these standings.
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

    /// Says of every standing where its entrant stood before. A team's bot goes by its name: what is
    /// in it may have changed.
    pub(crate) fn show_movement(&self, standings: &mut [Standing]) {
        for standing in standings {
            let same = |row: &&PreviousRow| {
                (&row.side, &row.entrant) == (&standing.side, &standing.entrant)
            };
            standing.previous = self.previous.iter().find(same).map(|row| row.stood);
        }
    }

    /// What of it has a say in the results: not how much work it saved.
    pub(super) fn identity(&self) -> Self {
        Self { matches: 0, ..self.clone() }
    }
}
