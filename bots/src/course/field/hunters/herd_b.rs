//! `herd-b`: hunters who stay together around a leader, and cut off the ways out of a sighting.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "herd-b",
    "Hunters who stay together behind the first, and spread around a fresh sighting.",
    |setup| hunters(setup, Herd { goals: PlaceSet::EMPTY }),
);

#[derive(Clone)]
struct Herd {
    /// The goals of those who have followed in this round.
    goals: PlaceSet,
}

impl HunterStyle for Herd {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let leader = hunt.at(Hunter::ALL[0]);
        leader.unwrap_or_else(|| hunt.start_at(["ST"; 4]))
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if hunt.number() == 0 {
            self.goals = PlaceSet::EMPTY;
            return lead(hunt);
        }
        let leader = hunt.at(Hunter::ALL[0]).unwrap_or(hunt.here());
        let moves = hunt.moves();
        match hunt.seen(1) {
            Some(seen) => self.surround(hunt, seen.place, moves - PlaceSet::of(seen.place)),
            None => self.surround(hunt, leader, moves),
        }
    }
}

impl Herd {
    /// The way, by one of these moves, to a city next to a place which is nobody else's goal.
    fn surround(&mut self, hunt: &mut Hunt<'_>, middle: Place, moves: PlaceSet) -> Place {
        let (hunter, next, tables) = (hunt.hunter(), hunt.round() + 1, hunt.tables());
        let beside = hunt.rules().dracula_reach(middle) & hunt.land();
        let free = beside - PlaceSet::of(middle) - self.goals - hunt.claimed();
        let turns = free.into_iter().map(|goal| hunt.turns(hunter, goal)).min();
        let near = free.into_iter().filter(|&goal| Some(hunt.turns(hunter, goal)) == turns);
        let goal = if free.is_empty() { middle } else { hunt.any(near.collect()) };
        self.goals.insert(goal);
        let turns = |place| i32::from(tables.hunter_turns(hunter, next, place, goal));
        let seas = hunt.rules().seas();
        hunt.best(moves, |place| -2 * turns(place) - i32::from(seas.contains(place)))
    }
}

fn lead(hunt: &mut Hunt<'_>) -> Place {
    match hunt.seen(6) {
        Some(seen) => hunt.towards(seen.place),
        None => hunt.beat(hunt.land()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::field::kit::testing::{Hunting, places};

    /// Roads lead from Klausenburg to Belgrade, Bucharest, Budapest, the castle, Galatz and Szeged.
    #[test]
    fn they_spread_over_the_cities_around_a_fresh_sighting() {
        let mut herd = Herd { goals: PlaceSet::EMPTY };
        let mut past = "GBE.... SBE.... HBE.... MBE.... DKL.V.. GKLD...".to_owned();
        let mut reached = PlaceSet::EMPTY;
        for letter in ['S', 'H', 'M'] {
            let to = herd.go(&mut Hunting::after(&past, 1).hunt());
            past += &format!(" {letter}{}....", Course::default().map().code(to));
            reached.insert(to);
        }
        assert!(reached.is_subset(places("BE BC BD CD GA SZ")) && reached.len() == 3);
    }
}
