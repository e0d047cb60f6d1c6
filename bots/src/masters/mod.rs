//! Bots for the masters ruleset, a file or folder each.

mod planner;
mod positions;
mod prices;
mod ruleset;
mod search;
mod turn;

use stoker_engine::masters::Masters;

use crate::entry::BotEntry;

pub use ruleset::ruleset;

/// The bots that play the masters ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Masters>> {
    vec![crate::random(), planner::SURVIVOR_ENTRY, planner::PLANNER_ENTRY, search::ENTRY]
}
