//! `trail-sampler-b`: hunters who count, for each city, the trails of his that can end there.

use arrayvec::ArrayVec;
use stoker_engine::course::Course;
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "trail-sampler-b",
    "Hunters who list the trails that he can have walked, and go where the most of them end.",
    |setup| hunters(setup, TrailSampler),
);

/// The oldest sighting, in rounds, from which trails are listed.
const OLDEST: usize = 5;
/// The number of steps after which the list ends.
const STEPS: u32 = 100_000;
/// The value of a trail that ends one turn away. All trails together are worth less than 2^31.
const TRAIL: i32 = 10_000;

#[derive(Clone)]
struct TrailSampler;

impl HunterStyle for TrailSampler {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["LS", "PA", "BR", "BE"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if let Some(end) = hunt.seen(OLDEST).and_then(|seen| best_end(hunt, seen)) {
            return hunt.towards(end);
        }
        if hunt.round() >= 6 && hunt.life() <= 6 { hunt.here() } else { hunt.beat(hunt.land()) }
    }
}

/// The best city in which a trail can end. If all are taken, the best of them; `None` if he can
/// only be at sea.
fn best_end(hunt: &mut Hunt<'_>, seen: Seen) -> Option<Place> {
    let trails = Trails::since(hunt, seen);
    let cities = (hunt.possible(seen) & hunt.land()).into_iter();
    let ends: PlaceSet = cities.filter(|&city| trails.ends[city] > 0).collect();
    let free = ends - hunt.claimed();
    let turns = hunt.tables().hunter_row(hunt.hunter(), hunt.round(), hunt.here());
    let value = |end| TRAIL * trails.ends[end] / i32::from(turns[end]).max(1).pow(2);
    let best = hunt.best(if free.is_empty() { ends } else { free }, value);
    if ends.is_empty() { None } else { Some(best) }
}

/// The list of trails.
struct Trails {
    /// The number of trails that end in each place.
    ends: ByPlace<i32>,
    /// The steps that may still be taken.
    steps: u32,
}

impl Trails {
    fn since(hunt: &Hunt<'_>, seen: Seen) -> Self {
        let made = hunt.view().dracula_moves_made();
        let later = made + 1 - seen.age..made;
        let kinds: ArrayVec<PlaceSet, OLDEST> = later.map(|round| hunt.kind(round)).collect();
        let mut trails = Self { ends: ByPlace::of(0), steps: STEPS };
        trails.walk(hunt.rules(), seen.place, PlaceSet::EMPTY, &kinds);
        trails
    }

    /// Lists the trails that lead on by moves of these kinds, and not to a place that was left.
    fn walk(&mut self, rules: &Course, at: Place, left: PlaceSet, kinds: &[PlaceSet]) {
        let Some((&kind, later)) = kinds.split_first() else {
            self.ends[at] += 1;
            return;
        };
        for next in (rules.dracula_reach(at) & kind) - left {
            if self.steps == 0 {
                return;
            }
            self.steps -= 1;
            self.walk(rules, next, (left | PlaceSet::of(at)) - PlaceSet::of(next), later);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::field::kit::testing::{Hunting, place};

    /// Roads lead from Athens to Valona, and on to Salonica, Sarajevo and Sofia.
    #[test]
    fn a_trail_stays_but_does_not_come_back() {
        let past = "GMA.... SPA.... HLO.... MMU.... DAT.V.. \
                    GMA.... SPA.... HLO.... MMU.... DC?T... \
                    GMA.... SPA.... HLO.... MMU.... DC?T...";
        let mut hunting = Hunting::after(past, 1);
        let hunt = hunting.hunt();
        let trails = Trails::since(&hunt, hunt.seen(OLDEST).unwrap());
        let ends = ["AT", "VA", "SA", "SJ", "SO"].map(|code| trails.ends[place(code)]);
        assert_eq!(ends, [1, 2, 1, 1, 1]);
    }
}
