//! `sea-dweller-a`: lives at sea while his blood lasts.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "sea-dweller-a",
    "A Dracula who lives at sea while his blood lasts, and lands to leave vampires.",
    |setup| dracula(setup, SeaDweller),
);

/// The blood with which he goes to sea no more.
const ASHORE: i32 = 12;

#[derive(Clone)]
struct SeaDweller;

impl DraculaStyle for SeaDweller {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        // A port, because he can leave a vampire in round 0.
        let ports = flight.ports();
        flight.best(|flight, way| {
            i32::from(ports.contains(way.place)) * 100 + flight.nearest(way.place)
        })
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let period = flight.rules().params().vampire_period;
        let lands = flight.round().is_multiple_of(period);
        let at_sea = flight.blood() > ASHORE && !lands;
        flight.best(|flight, way| {
            let sea = flight.is_sea(way.place);
            let ways = flight.exit_count(way.place).min(4);
            let safe = 8 * flight.nearest(way.place).min(4) - 40 * flight.coming(way.place);
            match (at_sea, sea) {
                (true, true) => 200 + 10 * ways,
                (true, false) | (false, false) => safe + ways,
                (false, true) => -60,
            }
        })
    }
}
