//! `corner-runner-a`: runs to the corner of the map that is farthest from the hunters.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::Place;

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "corner-runner-a",
    "A Dracula who runs to the corner of the map that is farthest from hunters, and to the next.",
    |setup| dracula(setup, CornerRunner { corner: None }),
);

const CORNERS: [&str; 7] = ["GW", "ED", "CA", "AT", "VR", "BR", "NP"];

#[derive(Clone)]
struct CornerRunner {
    corner: Option<Place>,
}

impl DraculaStyle for CornerRunner {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let corner = self.choose(flight);
        DraculaMove::To(corner)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let corner = match self.corner {
            Some(corner) if flight.within(corner, 2) == 0 => corner,
            Some(_) | None => self.choose(flight),
        };
        flight.best(|flight, way| {
            let left = flight.moves_between(way.place, corner);
            let sea = i32::from(flight.is_sea(way.place));
            // In the corner he stays within two moves of it.
            -10 * left.max(2) - 35 * flight.coming(way.place) - 4 * sea - left
        })
    }
}

impl CornerRunner {
    /// Chooses another corner: the one with most of three times the turns of the nearest hunter,
    /// less the moves that he needs.
    fn choose(&mut self, flight: &mut Flight<'_>) -> Place {
        let (rules, here) = (flight.rules(), flight.here());
        let corners = CORNERS.into_iter().filter_map(|code| rules.place(code));
        let corners = corners.filter(|&corner| Some(corner) != self.corner).collect();
        let begun = flight.position().dracula().is_some();
        let found = flight.best_place(corners, |flight, corner| {
            let way = if begun { flight.moves_between(here, corner) } else { 0 };
            3 * flight.nearest(corner) - way
        });
        let corner = found.unwrap_or(flight.castle());
        self.corner = Some(corner);
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::kit::testing::Fleeing;
    use super::*;

    #[test]
    fn a_corner_is_followed_by_another() {
        for seed in 0..8 {
            let mut fleeing = Fleeing::after("GMA.... SPA.... HLO.... MBE....", seed);
            let mut runner = CornerRunner { corner: None };
            let first = runner.choose(&mut fleeing.flight());
            assert_ne!(runner.choose(&mut fleeing.flight()), first);
        }
    }
}
