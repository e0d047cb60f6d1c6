//! `hounds-a`: all four run to the last known place, however old, and sniff around it.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "hounds-a",
    "Hunters who all run to the last known place, however old, and search a growing circle.",
    |setup| hunters(setup, Hounds),
);

const STARTS: [&str; 4] = ["ST", "VI", "SR", "SO"];

#[derive(Clone)]
struct Hounds;

impl HunterStyle for Hounds {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.seen(usize::MAX) {
            None => {
                let cities = hunt.cities();
                hunt.any(cities)
            }
            Some(seen) => sniff(hunt, seen),
        }
    }
}

/// Runs to a city where he was seen, until one of them has searched it. Then searches the circle
/// around it: its radius is one move, and grows by one every two rounds, to five.
fn sniff(hunt: &mut Hunt<'_>, seen: Seen) -> Place {
    let radius = (1 + seen.age / 2).min(5);
    let circle = hunt.tables().dracula_within(seen.place, radius) & hunt.land();
    let fresh = unsearched(hunt, seen, circle);
    if fresh.contains(seen.place) {
        return hunt.towards(seen.place);
    }
    let free = fresh - hunt.claimed();
    if free.is_empty() { hunt.beat(circle) } else { hunt.towards_nearest(free) }
}

/// Those of these places in which no hunter was since the sighting.
fn unsearched(hunt: &Hunt<'_>, seen: Seen, places: PlaceSet) -> PlaceSet {
    let round = hunt.view().dracula_moves_made() - seen.age;
    let visited = hunt.visited();
    places.into_iter().filter(|&place| usize::from(visited[place]) <= round + 1).collect()
}
