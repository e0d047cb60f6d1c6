//! `ambusher-b`: hunters of whom two wait at the castle, and two search or research.

use stoker_engine::course::Course;
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "ambusher-b",
    "Hunters of whom two wait in the castle and next to it, and two search or research.",
    |setup| hunters(setup, Ambusher),
);

#[derive(Clone)]
struct Ambusher;

impl HunterStyle for Ambusher {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let middle_and_west = hunt.start_at(["CD", "KL", "MU", "MA"]);
        post(hunt).unwrap_or(middle_and_west)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match (post(hunt), hunt.seen(5)) {
            (Some(post), _) => ambush(hunt, post),
            (None, Some(seen)) => hunt.search(seen),
            (None, None) => hunt.here(),
        }
    }
}

/// The place where the hunter waits; `None` for the two who do not.
fn post(hunt: &Hunt<'_>) -> Option<Place> {
    match hunt.number() {
        0 => Some(hunt.castle()),
        1 => hunt.castle_doors().into_iter().last(),
        _ => None,
    }
}

/// The city in reach where he was last round, or the way back to the post.
fn ambush(hunt: &mut Hunt<'_>, post: Place) -> Place {
    let cities = hunt.moves() & hunt.land();
    match hunt.seen(1) {
        Some(seen) if cities.contains(seen.place) => seen.place,
        _ => hunt.towards(post),
    }
}
