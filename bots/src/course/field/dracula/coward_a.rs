//! `coward-a`: looks one turn of the hunters ahead, and one move of his own after it.

use stoker_engine::course::{Course, DraculaMove, Hunter};
use stoker_engine::map::Place;

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "coward-a",
    "A Dracula who adds up the chances that hunters who move at random meet him next turn.",
    |setup| dracula(setup, Coward),
);

#[derive(Clone)]
struct Coward;

impl DraculaStyle for Coward {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(value)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(value)
    }
}

fn value(flight: &Flight<'_>, way: Way) -> i32 {
    let safe = |&place: &Place| risk(flight, place) == 0;
    let ways_on = flight.exits(way.place).into_iter().filter(safe).count();
    let sea = i32::from(flight.is_sea(way.place));
    let castle = i32::from(way.place == flight.castle());
    let ways_on = i32::try_from(ways_on).unwrap_or(0).min(4);
    8 * ways_on + 20 * castle - 25 * sea - risk(flight, way.place)
}

/// The chance in thousandths, added up over hunters, that one of them comes to a place.
fn risk(flight: &Flight<'_>, place: Place) -> i32 {
    if flight.is_sea(place) {
        return 0;
    }
    let (rules, board) = (flight.rules(), flight.board());
    let reach = |hunter: Hunter| {
        let at = board.at(hunter)?;
        let reach = rules.hunter_reach(hunter, board.round() + 1, at);
        reach.contains(place).then(|| 1_000 / i32::try_from(reach.len()).unwrap_or(1))
    };
    Hunter::ALL.into_iter().filter_map(reach).sum()
}
