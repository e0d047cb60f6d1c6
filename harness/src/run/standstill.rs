//! Runs in which nothing can be decided.

use stoker_engine::Game;

use super::RunError;
use crate::journal::Fate;
use crate::plan::Plan;
use crate::void::Void;

/// The fewest void slots after which a run is given up.
const FEWEST: u64 = 50;

/// Notices that a run decides no match at all, so that it is given up early.
///
/// Only slots that this process played count, from its first on. Once a single match was decided,
/// the run is never given up: void slots that come later, or that some entrants cause, do not end
/// it. Every pairing is tried first, so that no entrant whose matches come first can end it.
#[derive(Debug)]
pub(super) struct Standstill {
    /// `None` since a match was decided.
    voids: Option<u64>,
    most: u64,
}

impl Standstill {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Self {
        // On a ladder all entrants play on every seed.
        let of_a_seed = match plan.ladder() {
            Some(_) => plan.entrants().len(),
            None => plan.pairings().len(),
        };
        Self { voids: Some(0), most: FEWEST.max(of_a_seed as u64) }
    }

    /// Notes the result of the next slot that was played.
    pub(super) fn see(&mut self, fate: &Fate) {
        self.voids = match fate {
            Fate::Played(_) => None,
            Fate::Void(_) => self.voids.map(|voids| voids + 1),
        };
    }

    /// Fails if the run is to be given up.
    ///
    /// # Errors
    /// [`RunError::Standstill`] if all slots so far were void, the last one for this reason, and
    /// there are enough of them.
    pub(super) fn check(&self, last: &Void) -> Result<(), RunError> {
        match self.voids {
            Some(voids) if voids >= self.most => {
                Err(RunError::Standstill { voids, last: last.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }
}
