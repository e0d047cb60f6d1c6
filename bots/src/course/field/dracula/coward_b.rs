//! `coward-b`: goes where hunters who move at random are least likely to come.

use stoker_engine::course::{Course, DraculaMove, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "coward-b",
    "A Dracula who goes where hunters who move at random are least likely to come.",
    |setup| dracula(setup, Coward),
);

/// A thousandth, in the millionths in which risks are added up.
const THOUSANDTH: i32 = 1_000;

#[derive(Clone)]
struct Coward;

impl DraculaStyle for Coward {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| -cost(flight, way))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| -cost(flight, way))
    }
}

/// The risk of a move, with what makes it better or worse, in millionths.
fn cost(flight: &Flight<'_>, way: Way) -> i32 {
    let free = flight.exits(way.place).into_iter().filter(|&exit| flight.coming(exit) == 0);
    let exits = i32::try_from(free.count()).unwrap_or(i32::MAX).min(4);
    let castle = i32::from(way.place == flight.castle());
    let sea = i32::from(flight.is_sea(way.place));
    risk(flight, way.place) + THOUSANDTH * (25 * sea - 8 * exits - 20 * castle)
}

/// The chances that the hunters come to a place, added up; none at sea, where nobody is met.
fn risk(flight: &Flight<'_>, place: Place) -> i32 {
    if flight.is_sea(place) {
        return 0;
    }
    let (rules, round) = (flight.rules(), flight.round() + 1);
    let moves = |hunter| Some(rules.hunter_reach(hunter, round, flight.board().at(hunter)?));
    let moves = Hunter::ALL.into_iter().filter_map(moves);
    moves.filter(|moves| moves.contains(place)).map(chance).sum()
}

/// The chance of each of these places, in millionths.
fn chance(places: PlaceSet) -> i32 {
    let count = i32::try_from(places.len()).unwrap_or(i32::MAX);
    1_000 * THOUSANDTH / count.max(1)
}
