//! Bots for the fury ruleset.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "an answer is one of the moves that were offered"
)]

mod atlas;
mod belief;
mod common;
mod dracula;
mod duel;
mod hunters;
mod matrix;
mod plan;
mod ruleset;
mod search;
mod shade;

use stoker_engine::fury::Fury;

use crate::entry::BotEntry;

pub use belief::Belief;
pub use matrix::{Solution, solve};
pub use ruleset::ruleset;

/// The bots that play the fury ruleset, the weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Fury>> {
    vec![
        crate::random(),
        hunters::PATROL,
        hunters::SWEEP,
        dracula::RUNNER,
        dracula::LURKER,
        search::SEARCH,
    ]
}
