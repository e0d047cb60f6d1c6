//! `late-guard-b`: hunters who guard the castle once he is known to have been there.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "late-guard-b",
    "Hunters of whom one guards the castle once he is known to have been there.",
    |setup| hunters(setup, LateGuard { guard: None }),
);

#[derive(Clone)]
struct LateGuard {
    guard: Option<Hunter>,
}

impl HunterStyle for LateGuard {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["LO", "SR", "NU", "RO"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if self.guard.is_none() && hunt.was_at_castle() {
            let castle = hunt.castle();
            self.guard = Hunter::ALL.into_iter().min_by_key(|&hunter| hunt.turns(hunter, castle));
        }
        match hunt.seen(4) {
            Some(Seen { place, age: 1 }) if hunt.moves().contains(place) => place,
            _ if self.guard == Some(hunt.hunter()) => stand_guard(hunt),
            Some(Seen { place, age: 1 }) => hunt.towards(place),
            _ if hunt.is_hurt() => hunt.here(),
            Some(seen) => hunt.search(seen),
            None => hunt.beat(hunt.land() - PlaceSet::of(hunt.castle())),
        }
    }
}

/// A random city, the present one included, from which the next turn can lead to the castle.
fn stand_guard(hunt: &mut Hunt<'_>) -> Place {
    let (hunter, next, castle) = (hunt.hunter(), hunt.round() + 1, hunt.castle());
    let near = |&city: &Place| hunt.tables().hunter_turns(hunter, next, city, castle) == 1;
    let near: PlaceSet = hunt.land().into_iter().filter(near).collect();
    let in_reach = near & hunt.moves();
    if in_reach.is_empty() { hunt.towards_nearest(near) } else { hunt.any(in_reach) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::field::kit::testing::{Hunting, place, places};

    const ROUNDS: &str = "GLO.... SSR.... HBC.... MRO.... DCD.V.. \
                          GLO.... SSR.... HBC.... MRO.... DC?T...";

    /// Roads lead from Bucharest to Galatz and Klausenburg, the castle's neighbours.
    #[test]
    fn the_hunter_nearest_to_the_castle_becomes_the_guard_and_goes_next_to_it() {
        let mut style = LateGuard { guard: None };
        style.go(&mut Hunting::after(ROUNDS, 1).hunt());
        assert_eq!(style.guard, Some(Hunter::VanHelsing));
        let mut hunting = Hunting::after(&format!("{ROUNDS} GLO.... SSR...."), 1);
        assert!(places("GA KL").contains(style.go(&mut hunting.hunt())));
    }

    #[test]
    fn the_guard_enters_the_castle_when_he_was_seen_there_last_round() {
        let mut style = LateGuard { guard: Some(Hunter::VanHelsing) };
        let past = "GLO.... SSR.... HKL.... MRO.... DCD.V.. GLO.... SSR....";
        assert_eq!(style.go(&mut Hunting::after(past, 1).hunt()), place("CD"));
    }
}
