//! Bots for the masters ruleset, a file or folder each.

mod ruleset;

use stoker_engine::masters::Masters;

use crate::entry::BotEntry;

pub use ruleset::ruleset;

/// The bots that play the masters ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Masters>> {
    vec![crate::random()]
}
