//! `hider-a`: stays where he is as long as he may and nobody comes.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "hider-a",
    "A Dracula who stays in a city by every move that lets him, unless hunters can come.",
    |setup| dracula(setup, Hider),
);

#[derive(Clone)]
struct Hider;

impl DraculaStyle for Hider {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| {
            let exits = flight.exit_count(way.place).min(4);
            let sea = i32::from(flight.is_sea(way.place));
            10 * flight.nearest(way.place) + exits - 100 * sea
        })
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let here = flight.here();
        flight.best(|flight, way| {
            let stays = i32::from(way.place == here && !flight.is_sea(here));
            let hides = i32::from(way.is_hide());
            let sea = i32::from(flight.is_sea(way.place));
            let spends = i32::from(way.place != here && way.is_double_back());
            let exits = flight.exit_count(way.place).min(4);
            50 * stays + 10 * hides - 100 * flight.coming(way.place) - 40 * sea - 20 * spends
                + 4 * flight.nearest(way.place).min(4)
                + exits
        })
    }
}
