//! `greedy`: makes the legal move that counts most for its side.
//!
//! Idea: the score is a sum of moves, so the best move of one turn is the largest number, or the
//! smallest for a side that wants a low score.
//! Cost: a comparison of three numbers; nothing is drawn or remembered.
//! Weakness: it looks no turn ahead: the number it plays is the one that the next seat cannot play.

use stoker_engine::toy::{Toy, View, moves_after};
use stoker_engine::{Bot, Choice, Decision, Direction, Game};

use crate::entry::BotEntry;

/// The entry of the bot.
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
