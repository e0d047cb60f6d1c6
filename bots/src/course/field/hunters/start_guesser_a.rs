//! `start-guesser-a`: in rounds 1 and 2 all run to the likeliest start.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "start-guesser-a",
    "Hunters who leave a gap, guess that he starts there, and all run to it.",
    |setup| hunters(setup, StartGuesser { guess: None }),
);

/// All in the west, so that the gap is in the east.
const STARTS: [&str; 4] = ["PA", "CO", "MI", "NU"];

#[derive(Clone)]
struct StartGuesser {
    guess: Option<Place>,
}

impl HunterStyle for StartGuesser {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if let Some(seen) = hunt.seen(5) {
            return hunt.search(seen);
        }
        if hunt.round() <= 2 {
            let guess = *self.guess.get_or_insert_with(|| likeliest(hunt));
            return hunt.towards(guess);
        }
        match self.guess {
            // They comb the surroundings of the guess for six rounds more.
            Some(guess) if hunt.round() <= 8 => {
                let around = hunt.tables().dracula_within(guess, 2) & hunt.land();
                hunt.beat(around - hunt.claimed())
            }
            _ if hunt.is_hurt() => hunt.here(),
            _ => {
                let land = hunt.land();
                hunt.beat(land)
            }
        }
    }
}

/// The place of the kind that was seen that is farthest from every hunter, and of those the one
/// with most roads.
fn likeliest(hunt: &mut Hunt<'_>) -> Place {
    let (rules, places) = (hunt.rules(), hunt.kind(0));
    let turns = |place| Hunter::ALL.map(|hunter| hunt.turns(hunter, place)).into_iter().min();
    let roads = |place| rules.map().road(place).len();
    let value = |&place: &Place| (turns(place), roads(place));
    let best = places.into_iter().filter(|&place| place != rules.hospital()).max_by_key(value);
    best.unwrap_or(hunt.castle())
}
