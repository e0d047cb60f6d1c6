//! `corner-runner-b`: runs from corner to corner of the map, away from the hunters.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "corner-runner-b",
    "A Dracula who runs from corner to corner of the map, away from the hunters.",
    |setup| dracula(setup, CornerRunner { corner: None }),
);

/// Galway, Edinburgh, Cadiz, Athens, Varna, Berlin, Naples.
const CORNERS: [&str; 7] = ["GW", "ED", "CA", "AT", "VR", "BR", "NP"];

/// He stays this near to his corner, and leaves it to a hunter who is this near.
const NEAR: i32 = 2;

#[derive(Clone)]
struct CornerRunner {
    /// His corner; `None` before the first choice.
    corner: Option<Place>,
}

impl DraculaStyle for CornerRunner {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let corner = flight.best_place(corners(flight), Flight::nearest);
        self.corner = corner;
        DraculaMove::To(corner.unwrap_or(flight.castle()))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let here = flight.here();
        let corner = match self.corner {
            Some(corner) if flight.nearest(corner) > NEAR => corner,
            old => {
                let others = corners(flight) - old.into_iter().collect();
                let worth = |flight: &Flight<'_>, corner| {
                    3 * flight.nearest(corner) - flight.moves_between(here, corner)
                };
                flight.best_place(others, worth).or(old).unwrap_or(here)
            }
        };
        self.corner = Some(corner);
        flight.best(|flight, way| run(flight, way, corner))
    }
}

/// The value of a move for a Dracula who goes to a corner, or stays near it.
fn run(flight: &Flight<'_>, way: Way, corner: Place) -> i32 {
    let left = (flight.moves_between(way.place, corner) - NEAR).max(0);
    // Safety is worth a detour of one move.
    let run = -100 * left - 150 * i32::from(flight.coming(way.place) > 0);
    if left > 0 {
        return run;
    }
    let sea = 20 * i32::from(flight.is_sea(way.place));
    run + 2 * flight.nearest(way.place).min(9) - sea
}

/// The corners. On a map without them, each city is one.
fn corners(flight: &Flight<'_>) -> PlaceSet {
    let rules = flight.rules();
    let known: PlaceSet = CORNERS.iter().filter_map(|code| rules.place(code)).collect();
    if known.is_empty() {
        rules.map().places() - rules.seas() - PlaceSet::of(rules.hospital())
    } else {
        known
    }
}
