//! `greedy`: attacks where it expects points, by the odds of blood groups.
//!
//! Idea: counts the unseen pedestrians of each blood group, and attacks the tile where its cards
//! are likely to win points. It beats a pedestrian with the cards that fit best.
//! Cost: a few hundred sums an action, about 0.01 ms.
//! Weakness: treats a third wound like a first one, keeps poor cards, and leaves at the second dawn
//! whatever the danger is.

use std::sync::Arc;

use stoker_engine::boss::{Asked, Boss, Card, Move, Moves, Sky, View};
use stoker_engine::{Bot, Choice, Decision};

use super::answers::{LegalOr, ambush, bite, discard, hurts, plain, tile_of};
use super::odds::{Unseen, odds};
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Boss> = BotEntry {
    name: "greedy",
    summary: "Attacks where it expects points by the odds of blood groups.",
    sides: &[],
    rung: Some(1),
    searches: false,
    params: &[Param::int("dawns", 2, (1, 5)).about("Dawns after which it leaves.")],
    make: |setup| Box::new(Greedy::new(setup)),
};

#[derive(Clone)]
struct Greedy {
    rules: Arc<Boss>,
    dawns: i64,
}

/// The points that a failed attack costs.
const FAILURE: f64 = 2.0;

impl Greedy {
    fn new(setup: &Setup<'_, Boss>) -> Self {
        Self { rules: Arc::clone(setup.game), dawns: setup.values.int("dawns") }
    }

    fn act(&self, view: &View, moves: &Moves) -> Move {
        if view.table.seat(view.player).wounds > 1
            && let Some(bite) = bite(&self.rules, view, moves)
        {
            return bite;
        }
        let unseen = Unseen::of(&self.rules, view);
        let merit = |mv: &Move| {
            let odds = tile_of(*mv).map(|tile| odds(&self.rules, view, &unseen, tile));
            odds.map_or(0.0, |odds| odds.points - FAILURE * (1.0 - odds.success))
        };
        let attacks = moves.as_slice().iter().copied().filter(|mv| matches!(mv, Move::Attack(_)));
        let best = attacks.max_by(|one, other| merit(one).total_cmp(&merit(other)));
        let best = best.filter(|mv| merit(mv) > 0.0 || !moves.contains(Move::End));
        best.unwrap_or(Move::End)
    }

    fn answer(&self, view: &View, asked: Asked, moves: &Moves) -> Move {
        match asked {
            Asked::Action => self.act(view, moves),
            Asked::Discard => discard(&view.own.hand, moves, &[Card::One]),
            Asked::Ambush => ambush(view, moves, 2),
            Asked::Answer if hurts(view) => Move::Hush,
            Asked::Stay => {
                let dawns = view.table.sky.iter().filter(|sky| **sky == Sky::Dawn).count();
                if i64::try_from(dawns).is_ok_and(|dawns| dawns >= self.dawns) {
                    Move::Leave
                } else {
                    Move::Stay
                }
            }
            asked @ (Asked::Vampire
            | Asked::Stroll
            | Asked::Answer
            | Asked::Fight
            | Asked::Order
            | Asked::Window
            | Asked::Cry) => plain(&self.rules, view, asked, moves).unwrap_or(Move::End),
        }
    }
}

impl Bot<Boss> for Greedy {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let moves = view.moves(&self.rules);
        let mv = view.asked.map_or(Move::End, |asked| self.answer(view, asked, &moves));
        mv.legal_or(Move::End, &moves).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Boss>>> {
        Some(Box::new(self.clone()))
    }
}
