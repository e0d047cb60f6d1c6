//! `evasion-guesser-b`: hunters who guess where they would flee in his place.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "evasion-guesser-b",
    "Hunters who guess that he flees from them by the farthest places, and surround the last.",
    |setup| hunters(setup, EvasionGuesser),
);

#[derive(Clone)]
struct EvasionGuesser;

impl HunterStyle for EvasionGuesser {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["TO", "MN", "VE", "BC"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if hunt.life() <= 2 {
            return hunt.here();
        }
        let guess = match hunt.seen(6) {
            Some(seen) => flight(hunt, seen),
            None => far_city(hunt),
        };
        let beside = hunt.rules().dracula_reach(guess) & hunt.land();
        let free = beside - PlaceSet::of(guess) - hunt.claimed();
        if hunt.nearer(guess) < 2 || free.is_empty() {
            hunt.towards(guess)
        } else {
            hunt.towards_nearest(free)
        }
    }
}

/// The place to which he has fled since he was seen. Of places as far from the nearest hunter, he
/// takes the one that is farther from all together.
fn flight(hunt: &Hunt<'_>, seen: Seen) -> Place {
    let made = hunt.view().dracula_moves_made();
    let far = |&place: &Place| (nearest(hunt, place), distances(hunt, place).sum::<i32>());
    let (mut at, mut been) = (seen.place, PlaceSet::of(seen.place));
    for round in made + 1 - seen.age..made {
        let open = hunt.rules().dracula_reach(at) & hunt.kind(round);
        let new = open - been;
        let places = if new.is_empty() { open } else { new };
        at = places.into_iter().max_by_key(far).unwrap_or(at);
        been.insert(at);
    }
    at
}

/// The city that is farthest from the nearest hunter, chosen at random among equals.
fn far_city(hunt: &mut Hunt<'_>) -> Place {
    let farthest = hunt.land().into_iter().map(|city| nearest(hunt, city)).max();
    let far = |&city: &Place| Some(nearest(hunt, city)) == farthest;
    let far = hunt.land().into_iter().filter(far).collect();
    hunt.any(far)
}

/// The number of turns that the nearest hunter needs to a place.
fn nearest(hunt: &Hunt<'_>, place: Place) -> i32 {
    distances(hunt, place).min().unwrap_or(0)
}

/// The number of turns that each hunter needs to a place.
fn distances(hunt: &Hunt<'_>, place: Place) -> impl Iterator<Item = i32> {
    Hunter::ALL.into_iter().map(move |hunter| i32::from(hunt.turns(hunter, place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::field::kit::testing::{Hunting, place};

    /// Roads lead from Lisbon to Cadiz, Madrid and Santander. From Saragossa, Godalming needs two
    /// turns to Cadiz, and one to the others.
    #[test]
    fn he_flees_to_the_place_that_is_farthest_from_the_hunters() {
        let past = "GMA.... SPA.... HMR.... MMU.... DLS.V.. \
                    GSR.... SPA.... HMR.... MMU.... DC?T...";
        let mut hunting = Hunting::after(past, 1);
        let hunt = hunting.hunt();
        assert_eq!(flight(&hunt, hunt.seen(6).unwrap()), place("CA"));
    }
}
