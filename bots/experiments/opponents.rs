//! Whom the experiments learn from.

use stoker_bots::field::Half;
use stoker_bots::{BotEntry, course};
use stoker_engine::course::Course;

/// The bots of a side, `hunters` or `dracula`, in the training half of the field.
pub(crate) fn training(side: &str) -> impl Iterator<Item = BotEntry<Course>> {
    let field = course::field().into_iter().filter(|bot| bot.half == Half::Training);
    field.map(|bot| bot.entry).filter(move |entry| entry.sides.contains(&side))
}

/// A bot of the ladder.
pub(crate) fn of_the_ladder(name: &str) -> BotEntry<Course> {
    let entry = course::bots().into_iter().find(|entry| entry.name == name);
    entry.expect("a bot of the ladder")
}
