//! Bots for the course ruleset, each side a series of rungs in a folder, and the parts they share.
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

mod dracula;
mod field;
mod hindsight;
mod hunters;
mod ruleset;
mod shared;
mod submissions;
pub mod words;

use stoker_engine::course::Course;

use crate::entry::BotEntry;
use crate::field::FieldBot;
use crate::reference::References;
use dracula::{lurker, mastermind, phantom, wanderer};
use hunters::{blind, marshal, omniscient, patrol, strategist, tracker};

pub use dracula::danger;
pub use dracula::phantom::{ExpectedMeetings, StudiedPhantom};
pub use hunters::likelihood::Likelihood;
pub use ruleset::ruleset;
pub use shared::belief::{
    Belief, Fact, Facts, Fit, HiddenMove, HiddenTrail, MoveModel, ObservedChoices, Weighted,
};
pub use shared::notes::{note_arrow, note_forecast, note_label, note_shade};
pub use shared::places::PossiblePlaces;
pub use shared::playout::{
    DraculaStyle, HunterStyle, Noise, Playout, PlayoutState, PossibleTrail, Styles,
};
pub use shared::reachable::{Reach, ReachableByTurn};
pub use shared::tables::Tables;
pub use submissions::SUBMISSIONS;

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

/// The bots of the field of strangers: hunters, then Draculas.
#[must_use]
pub fn field() -> Vec<FieldBot<Course>> {
    field::bots()
}

/// The references for hunters, the lower and the upper. Dracula has none, because he sees
/// everything (K1).
#[must_use]
pub fn references() -> Vec<References<Course>> {
    vec![References { blind: blind::ENTRY, omniscient: omniscient::ENTRY }]
}
