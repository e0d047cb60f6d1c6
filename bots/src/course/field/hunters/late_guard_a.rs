//! `late-guard-a`: they ignore the castle until he was there, then keep one near it.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "late-guard-a",
    "Hunters who keep one within a turn of the castle, but only after his first visit there.",
    |setup| hunters(setup, LateGuard { guard: None }),
);

const STARTS: [&str; 4] = ["SR", "PA", "NU", "SJ"];

#[derive(Clone)]
struct LateGuard {
    guard: Option<Hunter>,
}

impl HunterStyle for LateGuard {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if self.guard.is_none() && hunt.was_at_castle() {
            let castle = hunt.castle();
            self.guard = Hunter::ALL.into_iter().min_by_key(|&hunter| hunt.turns(hunter, castle));
        }
        let seen = hunt.seen(4);
        if let Some(seen) = seen.filter(|seen| seen.age == 1 && hunt.moves().contains(seen.place)) {
            return seen.place;
        }
        if self.guard == Some(hunt.hunter()) {
            return guard(hunt);
        }
        match seen {
            Some(seen) if seen.age == 1 => hunt.towards(seen.place),
            _ if hunt.is_hurt() => hunt.here(),
            Some(seen) => hunt.search(seen),
            None => {
                let elsewhere = hunt.land() - PlaceSet::of(hunt.castle());
                hunt.beat(elsewhere)
            }
        }
    }
}

/// Walks among the cities from which the next turn can lead to the castle.
fn guard(hunt: &mut Hunt<'_>) -> Place {
    let (castle, hunter, next) = (hunt.castle(), hunt.hunter(), hunt.round() + 1);
    let tables = hunt.tables();
    let near = |&place: &Place| tables.hunter_turns(hunter, next, place, castle) == 1;
    let posts = hunt.moves() & hunt.land();
    let posts: PlaceSet = posts.into_iter().filter(near).collect();
    if posts.is_empty() { hunt.towards(castle) } else { hunt.any(posts) }
}
