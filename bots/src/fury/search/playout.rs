//! Playouts: a state is played on by quick copies of the bots of both sides.

use stoker_engine::fury::{Fury, Move, Phase, State, View};
use stoker_engine::{Game, Rng, Turn, Viewer};

use super::Search;
use super::evaluation::evaluate;
use crate::fury::belief::Belief;
use crate::fury::common::settled;
use crate::fury::dracula::Dracula;
use crate::fury::hunters::Hunters;

/// The histories that the hunters of a playout keep apart.
const CAP: usize = 150;

/// The players of both sides, as they are when a playout begins.
pub(super) struct Simulator<'a> {
    rules: &'a Fury,
    hunters: Hunters,
    dracula: Dracula,
    rounds: u16,
}

impl<'a> Simulator<'a> {
    /// The players of a bot. They begin with this belief of the hunters.
    pub(super) fn new(bot: &'a Search, belief: &Belief) -> Self {
        let belief = belief.thinned(CAP);
        let (mut hunters, mut dracula) = (bot.hunters.clone(), bot.dracula.clone());
        hunters.common.belief.clone_from(&belief);
        dracula.common.belief = belief;
        Self { rules: &bot.rules, hunters, dracula, rounds: bot.rounds }
    }

    /// Plays a move and some rounds more. Returns the margin that is to be expected then.
    pub(super) fn play(&self, state: &State, mv: Move, mut rng: Rng) -> f64 {
        let rules = self.rules;
        let mut state = state.clone();
        let (mut hunters, mut dracula) = (self.hunters.clone(), self.dracula.clone());
        let first = rules.view(&state, Viewer(1));
        if let View::Hunters(view) = &first {
            hunters.common.belief.continue_from(view);
        }
        let last = first.table().round.saturating_add(self.rounds);
        let mut next = mv;
        loop {
            let played = rules.play(&mut state, next.into());
            debug_assert!(played.is_ok(), "{next:?} was offered");
            if played.is_err() {
                break;
            }
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
        evaluate(rules, &state, hunters)
    }
}
