//! `rail-rider-a`: they travel by train to far stations, and leave it where he was seen.

use stoker_engine::course::{ByHunter, Course};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "rail-rider-a",
    "Hunters who travel by train to far stations, and to the station nearest to a sighting.",
    |setup| hunters(setup, RailRider { goals: ByHunter::default() }),
);

const STARTS: [&str; 4] = ["MA", "PA", "LI", "BC"];

#[derive(Clone)]
struct RailRider {
    goals: ByHunter<Option<Place>>,
}

impl HunterStyle for RailRider {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let hunter = hunt.hunter();
        if let Some(seen) = hunt.seen(5) {
            self.goals[hunter] = None;
            let near = hunt.tables().dracula_moves(hunt.here(), seen.place) <= 2;
            let goal = if near { seen.place } else { station_near(hunt, seen.place) };
            if goal != hunt.here() {
                return hunt.towards(goal);
            }
        }
        let arrived = self.goals[hunter].is_none_or(|goal| goal == hunt.here());
        if arrived {
            let far = far_stations(hunt);
            self.goals[hunter] = Some(hunt.any(far));
        }
        match self.goals[hunter] {
            Some(goal) => ride(hunt, goal),
            None => hunt.here(),
        }
    }
}

fn stations(hunt: &Hunt<'_>) -> PlaceSet {
    let map = hunt.rules().map();
    hunt.land().into_iter().filter(|&place| !map.rail(place).is_empty()).collect()
}

/// The station from which a place is the fewest moves away.
fn station_near(hunt: &Hunt<'_>, place: Place) -> Place {
    let tables = hunt.tables();
    let best = stations(hunt).into_iter().min_by_key(|&at| tables.dracula_moves(at, place));
    best.unwrap_or(place)
}

/// The stations that are three turns or more away.
fn far_stations(hunt: &Hunt<'_>) -> PlaceSet {
    let hunter = hunt.hunter();
    stations(hunt).into_iter().filter(|&place| hunt.turns(hunter, place) >= 3).collect()
}

/// Goes by rail if a train brings the goal nearer, else by the shortest way.
fn ride(hunt: &mut Hunt<'_>, goal: Place) -> Place {
    let (hunter, round, here) = (hunt.hunter(), hunt.round(), hunt.here());
    let (tables, rails) = (hunt.tables(), hunt.rules().rail_reach(hunter, round, here));
    let left = |place| i32::from(tables.hunter_turns(hunter, round + 1, place, goal));
    let best = hunt.best(rails, |place| -left(place));
    if rails.len() > 1 && left(best) < left(here) { best } else { hunt.towards(goal) }
}
