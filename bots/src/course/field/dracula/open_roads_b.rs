//! `open-roads-b`: keeps as many ways open as he can.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "open-roads-b",
    "A Dracula who keeps as many ways open as he can, so as not to be boxed in.",
    |setup| dracula(setup, OpenRoads),
);

#[derive(Clone)]
struct OpenRoads;

impl DraculaStyle for OpenRoads {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(|flight, way| value(flight, way) + 5 * flight.nearest(way.place).min(3))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        flight.best(value)
    }
}

/// The value of a move: walks out of reach, then hides and double backs, then walks into reach.
fn value(flight: &Flight<'_>, way: Way) -> i32 {
    let coming = flight.coming(way.place);
    let rank = match way.mv {
        DraculaMove::To(_) if coming == 0 => 2,
        DraculaMove::Hide | DraculaMove::DoubleBack(_) => 1,
        DraculaMove::To(_) | DraculaMove::Teleport => 0,
    };
    let sea = 15 * i32::from(flight.is_sea(way.place));
    1_000 * rank - 100 * coming + pairs(flight, way.place).min(30) - sea
}

/// The number of pairs of moves that lead on from a place.
fn pairs(flight: &Flight<'_>, place: Place) -> i32 {
    let count = |next| i32::try_from(exits_after(flight, place, next).len()).unwrap_or(0);
    flight.exits(place).into_iter().map(count).sum()
}

/// The exits of the place that follows another one. By then, one move more has left the trail.
fn exits_after(flight: &Flight<'_>, first: Place, second: Place) -> PlaceSet {
    let kept = usize::from(flight.rules().params().trail).saturating_sub(3);
    let moves = flight.position().trail().moves().iter().take(kept);
    let closed: PlaceSet = moves.map(|mv| mv.place).chain([first, second]).collect();
    flight.rules().dracula_reach(second) - closed
}
