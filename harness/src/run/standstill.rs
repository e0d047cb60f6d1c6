//! Runs in which nothing can be decided.

use stoker_engine::Game;

use super::RunError;
use crate::journal::Fate;
use crate::plan::Plan;
use crate::void::Void;

/// So many void slots at least are booked before a run is given up.
const FEWEST: u64 = 50;

/// Where it is known from what became of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It was just tried.
    Fresh,
    /// From the journal.
    Journal,
}

/// Notices that a run decides nothing at all, so that it is not ground through to its end.
///
/// Of void slots only those count that this process met. Once a single match was decided, by this
/// process or before, nothing is given up any more: void slots that come later, or that some of the
/// entrants cause, are no reason to end a run. So that one entrant whose matches are first cannot end it, every
/// pairing is tried.
#[derive(Debug)]
pub(super) struct Standstill {
    /// `None` since a match was decided.
    voids: Option<u64>,
    most: u64,
}

impl Standstill {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Self {
        // On a ladder everyone plays on every seed.
        let of_a_seed = match plan.ladder() {
            Some(_) => plan.entrants().len(),
            None => plan.pairings().len(),
        };
        Self { voids: Some(0), most: FEWEST.max(of_a_seed as u64) }
    }

    /// Sees what became of the next slot.
    pub(super) fn see(&mut self, fate: &Fate, origin: Origin) {
        self.voids = match (fate, origin) {
            (Fate::Played(_), _) => None,
            (Fate::Void(_), Origin::Fresh) => self.voids.map(|voids| voids + 1),
            (Fate::Void(_), Origin::Journal) => self.voids,
        };
    }

    /// Whether to give up.
    ///
    /// # Errors
    /// If all slots so far were void, the last one for this reason, and they are enough.
    pub(super) fn check(&self, last: &Void) -> Result<(), RunError> {
        match self.voids {
            Some(voids) if voids >= self.most => {
                Err(RunError::Standstill { voids, last: last.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }
}
