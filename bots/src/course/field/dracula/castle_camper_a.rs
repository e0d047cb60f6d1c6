//! `castle-camper-a`: lives in his castle, and leaves it only when hunters come.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "castle-camper-a",
    "A Dracula who lives in his castle, and leaves it only when hunters come.",
    |setup| dracula(setup, CastleCamper),
);

#[derive(Clone)]
struct CastleCamper;

impl DraculaStyle for CastleCamper {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        go_home(flight)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        if flight.coming(flight.castle()) == 0 {
            return go_home(flight);
        }
        // Somebody can come: he waits as near as is safe.
        let castle = flight.castle();
        flight.best(|flight, way| {
            let far = flight.moves_between(way.place, castle);
            let sea = i32::from(flight.is_sea(way.place));
            let in_reach = flight.coming(way.place).min(1);
            -100 * in_reach - 10 * i32::from(way.place == castle) - 2 * far - 3 * sea
        })
    }
}

/// The move that brings him nearest to the castle; of equals, one that hunters cannot follow.
fn go_home(flight: &mut Flight<'_>) -> DraculaMove {
    let castle = flight.castle();
    flight.best(|flight, way| {
        let far = flight.moves_between(way.place, castle);
        let start_at_risk = flight.round() == 0 && flight.within(castle, 1) > 0;
        let far = if start_at_risk { -flight.nearest(way.place) } else { far };
        -10 * far - 3 * flight.coming(way.place)
    })
}
