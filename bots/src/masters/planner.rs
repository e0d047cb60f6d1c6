//! `survivor` and `planner`: the turn after which the table is worth most.
//!
//! Idea: tries the sequences of actions of the vampire's turn on a guess of the decks and the dice,
//! keeps the most promising ones of each length, and begins the one after which the table is worth
//! most when the next vampire acts, by the tables in `prices.rs`. Other questions get the answer
//! after which the table is worth most.
//! Cost: some hundred positions an action, about 0.04 ms a decision.
//! Weakness: it plans the turn of one vampire, never of two together, and treats one guess as the
//! truth.

use std::sync::Arc;

use stoker_engine::masters::{Masters, Move, Position, View};
use stoker_engine::{Bot, Choice, Decision};

use super::prices::{PLANNER, Prices, SURVIVOR};
use super::turn::{Beam, Simulator, asks_action};
use crate::entry::{BotEntry, Setup};
use crate::luck::Draws;

/// Lists `survivor`.
pub(super) const SURVIVOR_ENTRY: BotEntry<Masters> = BotEntry {
    name: "survivor",
    summary: "Keeps the veil: takes the move after which the veil is safest.",
    sides: &[],
    rung: Some(1),
    searches: false,
    params: &[],
    make: |setup| Box::new(Planner::new(setup, &SURVIVOR)),
};

/// Lists `planner`.
pub(super) const PLANNER_ENTRY: BotEntry<Masters> = BotEntry {
    name: "planner",
    summary: "Kills, then sigils, then the ritual: takes the move worth most by its tables.",
    sides: &[],
    rung: Some(2),
    searches: false,
    params: &[],
    make: |setup| Box::new(Planner::new(setup, &PLANNER)),
};

/// Turns that are looked at.
const BEAM: Beam = Beam { width: 6, depth: 4 };

#[derive(Clone)]
struct Planner {
    rules: Arc<Masters>,
    worth: Prices,
}

impl Planner {
    fn new(setup: &Setup<'_, Masters>, worth: &Prices) -> Self {
        Self { rules: Arc::clone(setup.game), worth: *worth }
    }

    fn plan(&self, at: &Position, luck: Draws) -> Option<Move> {
        let player = Simulator { rules: &self.rules, worth: &self.worth };
        if asks_action(at) {
            return player.turns(at, luck, BEAM).first().map(|turn| turn.first);
        }
        player.answer(at, luck)
    }
}

impl Bot<Masters> for Planner {
    fn choose(&mut self, view: &View, decision: &mut Decision<'_, Move>) -> Choice<Move> {
        let luck = Draws::from(decision.rng());
        let guess = view.table.guess(&self.rules, decision.rng());
        let planned = guess.ok().and_then(|at| self.plan(&at, luck));
        planned.or_else(|| view.moves(&self.rules).next()).unwrap_or(Move::End).into()
    }
}
