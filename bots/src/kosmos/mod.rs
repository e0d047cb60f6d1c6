//! Bots for the kosmos ruleset, a file or folder each.

mod answers;
mod careful;
mod deals;
mod ends;
mod memory;
mod odds;
mod plan;
mod positions;
mod reckoner;
mod ruleset;
mod style;
mod threat;
mod worth;

use stoker_engine::kosmos::Kosmos;

use crate::entry::BotEntry;
use crate::reference::References;

pub use ruleset::ruleset;

/// The bots that play the kosmos ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Kosmos>> {
    vec![crate::random(), careful::ENTRY, memory::ENTRY, reckoner::ENTRY]
}

/// The references between which the bots of each side are measured, Dracula's first.
#[must_use]
pub fn references() -> [References<Kosmos>; 2] {
    ends::ALL
}
