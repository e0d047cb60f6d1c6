//! `far-runner-b`: goes where the hunters need the most turns to come.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "far-runner-b",
    "A Dracula who goes where the hunters need the most turns to come.",
    |setup| dracula(setup, FarRunner),
);

#[derive(Clone)]
struct FarRunner;

impl DraculaStyle for FarRunner {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(far)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(far)
    }
}

/// The turns of the nearest hunter, and among equals those of all four.
fn far(flight: &Flight<'_>, way: Way) -> i32 {
    let together: i32 = flight.distances(way.place).map(i32::from).sum();
    // The sum is below 2,000, because a distance is below 256.
    2_000 * flight.nearest(way.place) + together
}
