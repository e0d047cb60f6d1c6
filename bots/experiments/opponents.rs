//! Whom the experiments learn from.

use stoker_bots::field::Half;
use stoker_bots::{BotEntry, course};
use stoker_engine::course::Course;

/// The bots of a side, `hunters` or `dracula`, in the training half of the field.
pub(crate) fn training(side: &str) -> impl Iterator<Item = BotEntry<Course>> {
    let field = course::field().into_iter().filter(|bot| bot.half == Half::Training);
    field.map(|bot| bot.entry).filter(move |entry| entry.sides.contains(&side))
}

/// The settings that a bot had when the danger was learned and the openings were solved, after how it
/// begins. With them, both come out the same again.
pub(crate) fn earlier(name: &str, beginning: &str) -> String {
    let others = match name {
        "marshal" => "death=1.2,vampire=2,threat=-1.2,near=-0.3,trail=0.05,follow=0.6",
        "phantom" => "strangers=false",
        _ => "",
    };
    let settings = [beginning, others].into_iter().filter(|settings| !settings.is_empty());
    settings.collect::<Vec<_>>().join(",")
}

/// A bot of the ladder.
pub(crate) fn of_the_ladder(name: &str) -> BotEntry<Course> {
    let entry = course::bots().into_iter().find(|entry| entry.name == name);
    entry.expect("a bot of the ladder")
}
