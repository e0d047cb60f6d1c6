//! `breeder-b`: makes a quiet place for each vampire, and leads the hunters away from it.

use stoker_engine::course::{Course, DraculaMove, Encounter};
use stoker_engine::map::Place;

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "breeder-b",
    "A Dracula who makes a quiet place for each vampire, and leads the hunters away from it.",
    |setup| dracula(setup, Breeder),
);

#[derive(Clone)]
struct Breeder;

impl DraculaStyle for Breeder {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(nursery)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let period = flight.rules().params().vampire_period;
        let since = flight.round() % period;
        if since == 0 {
            flight.best(nursery)
        } else if period - since <= 4 {
            flight.best(get_away)
        } else if let Some(lair) = lair(flight) {
            flight.best(|flight, way| lead_away(flight, way, lair))
        } else {
            flight.best(roam)
        }
    }
}

/// The place of the youngest vampire that is still there.
fn lair(flight: &Flight<'_>) -> Option<Place> {
    let mut moves = flight.position().trail().moves().iter();
    moves.find(|mv| mv.encounter == Some(Encounter::Vampire)).map(|mv| mv.place)
}

/// The value of a move when a vampire is due: the city with room for one that is farthest from the
/// hunters.
fn nursery(flight: &Flight<'_>, way: Way) -> i32 {
    let room = usize::from(flight.rules().params().city_encounters);
    let full = flight.position().trail().encounters_at(way.place) >= room;
    if flight.is_sea(way.place) || full { -1 } else { flight.nearest(way.place) }
}

/// The value of a move shortly before: away from the hunters, and on land among equals.
fn get_away(flight: &Flight<'_>, way: Way) -> i32 {
    2 * flight.nearest(way.place) - i32::from(flight.is_sea(way.place))
}

/// The value of a move while a vampire is there: away from it, and from the hunters.
fn lead_away(flight: &Flight<'_>, way: Way, lair: Place) -> i32 {
    let reached = 20 * i32::from(flight.coming(way.place) > 0);
    let away = 3 * flight.moves_between(way.place, lair) + 2 * flight.nearest(way.place);
    away - 2 * i32::from(flight.is_sea(way.place)) - reached
}

/// The value of a move at other times: a city out of reach with many exits.
fn roam(flight: &Flight<'_>, way: Way) -> i32 {
    let sea = 5 * i32::from(flight.is_sea(way.place));
    flight.exit_count(way.place).min(4) - sea - 10 * flight.coming(way.place)
}
