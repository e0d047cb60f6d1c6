//! `random`: plays any legal move, each equally likely.
//!
//! Idea: the least that a bot can do, for every ruleset and side; whoever loses to it plays badly.
//! Cost: one draw from the generator a decision; nothing is allocated, nothing is remembered.
//! Weakness: it wants nothing.

use std::sync::Arc;

use stoker_engine::{Bot, Choice, Decision, Game, below};

use crate::entry::BotEntry;

/// A bot that plays any legal move, each equally likely.
pub struct Random<G> {
    game: Arc<G>,
}

/// Lists [`Random`] for a ruleset.
#[must_use]
pub fn random<G: Game>() -> BotEntry<G> {
    BotEntry {
        name: "random",
        summary: "Plays any legal move, each equally likely.",
        sides: &[],
        params: &[],
        make: |setup| Box::new(Random { game: Arc::clone(setup.game) }),
    }
}

impl<G: Game> Bot<G> for Random<G> {
    fn choose(&mut self, view: &G::View, turn: &mut Decision<'_, G::Move>) -> Choice<G::Move> {
        let mut moves = self.game.legal_moves(view);
        let count = u32::try_from(moves.len()).expect("a decision has fewer than 2^32 moves");
        let index = below(turn.rng(), count) as usize;
        moves.nth(index).expect("an exact-size iterator has as many items as it says").into()
    }
}
