//! `doubler-a`: doubles back whenever he may.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "doubler-a",
    "A Dracula who doubles back on his trail whenever he may, and else walks on by good roads.",
    |setup| dracula(setup, Doubler),
);

#[derive(Clone)]
struct Doubler;

impl DraculaStyle for Doubler {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| {
            4 * flight.nearest(way.place).min(3) + roads(flight, way)
                - 50 * i32::from(flight.is_sea(way.place))
        })
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| {
            let doubles = match way.mv {
                // The longer the step, the older the trace that he puts hunters on.
                DraculaMove::DoubleBack(steps) => 40 + 10 * i32::try_from(steps.get()).unwrap_or(0),
                DraculaMove::Hide => -20,
                DraculaMove::To(_) | DraculaMove::Teleport => 0,
            };
            let sea = i32::from(flight.is_sea(way.place));
            doubles + roads(flight, way) - 200 * flight.coming(way.place) - 30 * sea
        })
    }
}

/// The roads that lead on from a way, up to six.
fn roads(flight: &Flight<'_>, way: Way) -> i32 {
    let roads = flight.rules().map().road(way.place);
    i32::try_from(roads.len()).unwrap_or(0).min(6)
}
