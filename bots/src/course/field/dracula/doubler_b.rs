//! `doubler-b`: doubles back as far as he can whenever he may.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "doubler-b",
    "A Dracula who doubles back as far as he can whenever he may.",
    |setup| dracula(setup, Doubler),
);

#[derive(Clone)]
struct Doubler;

impl DraculaStyle for Doubler {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(value)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(value)
    }
}

/// The value of a move: double backs out of reach, walks to cities out of reach, seas, ways to stay
/// out of reach, and the rest, in this order.
fn value(flight: &Flight<'_>, way: Way) -> i32 {
    let (place, sea) = (way.place, flight.is_sea(way.place));
    match (way.mv, flight.coming(place)) {
        (DraculaMove::DoubleBack(steps), 0) => {
            let steps = i32::try_from(steps.get()).unwrap_or(0);
            100 + steps - 3 * i32::from(sea)
        }
        (DraculaMove::Hide, 0) => 10,
        (DraculaMove::To(_), 0) if sea => 30,
        (DraculaMove::To(_), 0) if flight.position().dracula() == Some(place) => 20,
        (DraculaMove::To(_) | DraculaMove::Teleport, 0) => {
            let roads = flight.rules().map().road(place).len().min(6);
            50 + i32::try_from(roads).unwrap_or(0)
        }
        (DraculaMove::Hide, coming) => -10 - coming,
        (_, coming) => -coming,
    }
}
