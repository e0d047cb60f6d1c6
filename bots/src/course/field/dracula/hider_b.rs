//! `hider-b`: stays in a city as long as the rules let him and no hunter can reach it.

use stoker_engine::course::{Course, DraculaMove, Steps};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "hider-b",
    "A Dracula who stays in a city as long as the rules let him and no hunter can reach it.",
    |setup| dracula(setup, Hider),
);

#[derive(Clone)]
struct Hider;

impl DraculaStyle for Hider {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(leave)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let here = flight.here();
        let undisturbed = !flight.is_sea(here) && flight.coming(here) == 0;
        // The double back comes last, because everyone sees it.
        let quiet = [DraculaMove::To(here), DraculaMove::Hide, DraculaMove::DoubleBack(Steps::ONE)];
        let legal = flight.ways();
        let stay = quiet.into_iter().find(|&mv| legal.iter().any(|way| way.mv == mv));
        match stay {
            Some(mv) if undisturbed => mv,
            _ => flight.best(leave),
        }
    }
}

/// The value of a move to another place, in tenths of a turn of the nearest hunter.
///
/// The sea comes after every city out of reach and before those in reach.
fn leave(flight: &Flight<'_>, way: Way) -> i32 {
    let saved = 100 * i32::from(way.is_double_back());
    let stays = 5 * i32::from(flight.position().dracula() == Some(way.place));
    let far = if flight.is_sea(way.place) { 15 } else { 10 * flight.nearest(way.place).min(4) };
    far - saved - stays
}
