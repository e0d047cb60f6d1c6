//! The news of a run beyond its progress: new kinds of faults, and the leaders.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use stoker_engine::Game;
use stoker_external::fault::FaultKind;

use super::all_void::Origin;
use super::{NewFault, Progress, RunTally};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};

/// The least time between two updates of the leaders, which take all ratings to compute.
const EVERY: Duration = Duration::from_secs(2);

/// The news that an observer has received.
#[derive(Debug)]
pub(super) struct Announcements {
    /// The faults so far, each kind once: entrant, kind of side, kind.
    seen: BTreeSet<(usize, &'static str, FaultKind)>,
    /// The time of the last update of the leaders.
    announced: Instant,
}

impl Announcements {
    pub(super) fn new() -> Self {
        Self { seen: BTreeSet::new(), announced: Instant::now() }
    }

    /// Takes in the faults of the next match, and reports those of a new kind if it was just
    /// played.
    pub(super) fn faults<G: Game>(
        &mut self,
        plan: &Plan<G>,
        slot: &Slot,
        outcome: &MatchOutcome,
        origin: Origin,
        observer: &dyn Progress,
    ) {
        let sides = plan.game().sides();
        for fault in &outcome.faults {
            let side = sides.side(fault.side).kind;
            let entrant = plan.entrants_of(slot)[usize::from(fault.side.0)];
            if !self.seen.insert((entrant, side, fault.kind)) || origin == Origin::Journal {
                continue;
            }
            let lineup: Vec<_> = plan.lineup_of(slot).iter().map(|one| one.name.clone()).collect();
            let place = fault.place(&**plan.game(), &lineup);
            let entrant = &lineup[usize::from(fault.side.0)];
            let (number, place) = (slot.number, place.as_str());
            observer.new_fault(&NewFault { number, entrant, side, place, fault });
        }
    }

    /// Reports the leaders, now and then.
    pub(super) fn leaders(&mut self, run_tally: &RunTally, observer: &dyn Progress) {
        if self.announced.elapsed() < EVERY {
            return;
        }
        self.announced = Instant::now();
        if let Some(tally) = run_tally.league() {
            observer.leaders(&tally.leaders());
        }
    }
}
