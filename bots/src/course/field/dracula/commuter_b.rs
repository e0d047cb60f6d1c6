//! `commuter-b`: comes home to the castle every few rounds, when no hunter is near it.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "commuter-b",
    "A Dracula who comes home to the castle every few rounds, when no hunter is near it.",
    |setup| dracula(setup, Commuter { home: 0 }),
);

/// He is away for at least this many rounds.
const AWAY: u16 = 7;

#[derive(Clone)]
struct Commuter {
    /// The round in which he was last at home; 0 if he never was.
    home: u16,
}

impl DraculaStyle for Commuter {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| keep_off(flight, way, 3))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let castle = flight.castle();
        if flight.here() == castle {
            self.home = flight.round() - 1;
        }
        let due = flight.round() > self.home + AWAY;
        if due && flight.within(castle, 2) == 0 {
            flight.best(|flight, way| keep_off(flight, way, 0))
        } else {
            flight.best(|flight, way| keep_off(flight, way, 4))
        }
    }
}

/// The value of a move for a Dracula who wants to be this many moves from the castle: out of reach,
/// at about this distance, and on land.
fn keep_off(flight: &Flight<'_>, way: Way, moves: i32) -> i32 {
    let off = (flight.moves_between(way.place, flight.castle()) - moves).abs();
    let sea = 3 * i32::from(flight.is_sea(way.place));
    -1_000 * flight.coming(way.place) - 2 * off - sea
}
