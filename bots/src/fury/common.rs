//! The parts that the bots of both sides share.

use std::sync::Arc;

use stoker_engine::fury::{Asked, Fury, Move, Word};
use stoker_engine::map::Place;
use stoker_engine::{Choice, Rng, one_of};

use super::atlas::Atlas;
use super::belief::Belief;
use crate::entry::Setup;

/// The rules, the map, and the belief of the hunters.
#[derive(Debug, Clone)]
pub(super) struct FuryKnowledge {
    pub(super) rules: Arc<Fury>,
    pub(super) atlas: Arc<Atlas>,
    pub(super) belief: Belief,
}

impl FuryKnowledge {
    pub(super) fn new(setup: &Setup<'_, Fury>) -> Self {
        let rules = Arc::clone(setup.game);
        let atlas = Arc::new(Atlas::new(&rules));
        let belief = Belief::on(Arc::clone(&atlas), &rules);
        Self { rules, atlas, belief }
    }

    /// Points of the margin for a point of Dracula's damage (fury G5).
    pub(super) fn goal(&self) -> f64 {
        f64::from(self.rules.params().goal)
    }

    /// Points of the margin for a point of influence (fury G5).
    pub(super) fn health(&self) -> f64 {
        f64::from(self.rules.params().health)
    }
}

/// The best answer, if it is legal, otherwise any.
pub(super) fn settled(asked: &Asked, best: Option<Move>, rng: &mut Rng) -> Choice<Move> {
    let best = best.filter(|mv| asked.choices.contains(*mv));
    let any = || one_of(rng, asked.choices.iter());
    best.or_else(any).unwrap_or(Move::Word(Word::No)).into()
}

pub(super) fn place(mv: Move) -> Option<Place> {
    if let Move::To(place) = mv { Some(place) } else { None }
}
