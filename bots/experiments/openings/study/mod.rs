//! How to begin: what each beginning scores against many opponents, and the mixture to draw it
//! from, solved as a game against whoever chooses the opponent.

mod candidates;
pub(crate) mod dracula;
pub(crate) mod hunters;
pub(crate) mod mixture;
pub(crate) mod payoffs;
pub(crate) mod report;

use stoker_bots::field::Half;
use stoker_bots::{BotEntry, course};
use stoker_engine::course::Course;

/// The bots of one side to play against: the training half of the field, and some of the ladder.
fn opponents(side: &str, ladder: &[&str]) -> Vec<BotEntry<Course>> {
    let field = course::field().into_iter().filter(|bot| bot.half == Half::Training);
    let field = field.map(|bot| bot.entry).filter(|entry| entry.sides.contains(&side));
    let ladder = course::bots().into_iter().filter(|entry| ladder.contains(&entry.name));
    field.chain(ladder).collect()
}

/// A bot of the ladder.
fn of_the_ladder(name: &str) -> BotEntry<Course> {
    let entry = course::bots().into_iter().find(|entry| entry.name == name);
    entry.expect("a bot of the ladder")
}
