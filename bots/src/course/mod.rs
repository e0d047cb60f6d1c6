//! Bots for the course ruleset, from naive to decent, and the parts they share.
//!
//! | side | naive | decent |
//! |---|---|---|
//! | hunters | `patrol` | `tracker` |
//! | Dracula | `wanderer` | `lurker` |
//!
//! `random` plays both. [`PossiblePlaces`] is what any hunters' bot can be built on: where Dracula
//! can be, as far as public facts tell. Letters and numbers such as H4 are clauses of
//! `docs/rules.md`.

mod arrivals;
mod belief;
mod best;
mod blind;
mod interest;
mod likelihood;
mod lurker;
mod marshal;
mod mastermind;
mod omniscient;
mod patrol;
mod phantom;
mod places;
mod playout;
mod strategist;
mod tables;
mod tracker;
mod wanderer;

use stoker_engine::course::Course;

use crate::entry::BotEntry;
use crate::reference::References;

pub use arrivals::{Arrivals, Reach};
pub use belief::{Belief, Choices, Fact, Facts, Fit, Hidden, HiddenMove, MoveModel, Weighted};
pub use likelihood::Likelihood;
pub use places::PossiblePlaces;
pub use playout::{DraculaStyle, HunterStyle, Noise, Playout, Possible, Scene, Styles};
pub use tables::Tables;

/// The bots that play the course ruleset, the weakest first.
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

/// What the hunters are measured between. Dracula sees everything as it is (K1).
#[must_use]
pub fn references() -> Vec<References<Course>> {
    vec![References { blind: blind::ENTRY, omniscient: omniscient::ENTRY }]
}
