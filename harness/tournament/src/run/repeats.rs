//! Pairings that play the same game whatever the seed: only their first matches are played.
//!
//! The first three matches of every pairing are played. If their plays, messages and faults are
//! equal, no answer came close to a time limit and the rules drew no chance, all other matches of
//! the pairing are copies of the first. If one of the three is void, nothing is copied.
//!
//! The rule looks at these three matches alone, so copies depend neither on threads nor on the time
//! of an interruption. A match that was played before the three were known is replaced by the copy.
//! In a shard that lacks one of the three, nothing is copied; the rule is applied when all shards
//! are merged.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stoker_engine::Game;
use stoker_external::fault::FaultKind;

use crate::identity::GameHash;
use crate::outcome::{Likeness, MatchOutcome, Original};
use crate::plan::{Plan, Slot};
use crate::referee::{Played, Referee};
use crate::starts::FIRST_MATCHES;

/// The first matches of each pairing, for all threads of a run.
#[derive(Debug)]
pub(super) struct Repeats {
    /// The number of pairings; 0 if no match of the plan can be a copy.
    pairings: usize,
    firsts: Mutex<Vec<Firsts>>,
}

/// The first matches of a pairing, as far as they are known.
#[derive(Debug, Clone, Default)]
struct Firsts {
    /// The hashes to compare, by index.
    traces: BTreeMap<u64, GameHash>,
    /// The outcome of the first match; dropped when the pairing is known not to repeat itself.
    original: Option<Box<MatchOutcome>>,
    differ: bool,
}

impl Repeats {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Self {
        let pairings = if plan.may_repeat() { plan.pairings().len() } else { 0 };
        Self { pairings, firsts: Mutex::new(vec![Firsts::default(); pairings]) }
    }

    /// Notes a match that was played.
    pub(super) fn note(&self, slot: &Slot, outcome: &MatchOutcome) {
        let Some(index) = first_index(slot).filter(|_| self.pairings > 0) else { return };
        self.firsts()[slot.pairing].note(index, outcome);
    }

    /// Notes a void slot, whose result is not known.
    pub(super) fn note_void(&self, slot: &Slot) {
        if first_index(slot).is_some() && self.pairings > 0 {
            self.firsts()[slot.pairing] = Firsts::different();
        }
    }

    /// The outcome of a match that is known to be a copy; `None` if it is not.
    pub(super) fn copy(&self, slot: &Slot) -> Option<MatchOutcome> {
        if self.pairings == 0 || first_index(slot).is_some() {
            return None;
        }
        let firsts = self.firsts();
        let original = firsts[slot.pairing].repeated()?;
        let (number, step) = (slot.pairing as u64, self.pairings as u64);
        let likeness = Likeness::Copy(Original { number, step });
        Some(MatchOutcome { likeness, ..original.clone() })
    }

    fn firsts(&self) -> MutexGuard<'_, Vec<Firsts>> {
        self.firsts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Firsts {
    /// Matches that are not known to be all alike.
    fn different() -> Self {
        Self { differ: true, ..Self::default() }
    }

    fn note(&mut self, index: u64, outcome: &MatchOutcome) {
        if self.differ {
            return;
        }
        match outcome.likeness {
            Likeness::Trace(trace) if self.traces.values().all(|one| *one == trace) => {
                self.traces.insert(index, trace);
                if index == 0 {
                    self.original = Some(Box::new(outcome.clone()));
                }
            }
            Likeness::Trace(_) | Likeness::Unknown | Likeness::Copy(_) => {
                *self = Self::different();
            }
        }
    }

    /// The outcome of every match of the pairing, if the first ones were the same.
    fn repeated(&self) -> Option<&MatchOutcome> {
        let all_known = (0..FIRST_MATCHES).all(|index| self.traces.contains_key(&index));
        self.original.as_deref().filter(|_| all_known)
    }
}

/// The index of a match among the first of its pairing, if it is one of them.
fn first_index(slot: &Slot) -> Option<u64> {
    (slot.index < FIRST_MATCHES).then_some(slot.index)
}

/// The likeness of the match that the referee played last, for comparison with others.
pub(super) fn likeness<G: Game>(
    plan: &Plan<G>,
    slot: &Slot,
    played: &Played,
    referee: &Referee<G>,
) -> Likeness {
    let timed_out = played
        .faults
        .iter()
        .any(|fault| matches!(fault.kind, FaultKind::WallTimeout | FaultKind::CpuTimeout));
    let can_differ = played.hurried || timed_out || !referee.chance().is_empty();
    if can_differ || !plan.may_repeat() || first_index(slot).is_none() {
        return Likeness::Unknown;
    }
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    };
    add(referee.plays());
    for (decision, message) in referee.messages() {
        add(&decision.to_string());
        add(message.as_str());
    }
    for fault in &played.faults {
        add(&format!("{fault:?}"));
    }
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    Likeness::Trace(GameHash(u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests;
