//! `evasion-guesser-a`: they go where one who flees from them would.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "evasion-guesser-a",
    "Hunters who ask where they would flee to in his place, and go there.",
    |setup| hunters(setup, EvasionGuesser),
);

const STARTS: [&str; 4] = ["GR", "PA", "LI", "BC"];

#[derive(Clone)]
struct EvasionGuesser;

impl HunterStyle for EvasionGuesser {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if hunt.life() <= 2 {
            return hunt.here();
        }
        let guess = match hunt.seen(6) {
            Some(seen) => fled(hunt, seen),
            None => farthest(hunt),
        };
        if hunt.nearer(guess) < 2 {
            return hunt.towards(guess);
        }
        // The other two cut off the ways on.
        let next = hunt.rules().dracula_reach(guess) & hunt.land();
        hunt.towards_nearest(next - hunt.claimed() - PlaceSet::of(guess))
    }
}

/// The place to which he came since he was seen, if he always went where the hunters, as they stand
/// now, are farthest.
fn fled(hunt: &Hunt<'_>, seen: Seen) -> Place {
    let made = hunt.view().dracula_moves_made();
    let (mut at, mut before) = (seen.place, PlaceSet::of(seen.place));
    for round in made + 1 - seen.age..made {
        let next = hunt.rules().dracula_reach(at) - before;
        let next = next & hunt.kind(round);
        at = next.into_iter().max_by_key(|&place| gap(hunt, place)).unwrap_or(at);
        before.insert(at);
    }
    at
}

/// The city that is farthest from all hunters.
fn farthest(hunt: &mut Hunt<'_>) -> Place {
    let gaps: Vec<_> = hunt.land().into_iter().map(|place| (gap(hunt, place), place)).collect();
    let most = gaps.iter().map(|&(gap, _)| gap).max();
    let far = gaps.into_iter().filter(|&(gap, _)| Some(gap) == most).map(|(_, place)| place);
    hunt.any(far.collect())
}

/// The turns that the nearest hunter needs to a place, then those of all of them.
fn gap(hunt: &Hunt<'_>, place: Place) -> (u8, u16) {
    let turns = Hunter::ALL.map(|hunter| hunt.turns(hunter, place));
    let nearest = turns.into_iter().min().unwrap_or(0);
    (nearest, turns.into_iter().map(u16::from).sum())
}

#[cfg(test)]
mod tests {
    use super::super::super::kit::testing::{Hunting, place};
    use super::*;

    /// Roads lead from Salonica to Sofia and Valona.
    #[test]
    fn the_two_others_go_next_to_the_place_guessed() {
        let past = "GVA.... SVA.... HVA.... MMA.... DSA.V.. GVA.... SVA....";
        for seed in 0..8 {
            let mut hunting = Hunting::after(past, seed);
            assert_eq!(EvasionGuesser.go(&mut hunting.hunt()), place("SO"));
        }
    }
}
