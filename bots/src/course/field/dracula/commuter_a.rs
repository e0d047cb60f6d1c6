//! `commuter-a`: visits his castle again and again, and goes far away in between.

use stoker_engine::course::{Course, DraculaMove};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "commuter-a",
    "A Dracula who visits his castle when nobody is near it, and goes away in between.",
    |setup| dracula(setup, Commuter { home: None }),
);

/// The rounds that he stays away from the castle.
const AWAY: u16 = 7;

#[derive(Clone)]
struct Commuter {
    /// The round in which he was last at home.
    home: Option<u16>,
}

impl DraculaStyle for Commuter {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        // Three moves from home, away from the hunters.
        let castle = flight.castle();
        flight.best(|flight, way| {
            let off = (flight.moves_between(way.place, castle) - 3).abs();
            let sea = i32::from(flight.is_sea(way.place));
            -10 * off + 4 * flight.nearest(way.place).min(4) - 100 * sea
        })
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let (castle, round) = (flight.castle(), flight.round());
        if flight.here() == castle {
            self.home = Some(round);
        }
        let away = self.home.is_none_or(|home| round >= home + AWAY);
        let goes_home = away && flight.within(castle, 2) == 0;
        flight.best(|flight, way| {
            let left = flight.moves_between(way.place, castle);
            let goal = if goes_home { -10 * left } else { -6 * (left - 4).abs() };
            let sea = i32::from(flight.is_sea(way.place));
            let exits = flight.exit_count(way.place).min(3);
            goal + 2 * exits - 45 * flight.coming(way.place) - 12 * sea
                + 2 * flight.nearest(way.place).min(4)
        })
    }
}
