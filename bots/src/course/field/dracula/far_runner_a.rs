//! `far-runner-a`: always goes where the nearest hunter is farthest.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "far-runner-a",
    "A Dracula who always goes where the nearest hunter is farthest away.",
    |setup| dracula(setup, FarRunner),
);

#[derive(Clone)]
struct FarRunner;

impl DraculaStyle for FarRunner {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(distance)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(distance)
    }
}

/// The turns of the nearest hunter, then those of all four together. Seas count like cities.
fn distance(flight: &Flight<'_>, way: Way) -> i32 {
    let all: i32 = flight.distances(way.place).map(i32::from).sum();
    1_000 * flight.nearest(way.place) + all
}
