//! Bots for the toy ruleset: an example of the files of a game's bots, and players for tests.

mod first;
mod greedy;
mod ruleset;

use stoker_engine::toy::Toy;

use crate::entry::BotEntry;

pub use first::{ENTRY as FIRST, First};
pub use greedy::ENTRY as GREEDY;
pub use ruleset::ruleset;

/// The bots that play the toy ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Toy>> {
    vec![crate::random(), FIRST, GREEDY]
}
