//! `sea-dweller-b`: sails from sea to sea while his blood lasts, and lands for vampires.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::PlaceSet;

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "sea-dweller-b",
    "A Dracula who sails from sea to sea while his blood lasts, and lands for vampires.",
    |setup| dracula(setup, SeaDweller),
);

/// With this much blood or less he stays on land.
const SPENT: i32 = 12;

#[derive(Clone)]
struct SeaDweller;

impl DraculaStyle for SeaDweller {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let port = flight.best_place(flight.ports(), Flight::nearest);
        // A map may have no port.
        port.map_or_else(|| flight.best(ashore), DraculaMove::To)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let period = flight.rules().params().vampire_period;
        if flight.blood() <= SPENT {
            flight.best(ashore)
        } else if flight.round().is_multiple_of(period) {
            flight.best(land)
        } else {
            flight.best(sail)
        }
    }
}

/// The value of a move for a Dracula without blood to spare.
fn ashore(flight: &Flight<'_>, way: Way) -> i32 {
    if flight.is_sea(way.place) { -1 } else { flight.nearest(way.place).min(4) }
}

/// The value of a move when a vampire is due: better at sea than where a hunter is near.
fn land(flight: &Flight<'_>, way: Way) -> i32 {
    if flight.is_sea(way.place) || flight.coming(way.place) > 0 {
        return sail(flight, way);
    }
    1_000 + flight.nearest(way.place)
}

/// The value of a move at other times: the sea that he left longest ago, or else the city out of
/// reach that is nearest to a sea outside his trail.
fn sail(flight: &Flight<'_>, way: Way) -> i32 {
    if flight.is_sea(way.place) {
        return 100 + flight.absent(way.place);
    }
    let trail: PlaceSet = flight.position().trail().moves().iter().map(|mv| mv.place).collect();
    let open = flight.rules().seas() - trail;
    let moves = open.into_iter().map(|sea| flight.moves_between(way.place, sea)).min();
    -moves.unwrap_or(0) - 10 * flight.coming(way.place)
}
