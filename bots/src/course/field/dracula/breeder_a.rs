//! `breeder-a`: plants vampires far from the hunters, and leads the hunters away from them.

use stoker_engine::course::{Course, DraculaMove, Encounter};
use stoker_engine::map::Place;

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "breeder-a",
    "A Dracula who plants vampires far from the hunters, and leads the hunters away from them.",
    |setup| dracula(setup, Breeder),
);

/// The rounds before a vampire in which he gets away from the hunters.
const PREPARES: u16 = 4;

#[derive(Clone)]
struct Breeder;

impl DraculaStyle for Breeder {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        plant(flight)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let period = flight.rules().params().vampire_period;
        let left = (period - flight.round() % period) % period;
        if left == 0 {
            return plant(flight);
        }
        let nest = nest(flight);
        flight.best(|flight, way| {
            let sea = i32::from(flight.is_sea(way.place));
            let far = flight.nearest(way.place).min(6);
            let exits = flight.exit_count(way.place).min(3);
            let away = nest.map_or(0, |nest| flight.moves_between(nest, way.place).min(6));
            let flees = if left <= PREPARES { 8 } else { 3 };
            flees * far + 5 * away + 2 * exits - 60 * flight.coming(way.place) - 12 * sea
        })
    }
}

/// Goes to the city that is farthest from hunters; never to sea if there is another way.
fn plant(flight: &mut Flight<'_>) -> DraculaMove {
    flight.best(|flight, way| {
        let sea = i32::from(flight.is_sea(way.place));
        10 * flight.nearest(way.place) - 200 * sea - 50 * flight.coming(way.place)
    })
}

/// The place of the youngest vampire that is still there.
fn nest(flight: &Flight<'_>) -> Option<Place> {
    let mut moves = flight.position().trail().moves().iter();
    moves.find(|mv| mv.encounter == Some(Encounter::Vampire)).map(|mv| mv.place)
}
