//! `pocket-circler-a`: circles in a small pocket, and changes it when hunters come near.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "pocket-circler-a",
    "A Dracula who circles in a small pocket of cities until hunters come near it.",
    |setup| dracula(setup, PocketCircler { middle: None }),
);

#[derive(Clone)]
struct PocketCircler {
    /// The middle of the pocket.
    middle: Option<Place>,
}

impl DraculaStyle for PocketCircler {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let middle = self.settle(flight);
        DraculaMove::To(middle)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let middle = match self.middle {
            Some(middle) if flight.coming(flight.here()) == 0 => middle,
            Some(_) | None => self.settle(flight),
        };
        let pocket = pocket(flight, middle);
        flight.best(|flight, way| {
            let to_pocket = match pocket.contains(way.place) {
                true => 300,
                false => -10 * flight.moves_between(way.place, middle),
            };
            let sea = i32::from(flight.is_sea(way.place));
            to_pocket + 4 * flight.absent(way.place) - 200 * flight.coming(way.place) - 30 * sea
        })
    }
}

impl PocketCircler {
    /// Chooses the middle of another pocket: of the cities within four moves (of all in round 0),
    /// the one that is farthest from hunters, less the way.
    fn settle(&mut self, flight: &mut Flight<'_>) -> Place {
        let (rules, here) = (flight.rules(), flight.here());
        let land = rules.map().places() - rules.seas();
        let left = self.middle.map_or(PlaceSet::EMPTY, PlaceSet::of);
        let land = land - PlaceSet::of(rules.hospital()) - PlaceSet::of(rules.castle()) - left;
        let begun = flight.position().dracula().is_some();
        let near = if begun { flight.tables().dracula_within(here, 4) & land } else { land };
        let found = flight.best_place(near, |flight, place| {
            let way = if begun { flight.moves_between(here, place) } else { 0 };
            let roads = i32::try_from(flight.rules().map().road(place).len()).unwrap_or(0);
            6 * flight.nearest(place) + roads.min(5) - way
        });
        let middle = found.unwrap_or(here);
        self.middle = Some(middle);
        middle
    }
}

/// The middle and the cities next to it, and those next to two of them.
fn pocket(flight: &Flight<'_>, middle: Place) -> PlaceSet {
    let (rules, map) = (flight.rules(), flight.rules().map());
    let ring = map.road(middle);
    let joined = |&place: &Place| (map.road(place) & ring).len() >= 2;
    let outer: PlaceSet = map.places().into_iter().filter(joined).collect();
    (ring | outer | PlaceSet::of(middle)) - PlaceSet::of(rules.hospital()) - rules.seas()
}

#[cfg(test)]
mod tests {
    use super::super::super::kit::testing::Fleeing;
    use super::*;

    #[test]
    fn a_pocket_is_followed_by_another() {
        for seed in 0..8 {
            let mut fleeing = Fleeing::after("GMA.... SPA.... HLO.... MBE....", seed);
            let mut circler = PocketCircler { middle: None };
            let first = circler.settle(&mut fleeing.flight());
            assert_ne!(circler.settle(&mut fleeing.flight()), first);
        }
    }
}
