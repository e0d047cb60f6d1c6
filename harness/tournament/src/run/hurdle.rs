//! What a match has to beat for its record to be wanted.

use std::sync::{PoisonError, RwLock};

use stoker_engine::Game;
use stoker_external::fault::Fault;

use crate::highlights::{Highlights, Scope};
use crate::outcome::Outcome;
use crate::plan::{Plan, Slot};
use crate::starts::FIRST_MATCHES;

/// What a match has to beat for its record to be wanted, for all threads of a run.
///
/// Whether a match is a highlight shows only when all matches before it are folded, but its record
/// is made when it is played. So the record of every match is made that the matches folded so far
/// do not rule out, and the fold drops what is none. This holds as well for the matches that a
/// shard has: they are among those before it in the whole run.
pub(super) struct Hurdle(Option<RwLock<Known>>);

struct Known {
    /// Of matches that are in the results whatever else there is.
    sure: Highlights,
    /// Where pairings can repeat themselves, of all: a match that was played here can be told as a
    /// copy once its shard is merged, and then beats nothing. But then the later matches of its
    /// pairing are copies too.
    pairings: Option<Highlights>,
}

impl Hurdle {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Self {
        let known = || Known {
            sure: Highlights::new(plan, Scope::Entrants),
            pairings: plan.may_repeat().then(|| Highlights::new(plan, Scope::Pairings)),
        };
        Self(plan.keeps_highlights().then(|| RwLock::new(known())))
    }

    /// Tells if the record of a match that comes after those folded may be wanted.
    pub(super) fn is_cleared<G: Game>(
        &self,
        plan: &Plan<G>,
        slot: &Slot,
        scores: &[i32],
        faults: &[Fault],
    ) -> bool {
        let Some(known) = &self.0 else { return false };
        let known = known.read().unwrap_or_else(PoisonError::into_inner);
        let shows = |by: &Highlights| by.would_show(plan, slot, scores, faults);
        shows(&known.sure) && known.pairings.as_ref().is_none_or(shows)
    }

    /// Notes the next match that is folded.
    pub(super) fn note<G: Game>(&self, plan: &Plan<G>, slot: &Slot, outcome: &Outcome) {
        let Some(known) = &self.0 else { return };
        let Outcome { scores, faults, .. } = outcome;
        let is_sure = !plan.may_repeat() || slot.index < FIRST_MATCHES;
        {
            // Few matches change anything, and threads that play wait for those who write.
            let known = known.read().unwrap_or_else(PoisonError::into_inner);
            let shows = |by: &Highlights| by.would_show(plan, slot, scores, faults);
            let changes = is_sure && shows(&known.sure);
            if !changes && known.pairings.as_ref().is_none_or(|pairings| !shows(pairings)) {
                return;
            }
        }
        let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
        if is_sure {
            known.sure.note(plan, slot, outcome);
        }
        if let Some(pairings) = &mut known.pairings {
            pairings.note(plan, slot, outcome);
        }
    }
}
