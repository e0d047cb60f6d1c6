//! `rollout`: plays its moves out, on many draws of the hidden facts.
//!
//! Idea: draws the hidden hands, decks and pedestrians, plays each legal move on to the end of the
//! round with a quick model of every seat, and takes the move after which it is furthest ahead of
//! the best of the others. Luck is the same for all moves. It leaves the model's own answer only
//! for a move that is better by more than the error of the estimate.
//! Cost: a decision takes several milliseconds, and more with more seats: docs/boss.md has figures.
//! Weakness: the draws follow the deal alone, not what the moves of the others say about their
//! cards; and it assumes that every seat plays as it does itself.

use std::sync::Arc;

use stoker_engine::boss::{Asked, Boss, Move, View};
use stoker_engine::{Bot, Choice, Decision};

use super::playouts::{Options, Playouts};
use super::quick::{Habits, Quick};
use crate::entry::{BotEntry, Setup};
use crate::luck::Draws;
use crate::params::Param;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Boss> = BotEntry {
    name: "rollout",
    summary: "Plays its moves on, on many draws of the hidden hands, and minds who leads.",
    sides: &[],
    rung: Some(3),
    searches: true,
    params: &[
        Param::int("playouts", 96, (4, 100_000)).about("Playouts for a decision."),
        Param::int("rounds", 0, (0, 20)).about("Rounds of a playout after the one in progress."),
    ],
    make: |setup| Box::new(Rollout::new(setup)),
};

#[derive(Clone)]
struct Rollout {
    rules: Arc<Boss>,
    quick: Quick,
    playouts: usize,
    rounds: u8,
}

impl Rollout {
    fn new(setup: &Setup<'_, Boss>) -> Self {
        let rules = Arc::clone(setup.game);
        let quick = Quick::new(&rules, Habits::USUAL);
        let playouts = usize::try_from(setup.values.int("playouts")).unwrap_or(1);
        let rounds = u8::try_from(setup.values.int("rounds")).unwrap_or(0);
        Self { rules, quick, playouts, rounds }
    }

    fn answer(&self, view: &View, decision: &mut Decision<'_, Move>) -> Option<Move> {
        let moves = view.moves(&self.rules);
        let only = moves.as_slice().first().copied().filter(|_| moves.len() == 1);
        if only.is_some() {
            return only;
        }
        let possible = view.guesses(&self.rules).ok()?;
        let mut luck = Draws::from(decision.rng());
        let at = possible.draw(&mut luck);
        let model = self.quick.answer(&self.rules, &at);
        let usual = Some(model).filter(|mv| moves.contains(*mv));
        let usual = usual.or_else(|| moves.as_slice().last().copied())?;
        // A round shows nothing of what becomes of those who leave.
        if view.asked == Some(Asked::Stay) {
            return Some(usual);
        }
        decision.propose(usual);
        let others: Vec<Move> = moves.filter(|mv| *mv != usual).collect();
        let playouts = Playouts { rules: &self.rules, quick: &self.quick, rounds: self.rounds };
        let options = Options { usual, others: &others };
        Some(playouts.best(&possible, options, self.playouts, &mut luck, &mut || decision.more()))
    }
}

impl Bot<Boss> for Rollout {
    fn choose(&mut self, view: &View, decision: &mut Decision<'_, Move>) -> Choice<Move> {
        let last = view.moves(&self.rules).last().unwrap_or(Move::End);
        self.answer(view, decision).unwrap_or(last).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Boss>>> {
        Some(Box::new(self.clone()))
    }
}
