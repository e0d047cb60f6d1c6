//! `coast-hopper-a`: lives in ports, and takes to the sea for a moment when hunters come.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "coast-hopper-a",
    "A Dracula who lives in ports, and takes to the sea only when hunters can reach him.",
    |setup| dracula(setup, CoastHopper),
);

#[derive(Clone)]
struct CoastHopper;

impl DraculaStyle for CoastHopper {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let ports = flight.ports();
        flight.best(|flight, way| {
            20 * i32::from(ports.contains(way.place)) + flight.nearest(way.place)
        })
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let (ports, here) = (flight.ports(), flight.here());
        let (at_sea, chased) = (flight.is_sea(here), flight.coming(here) > 0);
        flight.best(|flight, way| {
            let far = flight.nearest(way.place).min(5);
            let port = i32::from(ports.contains(way.place));
            let in_reach = flight.coming(way.place);
            if flight.is_sea(way.place) {
                // From the sea he lands at once if he safely can.
                if chased && !at_sea { 25 } else { -10 }
            } else {
                30 * port + 5 * far - 40 * in_reach + flight.absent(way.place)
            }
        })
    }
}
