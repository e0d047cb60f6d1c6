//! The field of strangers: simple bots in many styles, each described in `docs/bots-field.md`.
//!
//! Styles share one kit. A style's versions A and B are two files, by authors who did not see each
//! other's.

mod dracula;
mod hunters;
mod kit;
#[cfg(test)]
mod tests;

use stoker_engine::course::Course;

use crate::entry::BotEntry;
use crate::field::{FieldBot, Half, Version};

/// A style: its name, and the entries of its versions, A first.
type Style = (&'static str, &'static [BotEntry<Course>]);

/// The bots of the field: hunters, then Draculas, style by style.
pub(super) fn bots() -> Vec<FieldBot<Course>> {
    hunters::bots().chain(dracula::bots()).collect()
}

/// The hunters that bots may learn from.
pub(super) fn training_hunters() -> impl Iterator<Item = BotEntry<Course>> {
    hunters::bots().filter(|bot| bot.half == Half::Training).map(|bot| bot.entry)
}

fn versions(styles: &'static [Style]) -> impl Iterator<Item = FieldBot<Course>> {
    styles.iter().flat_map(|&(style, entries)| {
        let versions = [Version::A, Version::B].into_iter().zip(entries);
        versions.map(move |(version, &entry)| FieldBot::version(style, version, entry))
    })
}
