//! Playouts: a state is played on by quick copies of the bots of both sides.

use std::sync::Arc;

use stoker_engine::fury::{Fury, Move, Phase, State, View};
use stoker_engine::{Game, Rng, Turn, Viewer};

use super::worth::worth;
use crate::entry::Setup;
use crate::fury::belief::Belief;
use crate::fury::common::settled;
use crate::fury::dracula::Dracula;
use crate::fury::hunters::Hunters;

/// The histories that the hunters of a playout keep apart.
const CAP: usize = 150;

/// The players of both sides, as they are when a playout begins.
#[derive(Clone)]
pub(super) struct Playouts {
    rules: Arc<Fury>,
    hunters: Hunters,
    dracula: Dracula,
    rounds: u16,
}

impl Playouts {
    pub(super) fn new(setup: &Setup<'_, Fury>, rounds: u16) -> Self {
        Self {
            rules: Arc::clone(setup.game),
            hunters: Hunters::skilled(setup),
            dracula: Dracula::lurking(setup),
            rounds,
        }
    }

    /// Sets the hunters' belief with which playouts begin.
    pub(super) fn expect(&mut self, belief: &Belief) {
        self.hunters.common.belief = belief.thinned(CAP);
    }

    /// Plays a move and some rounds more. Returns the margin that is to be expected then.
    pub(super) fn play(&self, state: &State, mv: Move, mut rng: Rng) -> f64 {
        let Self { rules, dracula, .. } = self;
        let mut state = state.clone();
        let mut hunters = self.hunters.clone();
        let mut dracula = dracula.clone();
        let first = rules.view(&state, Viewer(1));
        if let View::Hunters(view) = &first {
            hunters.common.belief.take_over(view);
        }
        let last = first.table().round.saturating_add(self.rounds);
        let mut next = mv;
        while rules.play(&mut state, next.into()).is_ok() {
            let Turn::ToMove(seat) = rules.turn(&state) else { break };
            let view = rules.view(&state, rules.sides().viewer_of(seat));
            if view.table().round >= last && view.table().phase == Phase::Day {
                break;
            }
            let Some(asked) = view.asked() else { break };
            let best = match &view {
                View::Hunters(view) => {
                    hunters.common.belief.update(view);
                    hunters.answer(view, asked, &mut rng)
                }
                View::Dracula(view) => {
                    dracula.common.belief.clone_from(&hunters.common.belief);
                    dracula.answer(view, asked, &mut rng)
                }
            };
            next = settled(asked, best, &mut rng).mv;
        }
        worth(rules, &state, hunters)
    }
}
