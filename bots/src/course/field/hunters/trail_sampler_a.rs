//! `trail-sampler-a`: they list every trail since he was seen, and share out its ends.

use stoker_engine::course::Course;
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "trail-sampler-a",
    "Hunters who list all trails since he was seen, and go where most of them end.",
    |setup| hunters(setup, TrailSampler),
);

const STARTS: [&str; 4] = ["MA", "ST", "VI", "SO"];
/// The age at which a sighting allows too many trails.
const OLDEST: usize = 5;

#[derive(Clone)]
struct TrailSampler;

impl HunterStyle for TrailSampler {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.seen(OLDEST) {
            Some(seen) => share(hunt, seen),
            None if hunt.round() < 6 || hunt.life() > 6 => {
                let land = hunt.land();
                hunt.beat(land)
            }
            None => hunt.here(),
        }
    }
}

/// Goes towards the best end that no hunter before this one took: the number of its trails, divided
/// by the turns that it takes to get there.
fn share(hunt: &mut Hunt<'_>, seen: Seen) -> Place {
    let ends = ends(hunt, seen);
    let free = hunt.land() - hunt.claimed();
    let free = free.into_iter().filter(|&place| ends[place] > 0).collect();
    let hunter = hunt.hunter();
    let value = |place| {
        let turns = i32::from(hunt.turns(hunter, place)).max(1);
        60 * ends[place] / (turns * turns)
    };
    let values =
        ByPlace::new(|place| if PlaceSet::contains(free, place) { value(place) } else { 0 });
    let goal = hunt.best(free, |place| values[place]);
    hunt.towards(goal)
}

/// The number of trails that end in each place.
fn ends(hunt: &Hunt<'_>, seen: Seen) -> ByPlace<i32> {
    let made = hunt.view().dracula_moves_made();
    let mut ends = ByPlace::of(0);
    let first = made + 1 - seen.age;
    extend(hunt, first, seen.place, PlaceSet::of(seen.place), &mut ends);
    ends
}

/// Follows every move of a round from a place, and those after it. No trail goes to a place twice,
/// except that it can stay.
fn extend(hunt: &Hunt<'_>, round: usize, at: Place, before: PlaceSet, ends: &mut ByPlace<i32>) {
    if round == hunt.view().dracula_moves_made() {
        ends[at] += 1;
        return;
    }
    let next = hunt.rules().dracula_reach(at) - (before - PlaceSet::of(at));
    for place in next & hunt.kind(round) {
        extend(hunt, round + 1, place, before | PlaceSet::of(place), ends);
    }
}
