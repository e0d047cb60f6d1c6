//! `researcher-a`: they rest until research shows a place, then search what it allows.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "researcher-a",
    "Hunters who all rest until research shows a place, then search what it allows.",
    |setup| hunters(setup, Researcher),
);

const STARTS: [&str; 4] = ["MA", "PA", "PR", "BE"];
/// The first round in which research can reveal a move, less the rests that it takes.
const BEATS_UNTIL: u16 = 5;
const WORN: u8 = 3;

#[derive(Clone)]
struct Researcher;

impl HunterStyle for Researcher {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.seen(9) {
            Some(Seen { place, age: 1 }) => hunt.towards(place),
            _ if hunt.life() <= WORN => hunt.here(),
            Some(seen) => search(hunt, seen),
            None if hunt.round() < BEATS_UNTIL => {
                let land = hunt.land();
                hunt.beat(land)
            }
            None => hunt.here(),
        }
    }
}

/// Each hunter takes another of the possible cities.
fn search(hunt: &mut Hunt<'_>, seen: Seen) -> Place {
    let cities = hunt.possible(seen) & hunt.land();
    let free = cities - hunt.claimed() - PlaceSet::of(hunt.here());
    let now = free & hunt.moves();
    if now.is_empty() { hunt.towards_nearest(free) } else { hunt.any(now) }
}
