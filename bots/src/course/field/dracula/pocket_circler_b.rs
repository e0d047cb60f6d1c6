//! `pocket-circler-b`: circles in a few cities that lie together, until hunters come.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::{ByPlace, Place, PlaceSet, distances};

use super::super::kit::{DraculaStyle, Flight, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "pocket-circler-b",
    "A Dracula who circles in a few cities that lie together, until hunters come.",
    |setup| dracula(setup, PocketCircler { middle: None }),
);

/// Fewer cities than these are not enough for a circle.
const LEAST: usize = 4;

/// The middle of another pocket is at most this many moves away.
const NEAR: u8 = 4;

#[derive(Clone)]
struct PocketCircler {
    /// The middle of the pocket; `None` before the first choice.
    middle: Option<Place>,
}

impl DraculaStyle for PocketCircler {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let land = land(flight);
        DraculaMove::To(self.choose(flight, land))
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let here = flight.here();
        let middle = match self.middle {
            Some(middle) if flight.coming(here) == 0 => middle,
            _ => self.move_on(flight),
        };
        let (pocket, away) = (pocket(flight, middle), by_road(flight, middle));
        flight.best(|flight, way| {
            let reached = i32::from(flight.coming(way.place) > 0);
            if pocket.contains(way.place) {
                1_000 + 2 * flight.absent(way.place) - reached
            } else {
                // Roads do not lead to seas, which count as the longest way.
                -2 * i32::from(away[way.place]) - 3 * reached
            }
        })
    }
}

impl PocketCircler {
    /// Another pocket, which roads lead to if there is one.
    fn move_on(&mut self, flight: &mut Flight<'_>) -> Place {
        let away = by_road(flight, flight.here());
        let others = land(flight) - self.middle.into_iter().collect();
        let near: PlaceSet = others.into_iter().filter(|&city| away[city] <= NEAR).collect();
        let wide = near.into_iter().any(|city| pocket(flight, city).len() >= LEAST);
        self.choose(flight, if wide { near } else { others })
    }

    /// The pocket farthest from the hunters with its middle in one of these cities.
    fn choose(&mut self, flight: &mut Flight<'_>, cities: PlaceSet) -> Place {
        let best = flight.best_place(cities, |flight, city| {
            let wide = i32::from(pocket(flight, city).len() >= LEAST);
            1_000 * wide + flight.nearest(city)
        });
        let middle = best.unwrap_or(flight.here());
        self.middle = Some(middle);
        middle
    }
}

/// The pocket around a city: those next to it, and those joined to two of all these.
fn pocket(flight: &Flight<'_>, middle: Place) -> PlaceSet {
    let core = PlaceSet::of(middle) | (flight.rules().map().road(middle) & land(flight));
    let joined = |city: &Place| (flight.rules().map().road(*city) & core).len() >= 2;
    core | land(flight).into_iter().filter(joined).collect()
}

/// The number of moves by road from a city to each place.
fn by_road(flight: &Flight<'_>, from: Place) -> ByPlace<u8> {
    let land = land(flight);
    distances(from, |at| flight.rules().map().road(at) & land)
}

/// The cities that he can enter.
fn land(flight: &Flight<'_>) -> PlaceSet {
    let rules = flight.rules();
    rules.map().places() - rules.seas() - PlaceSet::of(rules.hospital())
}
