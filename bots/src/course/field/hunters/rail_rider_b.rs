//! `rail-rider-b`: hunters who ride from station to station.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "rail-rider-b",
    "Hunters who ride to far stations drawn at random, and to the station nearest to a sighting.",
    |setup| hunters(setup, RailRider { goals: [None; 4] }),
);

#[derive(Clone)]
struct RailRider {
    /// The station to which each hunter travels.
    goals: [Option<Place>; 4],
}

impl HunterStyle for RailRider {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["MA", "PA", "PR", "SO"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if let Some(seen) = hunt.seen(5) {
            return close_in(hunt, seen);
        }
        let goal = &mut self.goals[hunt.number()];
        let on_the_way = goal.filter(|&goal| goal != hunt.here());
        let next = on_the_way.unwrap_or_else(|| far_station(hunt));
        *goal = Some(next);
        ride(hunt, next)
    }
}

/// The way to the sighting if it is two moves away or less, or else to the station nearest to it.
fn close_in(hunt: &mut Hunt<'_>, seen: Seen) -> Place {
    let tables = hunt.tables();
    if tables.dracula_moves(hunt.here(), seen.place) <= 2 {
        return hunt.towards(seen.place);
    }
    let stations = stations(hunt);
    let moves = |station| tables.dracula_moves(seen.place, station);
    let least = stations.into_iter().map(moves).min();
    hunt.towards_nearest(stations.into_iter().filter(|&at| Some(moves(at)) == least).collect())
}

/// A random station that is three turns away or more.
fn far_station(hunt: &mut Hunt<'_>) -> Place {
    let hunter = hunt.hunter();
    let far = |&station: &Place| hunt.turns(hunter, station) >= 3;
    let far = stations(hunt).into_iter().filter(far).collect();
    hunt.any(far)
}

/// The train that brings the goal nearest, if one brings it nearer, or else any way.
fn ride(hunt: &mut Hunt<'_>, goal: Place) -> Place {
    let (rules, tables, here) = (hunt.rules(), hunt.tables(), hunt.here());
    let (hunter, round) = (hunt.hunter(), hunt.round());
    let left = |place| i32::from(tables.hunter_turns(hunter, round + 1, place, goal));
    let trains = rules.rail_reach(hunter, round, here).into_iter();
    let nearer: PlaceSet = trains.filter(|&place| left(place) < left(here)).collect();
    if nearer.is_empty() { hunt.towards(goal) } else { hunt.best(nearer, |place| -left(place)) }
}

/// The cities with rail.
fn stations(hunt: &Hunt<'_>) -> PlaceSet {
    hunt.land().into_iter().filter(|&city| !hunt.rules().map().rail(city).is_empty()).collect()
}
