//! `researcher-b`: hunters who run to a fresh sighting, search an older one, and else research.

use stoker_engine::course::Course;
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "researcher-b",
    "Hunters who run to a fresh sighting, search an older one, and research without one.",
    |setup| hunters(setup, Researcher),
);

/// The round from which hunters without a sighting rest.
const RESEARCH: u16 = 5;

#[derive(Clone)]
struct Researcher;

impl HunterStyle for Researcher {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["SR", "MN", "NU", "SO"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.seen(9) {
            Some(seen) if seen.age == 1 => hunt.towards(seen.place),
            _ if hunt.is_hurt() => hunt.here(),
            Some(seen) => hunt.search(seen),
            None if hunt.round() < RESEARCH => hunt.beat(hunt.land()),
            None => hunt.here(),
        }
    }
}
