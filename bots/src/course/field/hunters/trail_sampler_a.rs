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
/// The most steps that are listed, which only a dense map can reach.
const MOST_STEPS: u32 = 100_000;

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
/// by the square of the turns that it takes to get there.
fn share(hunt: &mut Hunt<'_>, seen: Seen) -> Place {
    let ends = ends(hunt, seen);
    let free = hunt.land() - hunt.claimed();
    let free = free.into_iter().filter(|&place| ends[place] > 0).collect();
    let values = ByPlace::new(|place| match ends[place] {
        0 => 0,
        trails => {
            let turns = i32::from(hunt.turns(hunt.hunter(), place)).max(1);
            trails.saturating_mul(60) / (turns * turns)
        }
    });
    let goal = hunt.best(free, |place| values[place]);
    hunt.towards(goal)
}

/// The number of trails that end in each place.
fn ends(hunt: &Hunt<'_>, seen: Seen) -> ByPlace<i32> {
    let mut list = TrailList { hunt, ends: ByPlace::of(0), left: MOST_STEPS };
    let first = hunt.view().dracula_moves_made() + 1 - seen.age;
    list.extend(first, seen.place, PlaceSet::of(seen.place));
    list.ends
}

/// The list of trails as it is made.
struct TrailList<'h> {
    hunt: &'h Hunt<'h>,
    ends: ByPlace<i32>,
    /// The number of steps that may still be taken.
    left: u32,
}

impl TrailList<'_> {
    /// Follows every move of a round from a place, and those after it. No trail goes to a place
    /// twice, except that it can stay.
    fn extend(&mut self, round: usize, at: Place, before: PlaceSet) {
        let hunt = self.hunt;
        if round == hunt.view().dracula_moves_made() {
            self.ends[at] += 1;
            return;
        }
        let next = hunt.rules().dracula_reach(at) - (before - PlaceSet::of(at));
        for place in next & hunt.kind(round) {
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            self.extend(round + 1, place, before | PlaceSet::of(place));
        }
    }
}
