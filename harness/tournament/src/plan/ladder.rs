//! Ladders: the better half of a large field climbs from rung to rung.
//!
//! All entrants begin on the lowest rung. There each plays a few matches against changing
//! opponents. The better half of each kind of side goes on to the next rung, where half as many
//! play twice as often, and so on until few are left. Every rung costs the same. A field of
//! hundreds is thus ranked for a small share of the cost of a round-robin, and most of that is
//! spent on the entrants that compete for the first places.
//!
//! The number of entrants and seeds on each rung is known beforehand, so arithmetic turns a match
//! number into a rung, a seed and a place. The matches of the rungs below decide which entrants
//! these are.
//!
//! # Source
//! Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013
//! (sequential halving: equal effort for every round, half of the field dropped after each); the
//! term "rung" is from L. Li et al., "A System for Massively Parallel Hyperparameter Tuning", 2020.

mod rungs;

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use stoker_engine::Sides;

use super::{Pairing, PlanError};
use rungs::{LadderSide, Rung};

pub(super) use rungs::MOST_RUNGS;

/// The pairings of each rung, as far as they are decided.
#[derive(Debug)]
pub struct Ladder {
    sides: Vec<LadderSide>,
    rungs: Vec<Rung>,
    /// The numbers of all pairings, by their entrants.
    by_lineup: Vec<u32>,
    /// The field of each rung that is decided, from the lowest.
    fields: RwLock<Vec<Arc<RungField>>>,
}

/// The entrants on a rung by kind of side, the best first.
type RungField = Vec<Vec<usize>>;

impl Ladder {
    /// The ladder of a field, which lists the entrants of each kind of side.
    ///
    /// On the lowest rung each entrant plays on `seeds` seeds. If `rungs` is `None`, there are as
    /// many rungs as it takes to reach the smallest field.
    ///
    /// # Errors
    /// If a ladder cannot have these sides or this number of rungs, or there are too many matches.
    pub fn new(
        sides: &Sides,
        field: Vec<Vec<usize>>,
        seeds: u64,
        rungs: Option<u32>,
        pairings: &[Pairing],
    ) -> Result<Self, PlanError> {
        let names: Vec<_> = sides.kinds().collect();
        let kind_of = |side: usize| names.iter().position(|&k| k == sides.list()[side].kind);
        let all = sides.list().len();
        let earlier_of_kind =
            |side: usize| (0..side).filter(|&other| kind_of(other) == kind_of(side)).count();
        let seated = |side| LadderSide {
            kind: kind_of(side).unwrap_or(0),
            place_in_kind: earlier_of_kind(side),
        };
        let sides: Vec<_> = (0..all).map(seated).collect();
        if sides.iter().any(|side| side.place_in_kind > 1) {
            return Err(PlanError::LadderSides);
        }
        let sizes: Vec<usize> = field.iter().map(Vec::len).collect();
        let rungs = rungs::list(&sizes, seeds, rungs)?;
        let mut by_lineup: Vec<u32> = (0..).take(pairings.len()).collect();
        by_lineup.sort_by_key(|&pairing| pairings[pairing as usize].entrants());
        Ok(Self { sides, rungs, by_lineup, fields: RwLock::new(vec![Arc::new(field)]) })
    }

    /// The number of matches on all rungs together.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rungs.last().map_or(0, |rung| rung.matches().end)
    }

    /// Always false: every rung has a match.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The matches of each rung, from the lowest.
    pub fn stretches(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.rungs.iter().map(Rung::matches)
    }

    /// By rung: the number of entrants of each kind of side, and the number of seeds.
    pub fn sizes(&self) -> impl Iterator<Item = (&[usize], u64)> {
        self.rungs.iter().map(|rung| (&*rung.sizes, rung.seeds))
    }

    /// The number of matches on the rungs that are decided, whose entrants are known.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.rungs[self.decided() - 1].matches().end
    }

    fn decided(&self) -> usize {
        self.fields.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Forgets all rungs except the lowest.
    pub(crate) fn restart(&self) {
        self.fields.write().unwrap_or_else(PoisonError::into_inner).truncate(1);
    }

    /// True if the next rung is to be decided after this number of matches.
    pub(crate) fn is_due(&self, played: u64) -> bool {
        played == self.known() && self.decided() < self.rungs.len()
    }

    /// Decides the next rung from all entrants by kind of side, the best first. Of the entrants on
    /// the last rung, the best climb, as many as the next rung has room for.
    pub fn climb(&self, order: &[Vec<usize>]) {
        let mut fields = self.fields.write().unwrap_or_else(PoisonError::into_inner);
        let (last, room) = (&fields[fields.len() - 1], &self.rungs[fields.len()].sizes);
        let climbers = |kind: usize| {
            let able = order[kind].iter().filter(|entrant| last[kind].contains(entrant));
            able.take(room[kind]).copied().collect()
        };
        let field = Arc::new((0..room.len()).map(climbers).collect());
        fields.push(field);
    }

    /// The pairing and the index (number of the seed) of a match on a decided rung.
    ///
    /// # Panics
    /// If the match is on a rung that is not decided.
    #[must_use]
    pub fn match_at(&self, number: u64, pairings: &[Pairing]) -> (usize, u64) {
        let level = self.rungs.partition_point(|rung| rung.matches().end <= number);
        let rung = &self.rungs[level];
        let (seed, place) = rung.place(number);
        let field = {
            let fields = self.fields.read().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(fields.get(level).expect("a match is asked for when its rung is decided"))
        };
        let entrant = |&side: &LadderSide| field[side.kind][rung.seat(side, seed, place)];
        let lineup: arrayvec::ArrayVec<usize, 8> = self.sides.iter().map(entrant).collect();
        let key = |&pairing: &u32| pairings[pairing as usize].entrants();
        let found = self.by_lineup.binary_search_by(|pairing| key(pairing).cmp(&lineup));
        let found = found.expect("everyone who is able meets everyone");
        (self.by_lineup[found] as usize, rung.first_index() + seed)
    }
}

#[cfg(test)]
mod tests;
