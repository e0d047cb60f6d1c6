//! Detection of runs in which no match can be decided.

use stoker_engine::Game;

use super::RunError;
use crate::journal::SlotResult;
use crate::plan::Plan;
use crate::void::Void;

/// The fewest void slots after which a run is given up.
const FEWEST: u64 = 50;

/// The origin of a slot's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// This process played it.
    Fresh,
    /// It is from the journal.
    Journal,
}

/// Notices that a run decides no match at all, so that it is given up early.
///
/// Only void slots that this process played count. Once a single match was decided, by this process
/// or before, the run is never given up: void slots that come later, or that some entrants cause,
/// do not end it. Every pairing is tried first, so that an entrant whose matches come first cannot
/// end the run alone.
#[derive(Debug)]
pub(super) struct AllVoidCheck {
    /// The void slots so far; `None` once a match was decided.
    voids: Option<u64>,
    most: u64,
}

impl AllVoidCheck {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Self {
        // On a ladder all entrants play on every seed.
        let of_a_seed = match plan.ladder() {
            Some(_) => plan.entrants().len() as u64,
            None => plan.per_seed(),
        };
        Self { voids: Some(0), most: FEWEST.max(of_a_seed) }
    }

    /// Notes the result of the next slot.
    pub(super) fn see(&mut self, fate: &SlotResult, origin: Origin) {
        self.voids = match (fate, origin) {
            (SlotResult::Played(_), _) => None,
            (SlotResult::Void(_), Origin::Fresh) => self.voids.map(|voids| voids + 1),
            (SlotResult::Void(_), Origin::Journal) => self.voids,
        };
    }

    /// Fails if the run is to be given up.
    ///
    /// # Errors
    /// [`RunError::AllVoid`] if all slots so far were void, the last one for this reason, and
    /// there are enough of them.
    pub(super) fn check(&self, last: &Void) -> Result<(), RunError> {
        match self.voids {
            Some(voids) if voids >= self.most => {
                Err(RunError::AllVoid { voids, last: last.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }
}
