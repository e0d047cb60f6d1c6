//! `open-roads-a`: keeps as many ways open as he can, so as never to teleport.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::PlaceSet;

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "open-roads-a",
    "A Dracula who keeps as many ways open as he can, and saves his hide and double back.",
    |setup| dracula(setup, OpenRoads),
);

#[derive(Clone)]
struct OpenRoads;

impl DraculaStyle for OpenRoads {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| openness(flight, way) + 5 * flight.nearest(way.place).min(3))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| {
            let spends = i32::from(!way.is_location());
            openness(flight, way) - 50 * spends - 100 * flight.coming(way.place)
        })
    }
}

/// The pairs of moves that lead on from a way, up to 30. A sea has to offer 15 more.
fn openness(flight: &Flight<'_>, way: Way) -> i32 {
    let own = PlaceSet::of(way.place);
    let ways_on = |place| (flight.exits(place) - own).len();
    let pairs: usize = flight.exits(way.place).into_iter().map(ways_on).sum();
    i32::try_from(pairs).unwrap_or(i32::MAX).min(30) - 15 * i32::from(flight.is_sea(way.place))
}
