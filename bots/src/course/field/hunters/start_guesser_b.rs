//! `start-guesser-b`: hunters who leave a gap at the start, and guess that he began there.

use stoker_engine::course::{Course, Play};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "start-guesser-b",
    "Hunters who begin in the west, guess that he began far from them, and look for him there.",
    |setup| hunters(setup, StartGuesser),
);

/// The round from which they do not look for him near the place guessed.
const LAST: u16 = 8;

#[derive(Clone)]
struct StartGuesser;

impl HunterStyle for StartGuesser {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["LO", "PA", "MA", "GE"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if let Some(seen) = hunt.seen(5) {
            return hunt.search(seen);
        }
        let guess = if hunt.round() < LAST { guess(hunt) } else { None };
        match guess {
            Some(guess) if hunt.round() <= 2 => hunt.towards(guess),
            Some(guess) => {
                let around = hunt.tables().dracula_within(guess, 2) & hunt.land();
                hunt.beat(around - hunt.claimed())
            }
            None if hunt.is_hurt() => hunt.here(),
            None => hunt.beat(hunt.land()),
        }
    }
}

/// The place where he began, if it is known, or else the one of its kind from which the nearest
/// hunter began farthest. The castle would have been seen at once.
fn guess(hunt: &Hunt<'_>) -> Option<Place> {
    let rules = hunt.rules();
    let shown = PlaceSet::of(hunt.castle()) | PlaceSet::of(rules.hospital());
    let far = |&place: &Place| (head_start(hunt, place), rules.map().road(place).len());
    let known = hunt.view().dracula_place(rules, 0);
    known.or_else(|| (hunt.kind(0) - shown).into_iter().max_by_key(far))
}

/// The number of turns that the nearest hunter needed to a place when the first round was over.
fn head_start(hunt: &Hunt<'_>, to: Place) -> Option<u8> {
    let starts = hunt.view().plays().iter().filter_map(|play| match play {
        Play::Hunter(play) => Some(hunt.tables().hunter_turns(play.hunter, 1, play.to, to)),
        Play::Dracula(_) => None,
    });
    starts.take(4).min()
}

#[cfg(test)]
mod tests {
    use crate::course::field::kit::testing::{Hunting, place, places};

    /// The Adriatic and the Tyrrhenian Sea are three turns away from Sofia, Vienna and Lisbon. The
    /// other seas are nearer.
    #[test]
    fn he_began_at_the_farthest_place_of_the_kind_that_was_seen() {
        let guess = |dracula: &str| {
            let past = format!("GSO.... SGA.... HLS.... MVI.... {dracula}");
            super::guess(&Hunting::after(&past, 1).hunt()).unwrap()
        };
        assert!(places("AS TS").contains(guess("DS?....")));
        assert_eq!(guess("DED.V.."), place("ED"));
    }
}
