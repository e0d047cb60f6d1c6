//! Bots for the course ruleset, each side a series of rungs, and the parts they share.
//!
//! | rung | hunters | Dracula |
//! |---|---|---|
//! | 0 | `random` | `random` |
//! | 1 | `patrol` | `wanderer` |
//! | 2 | `tracker` | `lurker` |
//! | 3 | `marshal` | `phantom` |
//! | 4 | `strategist` | `mastermind` |
//!
//! [`Belief`] is a base for any hunters' bot: every trail that explains what was seen, with its
//! probability. [`PossiblePlaces`] is cheaper and tells less. Letters and numbers such as H4 are
//! clauses of `docs/rules.md`.

mod arrivals;
mod belief;
mod best;
mod blind;
mod hindsight;
mod interest;
mod likelihood;
mod lurker;
mod marshal;
mod mastermind;
mod notes;
mod numbers;
mod omniscient;
mod opponent_model;
mod patrol;
mod phantom;
mod places;
mod playout;
mod ruleset;
mod strategist;
mod submissions;
mod tables;
mod tracker;
mod wanderer;

use stoker_engine::course::Course;

use crate::entry::BotEntry;
use crate::reference::References;

pub use arrivals::{Arrivals, Reach};
pub use belief::{Belief, Choices, Fact, Facts, Fit, Hidden, HiddenMove, MoveModel, Weighted};
pub use likelihood::Likelihood;
pub use notes::{note_arrow, note_forecast, note_label, note_shade};
pub use places::PossiblePlaces;
pub use playout::{DraculaStyle, HunterStyle, Noise, Playout, PlayoutState, Possible, Styles};
pub use ruleset::ruleset;
pub use submissions::SUBMISSIONS;
pub use tables::Tables;

/// The bots that play the course ruleset, each side's weakest first.
#[must_use]
pub fn bots() -> Vec<BotEntry<Course>> {
    vec![
        crate::random(),
        patrol::ENTRY,
        tracker::ENTRY,
        marshal::ENTRY,
        strategist::ENTRY,
        wanderer::ENTRY,
        lurker::ENTRY,
        phantom::ENTRY,
        mastermind::ENTRY,
    ]
}

/// The references for hunters, the lower and the upper. Dracula has none, because he sees
/// everything (K1).
#[must_use]
pub fn references() -> Vec<References<Course>> {
    vec![References { blind: blind::ENTRY, omniscient: omniscient::ENTRY }]
}
