//! `moody-a`: all four change their style every ten rounds.

use stoker_engine::course::Course;
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "moody-a",
    "Hunters who change together, every ten rounds, between walking, resting and searching.",
    |setup| hunters(setup, Moody { mood: Mood::Walk, until: 0 }),
);

const STARTS: [&str; 4] = ["MA", "BU", "VE", "BE"];
const LASTS: u16 = 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Walk,
    Rest,
    Search,
}

#[derive(Clone)]
struct Moody {
    mood: Mood,
    /// The first round of the next mood.
    until: u16,
}

impl HunterStyle for Moody {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if hunt.round() >= self.until {
            self.change(hunt);
        }
        // Whatever the mood, the two nearest go for a Dracula who was seen last round.
        if let Some(seen) = hunt.seen(1).filter(|seen| hunt.nearer(seen.place) < 2) {
            return hunt.towards(seen.place);
        }
        let land = hunt.land();
        match self.mood {
            Mood::Rest => hunt.here(),
            Mood::Walk => hunt.beat(land),
            Mood::Search => match hunt.seen(7) {
                Some(seen) => hunt.search(seen),
                None => hunt.beat(land),
            },
        }
    }
}

impl Moody {
    /// Draws a mood.
    fn change(&mut self, hunt: &mut Hunt<'_>) {
        self.mood = [Mood::Walk, Mood::Rest, Mood::Search][hunt.below(3) as usize];
        self.until = hunt.round() + LASTS;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::kit::testing::Hunting;
    use super::*;

    #[test]
    fn a_match_can_begin_in_each_mood() {
        let drawn = |seed| {
            let mut hunting = Hunting::after("GMA.... SBU.... HVE.... MBE.... DC?.V..", seed);
            let mut moody = Moody { mood: Mood::Walk, until: 0 };
            moody.go(&mut hunting.hunt());
            moody.mood
        };
        for mood in [Mood::Walk, Mood::Rest, Mood::Search] {
            assert!((0..32).any(|seed| drawn(seed) == mood));
        }
    }
}
