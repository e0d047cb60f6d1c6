//! How to begin: what each option scores against many opponents, and the mixture to draw it from,
//! solved as a game against whoever chooses the opponent.

mod candidates;
pub(crate) mod dracula;
pub(crate) mod hunters;
pub(crate) mod mixture;
pub(crate) mod payoffs;
pub(crate) mod report;

use stoker_bots::{BotEntry, Values};
use stoker_engine::course::Course;

use crate::opponents::studied_settings;

/// The settings of a bot at the time of the study, with this one for how it begins.
fn settings(entry: &BotEntry<Course>, beginning: &str) -> Values {
    let settings = studied_settings(entry, beginning);
    Values::parse(&settings, entry.params).expect("settings of this bot")
}
