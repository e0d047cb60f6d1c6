//! `researcher-a`: they rest until research shows a place, then search what it allows.

use stoker_engine::course::Course;
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "researcher-a",
    "Hunters who all rest until research shows a place, then search what it allows.",
    |setup| hunters(setup, Researcher),
);

const STARTS: [&str; 4] = ["MA", "PA", "PR", "BE"];
/// One round of rests before research reveals a move (R2).
const BEATS_UNTIL: u16 = 5;

#[derive(Clone)]
struct Researcher;

impl HunterStyle for Researcher {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.seen(9) {
            Some(Seen { place, age: 1 }) => hunt.towards(place),
            _ if hunt.is_hurt() => hunt.here(),
            Some(seen) => hunt.search(seen),
            None if hunt.round() < BEATS_UNTIL => {
                let land = hunt.land();
                hunt.beat(land)
            }
            None => hunt.here(),
        }
    }
}
