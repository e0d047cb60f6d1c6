//! Highlights: the matches that show each entrant at its best, at its worst and at fault. Their
//! records are kept in addition to the sample.
//!
//! Highlights are a fold over matches in the order of their numbers, and depend on nothing else.
//! A run that was resumed, merged or played on many threads thus keeps the same records as any
//! other.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use stoker_engine::{Game, RankedValues, RankingScores, Side, SideId};
use stoker_external::fault::{Fault, FaultKind};

use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};

/// The most kinds of faults for which an entrant has a highlight on a kind of side.
const FAULTS: usize = 2;

/// The most highlights of an entrant on a kind of side: its best match, its worst, and faults.
#[cfg(test)]
const MOST: usize = 2 + FAULTS;

/// The highlights of the matches so far.
///
/// On each kind of side, an entrant's highlights are the match with its best score, the one with
/// its worst, and the first match with a fault of each of its first two kinds. Among equal scores,
/// the first match counts. A copy is never a highlight, because the match that it repeats comes
/// before it.
///
/// If several scores rank a side, equal first scores are told apart by the next ones.
///
/// Memory is about 250 bytes per entrant and kind of side, or per pairing and side.
#[derive(Debug)]
pub(crate) struct Highlights {
    scope: HighlightScope,
    kinds: Vec<&'static str>,
    /// By side: the scores that rank it.
    orders: Vec<RankingScores>,
    /// By player.
    players: Vec<PlayerHighlights>,
}

/// The players that have highlights of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HighlightScope {
    /// Each entrant on each kind of side.
    Entrants,
    /// Each pairing on each side, as if no other pairing were played.
    Pairings,
}

/// The highlights of one player so far.
#[derive(Debug, Clone, Default)]
struct PlayerHighlights {
    best: Option<RankedMatch>,
    worst: Option<RankedMatch>,
    /// By kind, in the order of their first match.
    faults: ArrayVec<(FaultKind, u64), FAULTS>,
}

/// The scores that rank a side in a match, and the number of the match.
#[derive(Debug, Clone)]
struct RankedMatch {
    values: RankedValues,
    number: u64,
}

impl Highlights {
    /// The highlights of a plan before its first match.
    pub(crate) fn new<G: Game>(plan: &Plan<G>, scope: HighlightScope) -> Self {
        let sides = plan.game().sides();
        let kinds: Vec<_> = sides.kinds().collect();
        let players = match scope {
            HighlightScope::Entrants => plan.entrants().len() * kinds.len(),
            HighlightScope::Pairings => plan.pairings().len() * sides.list().len(),
        };
        let scores = plan.game().scores();
        let orders = sides.iter().map(|(id, _)| RankingScores::of(sides, scores, id)).collect();
        Self { scope, kinds, orders, players: vec![PlayerHighlights::default(); players] }
    }

    /// True if a match after those so far would be a highlight.
    pub(crate) fn would_show<G: Game>(
        &self,
        plan: &Plan<G>,
        slot: &Slot,
        scores: &[i32],
        faults: &[Fault],
    ) -> bool {
        plan.game().sides().iter().any(|(id, side)| {
            let shown = &self.players[self.player(plan, slot, id, side)];
            let mut own = faults.iter().filter(|fault| fault.side == id);
            shown.is_beaten(&self.values(id, scores)) || own.any(|fault| shown.lacks(fault.kind))
        })
    }

    /// Takes in the next match. Returns true if it is a highlight for now.
    pub(crate) fn note<G: Game>(
        &mut self,
        plan: &Plan<G>,
        slot: &Slot,
        outcome: &MatchOutcome,
    ) -> bool {
        let MatchOutcome { scores, faults, .. } = outcome;
        if outcome.same_as().is_some() || !self.would_show(plan, slot, scores, faults) {
            return false;
        }
        for (id, side) in plan.game().sides().iter() {
            let player = self.player(plan, slot, id, side);
            let values = self.values(id, scores);
            let shown = &mut self.players[player];
            shown.score(RankedMatch { values, number: slot.number });
            for fault in faults.iter().filter(|fault| fault.side == id) {
                shown.fault(fault.kind, slot.number);
            }
        }
        true
    }

    /// The numbers of the matches that are highlights.
    pub(crate) fn numbers(&self) -> BTreeSet<u64> {
        self.players.iter().flat_map(PlayerHighlights::numbers).collect()
    }

    /// The scores that rank a side, of a match with these scores.
    fn values(&self, side: SideId, scores: &[i32]) -> RankedValues {
        self.orders[usize::from(side.0)].values(scores)
    }

    fn player<G: Game>(&self, plan: &Plan<G>, slot: &Slot, id: SideId, side: &Side) -> usize {
        let place = usize::from(id.0);
        match self.scope {
            HighlightScope::Pairings => slot.pairing * plan.game().sides().list().len() + place,
            HighlightScope::Entrants => {
                let entrant = plan.entrants_of(slot)[place];
                let kind = self.kinds.iter().position(|kind| *kind == side.kind);
                entrant * self.kinds.len() + kind.expect("each side is of one of the kinds")
            }
        }
    }
}

impl PlayerHighlights {
    /// True if these scores are better or worse than all so far.
    fn is_beaten(&self, values: &RankedValues) -> bool {
        self.best.as_ref().is_none_or(|best| *values > best.values)
            || self.worst.as_ref().is_none_or(|worst| *values < worst.values)
    }

    /// True if a fault of this kind would be a highlight.
    fn lacks(&self, kind: FaultKind) -> bool {
        !self.faults.is_full() && self.faults.iter().all(|(other, _)| *other != kind)
    }

    fn score(&mut self, mark: RankedMatch) {
        if self.best.as_ref().is_none_or(|best| mark.values > best.values) {
            self.best = Some(mark.clone());
        }
        if self.worst.as_ref().is_none_or(|worst| mark.values < worst.values) {
            self.worst = Some(mark);
        }
    }

    fn fault(&mut self, kind: FaultKind, number: u64) {
        if self.lacks(kind) {
            self.faults.push((kind, number));
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let marks = self.best.iter().chain(&self.worst).map(|mark| mark.number);
        marks.chain(self.faults.iter().map(|(_, number)| *number))
    }
}

#[cfg(test)]
mod tests;
