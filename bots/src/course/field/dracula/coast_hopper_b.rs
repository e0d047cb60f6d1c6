//! `coast-hopper-b`: walks from port to port, and crosses the sea when hunters can reach him.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::Place;

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "coast-hopper-b",
    "A Dracula who walks from port to port, and crosses the sea when hunters can reach him.",
    |setup| dracula(setup, CoastHopper),
);

#[derive(Clone)]
struct CoastHopper;

impl DraculaStyle for CoastHopper {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let port = flight.best_place(flight.ports(), Flight::nearest);
        // A map may have no port.
        port.map_or_else(|| walk(flight), DraculaMove::To)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        if flight.is_sea(flight.here()) { land(flight) } else { walk(flight) }
    }
}

/// The move from a city: to the port out of reach that he left longest ago.
///
/// If there is none he flees to sea. Without need, he rather walks through a city near the coast.
fn walk(flight: &mut Flight<'_>) -> DraculaMove {
    let (ports, hunted) = (flight.ports(), flight.coming(flight.here()) > 0);
    flight.best(|flight, way| match flight.coming(way.place) {
        _ if flight.is_sea(way.place) => 20 + 20 * i32::from(hunted),
        0 if ports.contains(way.place) => 100 + flight.absent(way.place),
        0 => 35 - to_port(flight, way.place).min(10),
        coming => -coming,
    })
}

/// The number of moves from a city to the nearest port; 0 on a map without ports.
fn to_port(flight: &Flight<'_>, city: Place) -> i32 {
    let ports = flight.ports().into_iter();
    ports.map(|port| flight.moves_between(city, port)).min().unwrap_or(0)
}

/// The move from a sea: to the port out of reach that is farthest from the hunters, or to a sea
/// from which the next move can lead to such a port.
fn land(flight: &mut Flight<'_>) -> DraculaMove {
    let ports = flight.ports();
    flight.best(|flight, way| {
        if ports.contains(way.place) && flight.coming(way.place) == 0 {
            1_000 + flight.nearest(way.place)
        } else if flight.is_sea(way.place) {
            best_landing(flight, way.place)
        } else {
            -flight.coming(way.place)
        }
    })
}

/// The turns of the nearest hunter to the best port at a sea that his trail leaves open; 0 if each
/// is in reach.
fn best_landing(flight: &Flight<'_>, sea: Place) -> i32 {
    let open = flight.exits(sea) - flight.rules().seas();
    let turns = open.into_iter().map(|port| flight.nearest(port));
    turns.filter(|&turns| turns > 1).max().unwrap_or(0)
}
