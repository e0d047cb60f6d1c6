//! `first`: makes the first legal move and says where it is.
//!
//! Idea: the simplest bot whose play differs from others', for tests that need to know what is
//! played.
//! Cost: nothing is drawn or remembered.
//! Weakness: it has no goal.

use std::fmt::Write as _;

use stoker_engine::toy::{Toy, View, moves_after};
use stoker_engine::{Bot, Choice, Decision, Message};

use crate::entry::BotEntry;

/// The entry of the bot.
pub const ENTRY: BotEntry<Toy> =
    BotEntry::new("first", "Makes its first legal move and says where it is.", |_| Box::new(First));

/// A bot that makes the first legal move and says where it is.
pub struct First;

impl Bot<Toy> for First {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "seat {} at \"{}\"", turn.seat(), view.decision);
        let mv = moves_after(view.last).next().expect("a decision has moves");
        Choice { mv, message: Message::new(&text) }
    }
}
