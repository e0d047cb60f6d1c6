//! `moody-b`: hunters who share a mood, which changes every ten rounds.

use stoker_engine::course::Course;
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "moody-b",
    "Hunters who walk, rest or search, all in the same mood, which changes every ten rounds.",
    |setup| hunters(setup, Moody { mood: Mood::Walk, until: 0 }),
);

/// The number of rounds that a mood lasts.
const ROUNDS: u16 = 10;

#[derive(Clone)]
struct Moody {
    mood: Mood,
    /// The first round after the mood.
    until: u16,
}

#[derive(Clone, Copy)]
enum Mood {
    /// They walk beats.
    Walk,
    /// They rest.
    Rest,
    /// They search.
    Search,
}

impl HunterStyle for Moody {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["BO", "HA", "VI", "VA"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if hunt.round() >= self.until {
            self.mood = [Mood::Walk, Mood::Rest, Mood::Search][hunt.below(3) as usize];
            self.until = (hunt.round() / ROUNDS + 1) * ROUNDS;
        }
        match (hunt.seen(7), self.mood) {
            (Some(seen), _) if seen.age == 1 && hunt.nearer(seen.place) < 2 => {
                hunt.towards(seen.place)
            }
            (_, Mood::Rest) => hunt.here(),
            (Some(seen), Mood::Search) => hunt.search(seen),
            (_, Mood::Walk) | (None, Mood::Search) => hunt.beat(hunt.land()),
        }
    }
}
