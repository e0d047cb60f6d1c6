//! `greedy`: makes the legal move that counts most for its side.
//!
//! Idea: the score is a sum of moves, so the best move of one turn is the largest, or the smallest
//! for who plays for a low score.
//! Cost: a comparison of three numbers; nothing is drawn, nothing is remembered.
//! Weakness: the largest number is what the next seat cannot play; it looks no turn ahead.

use stoker_engine::toy::{Toy, View, moves_after};
use stoker_engine::{Bot, Choice, Decision, Direction, Game};

use crate::entry::BotEntry;

/// Lists the bot.
pub const ENTRY: BotEntry<Toy> = BotEntry {
    name: "greedy",
    summary: "Makes the legal move that counts most for its side.",
    sides: &[],
    rung: Some(1),
    searches: false,
    params: &[],
    make: |setup| Box::new(Greedy { direction: setup.game.sides().side(setup.side).direction }),
};

struct Greedy {
    direction: Direction,
}

impl Bot<Toy> for Greedy {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, u8>) -> Choice<u8> {
        let moves = moves_after(view.last);
        let best = match self.direction {
            Direction::High => moves.max(),
            Direction::Low => moves.min(),
        };
        best.expect("a decision has moves").into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Toy>>> {
        Some(Box::new(Self { direction: self.direction }))
    }
}
