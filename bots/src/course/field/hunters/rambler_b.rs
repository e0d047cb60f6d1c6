//! `rambler-b`: hunters who walk at random, but not where one of them has been lately.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "rambler-b",
    "Hunters who walk at random, but remember for eight rounds where they have been.",
    |setup| hunters(setup, Rambler),
);

/// The number of rounds that they remember.
const MEMORY: u16 = 8;

#[derive(Clone)]
struct Rambler;

impl HunterStyle for Rambler {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.any(hunt.land() - hunt.claimed())
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let (here, cities) = (hunt.here(), hunt.cities());
        match hunt.seen(2) {
            Some(seen) if cities.contains(seen.place) => seen.place,
            // He came to the hunter.
            Some(seen) if seen.age == 1 && seen.place == here => here,
            _ if hunt.is_hurt() => here,
            _ => ramble(hunt, cities),
        }
    }
}

fn ramble(hunt: &mut Hunt<'_>, cities: PlaceSet) -> Place {
    let visited = hunt.visited();
    // A visit counts as the round after it.
    let forgotten = |&city: &Place| visited[city] == 0 || visited[city] + MEMORY <= hunt.round();
    let new: PlaceSet = cities.into_iter().filter(forgotten).collect();
    if cities.is_empty() {
        // At sea, the only way to a city may be by sea.
        return hunt.towards_nearest(hunt.land());
    }
    hunt.any(if new.is_empty() { cities } else { new })
}
