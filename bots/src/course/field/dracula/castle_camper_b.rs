//! `castle-camper-b`: sits in the castle, and waits outside while hunters can come.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "castle-camper-b",
    "A Dracula who sits in the castle, and waits outside while hunters can come.",
    |setup| dracula(setup, CastleCamper),
);

#[derive(Clone)]
struct CastleCamper;

impl DraculaStyle for CastleCamper {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        if flight.coming(flight.castle()) == 0 {
            return DraculaMove::To(flight.castle());
        }
        flight.best(|flight, way| 300 * flight.nearest(way.place) - from_home(flight, way))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        if flight.coming(flight.castle()) == 0 { flight.best(homeward) } else { flight.best(wait) }
    }
}

/// The value of a move while the castle is out of reach: the way home counts before all else.
///
/// At home he uses up its name first and the double back last, which shows that he stays.
fn homeward(flight: &Flight<'_>, way: Way) -> i32 {
    let quiet = 2 * i32::from(way.is_location()) + i32::from(way.is_hide());
    -20 * from_home(flight, way) - 4 * flight.coming(way.place).min(4) + quiet
}

/// The value of a move while hunters can come: out of the castle, safe, near to it, on land.
fn wait(flight: &Flight<'_>, way: Way) -> i32 {
    let outside = i32::from(way.place != flight.castle());
    let near = -2 * from_home(flight, way) - i32::from(flight.is_sea(way.place));
    10_000 * outside - 1_000 * flight.coming(way.place) + near
}

/// The number of moves from the place that a move leads to to the castle.
fn from_home(flight: &Flight<'_>, way: Way) -> i32 {
    flight.moves_between(way.place, flight.castle())
}
