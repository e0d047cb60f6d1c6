//! `rambler-a`: random walkers who remember where they have been.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "rambler-a",
    "Hunters who walk at random to cities that none of them has seen for eight rounds.",
    |setup| hunters(setup, Rambler),
);

const MEMORY: u16 = 8;

#[derive(Clone)]
struct Rambler;

impl HunterStyle for Rambler {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let free = hunt.land() - hunt.claimed();
        hunt.any(free)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let cities = hunt.cities();
        if let Some(seen) = hunt.seen(2).filter(|seen| cities.contains(seen.place)) {
            return seen.place;
        }
        if hunt.is_hurt() {
            return hunt.here();
        }
        let (visited, round) = (hunt.visited(), hunt.round());
        let new = |&place: &Place| visited[place] == 0 || visited[place] + MEMORY <= round;
        let fresh: PlaceSet = cities.into_iter().filter(new).collect();
        hunt.any(if fresh.is_empty() { cities } else { fresh })
    }
}
