//! The bots that the experiments learn from, and their settings.

use stoker_bots::field::Half;
use stoker_bots::{BotEntry, course};
use stoker_engine::course::Course;

/// The bots of a side, `hunters` or `dracula`, in the training half of the field.
pub(crate) fn training(side: &str) -> impl Iterator<Item = BotEntry<Course>> {
    let field = course::field().into_iter().filter(|bot| bot.half == Half::Training);
    field.map(|bot| bot.entry).filter(move |entry| entry.sides.contains(&side))
}

/// The settings of a bot when the danger was learned and the openings were solved: how it begins, and
/// what has changed since. With them, both come out the same again.
pub(crate) fn studied_settings(entry: &BotEntry<Course>, beginning: &str) -> String {
    let others = match entry.name {
        "marshal" => "death=1.2,vampire=2,threat=-1.2,near=-0.3,trail=0.05,follow=0.6",
        "phantom" => "field=false",
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
