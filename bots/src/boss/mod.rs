//! Bots for the boss ruleset, a file or folder each.

mod answers;
mod greedy;
mod odds;
mod playouts;
mod positions;
mod quick;
mod rollout;
mod ruleset;
mod threshold;

use stoker_engine::boss::Boss;

use crate::entry::BotEntry;

pub use ruleset::ruleset;

/// The bots that play the boss ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Boss>> {
    vec![crate::random(), greedy::ENTRY, threshold::ENTRY, rollout::ENTRY]
}
