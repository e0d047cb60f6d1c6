//! Bots for the fury ruleset.

mod ruleset;

use stoker_engine::fury::Fury;

use crate::entry::BotEntry;

pub use ruleset::ruleset;

/// The bots that play the fury ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Fury>> {
    vec![crate::random()]
}
