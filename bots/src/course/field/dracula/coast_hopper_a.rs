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
                // Less than a port out of reach, more than any other city.
                if chased || at_sea { 38 } else { -10 }
            } else {
                30 * port + 5 * far - 40 * in_reach + flight.absent(way.place)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::kit::testing::Fleeing;
    use super::*;

    /// Returns true if he stays at sea in round 1, with hunters in these two cities.
    fn stays_at_sea(first: &str, second: &str, seed: u64) -> bool {
        let hunters = format!("G{first}.... S{second}.... HLO.... MMA....");
        let mut fleeing = Fleeing::after(&format!("{hunters} DIO.... {hunters}"), seed);
        let mut flight = fleeing.flight();
        let mv = CoastHopper.go(&mut flight);
        let way = flight.ways().into_iter().find(|way| way.mv == mv).unwrap();
        flight.is_sea(way.place)
    }

    /// From Sofia and Valona, hunters can come to Athens, Salonica and Valona.
    #[test]
    fn he_stays_at_sea_while_hunters_can_come_to_every_port() {
        for seed in 0..8 {
            assert!(stays_at_sea("SO", "VA", seed));
            assert!(!stays_at_sea("PA", "BR", seed));
        }
    }
}
