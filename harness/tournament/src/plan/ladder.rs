//! A ladder: of a large field, the better half climbs from rung to rung.
//!
//! All entrants begin on the lowest rung. There everyone plays a few matches against ever other
//! opponents; the better half of each kind of side goes on to the next rung, where half as many play
//! twice as often, and so on until few are left. Every rung costs the same, so that a field of
//! hundreds is ranked for a small share of what a round-robin takes, and most of it is spent on
//! those among whom the first places are decided.
//!
//! How many play on each rung, and on how many seeds, is known beforehand, so a match number is
//! taken apart by arithmetic. Who they are follows from the matches of the rungs below.
//!
//! # Source
//! Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013
//! (sequential halving: equal effort for every round, half of the field dropped after each); rungs
//! are so called by L. Li et al., "A System for Massively Parallel Hyperparameter Tuning", 2020.

mod rungs;

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use stoker_engine::Sides;

use super::{Pairing, PlanError};
use rungs::{LadderSide, Rung};

pub(super) use rungs::MOST_RUNGS;

/// Who meets whom on which rung.
#[derive(Debug)]
pub struct Ladder {
    sides: Vec<LadderSide>,
    rungs: Vec<Rung>,
    /// The numbers of all pairings, by their entrants.
    by_lineup: Vec<u32>,
    /// By rung, as far as decided: who is on it.
    fields: RwLock<Vec<Arc<Field>>>,
}

/// By kind of side: the entrants on a rung, the best first.
type Field = Vec<Vec<usize>>;

impl Ladder {
    /// The ladder of a field: by kind of side, who can play it.
    ///
    /// On the lowest rung everyone plays on `seeds` seeds. Without a number of rungs there are as
    /// many as it takes to come to the smallest field.
    ///
    /// # Errors
    /// If the sides or the number of rungs are such as no ladder can have, or there are too many
    /// matches.
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
        let twins =
            |side: usize| (0..side).filter(|&other| kind_of(other) == kind_of(side)).count();
        let seated = |side| LadderSide { kind: kind_of(side).unwrap_or(0), twin: twins(side) };
        let sides: Vec<_> = (0..all).map(seated).collect();
        if sides.iter().any(|side| side.twin > 1) {
            return Err(PlanError::LadderSides);
        }
        let sizes: Vec<usize> = field.iter().map(Vec::len).collect();
        let rungs = rungs::list(&sizes, seeds, rungs)?;
        let mut by_lineup: Vec<u32> = (0..).take(pairings.len()).collect();
        by_lineup.sort_by_key(|&pairing| pairings[pairing as usize].entrants());
        Ok(Self { sides, rungs, by_lineup, fields: RwLock::new(vec![Arc::new(field)]) })
    }

    /// How many matches all rungs have.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rungs.last().map_or(0, |rung| rung.matches().end)
    }

    /// Never: there is a match on every rung.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The matches of each rung, from the lowest.
    pub fn stretches(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.rungs.iter().map(Rung::matches)
    }

    /// How many of each kind of side play on each rung, and on how many seeds.
    pub fn sizes(&self) -> impl Iterator<Item = (&[usize], u64)> {
        self.rungs.iter().map(|rung| (&*rung.sizes, rung.seeds))
    }

    /// The matches of which is known who plays them: those of the rungs that are decided.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.rungs[self.decided() - 1].matches().end
    }

    fn decided(&self) -> usize {
        self.fields.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Forgets who has climbed, but for the lowest rung.
    pub(crate) fn restart(&self) {
        self.fields.write().unwrap_or_else(PoisonError::into_inner).truncate(1);
    }

    /// True if the next rung is to be decided once so many matches are played.
    pub(crate) fn is_due(&self, played: u64) -> bool {
        played == self.known() && self.decided() < self.rungs.len()
    }

    /// Decides the next rung: by kind of side, all entrants, the best first. Of those on the last
    /// rung, as many climb as have room.
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

    /// The pairing and the index (number of the seed) of a match that is known.
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
