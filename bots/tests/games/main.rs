//! The built-in bots in play, and the messages about their games to programs of others.
//!
//! One program: it is linked once, and its long tests run beside each other.
#![expect(clippy::unwrap_used, reason = "a test may fail by a panic")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../experiments/matches.rs"]
mod matches;
#[path = "../../../engine/tests/common/mod.rs"]
mod of_engine;
#[path = "../../experiments/opponents.rs"]
mod opponents;
#[path = "../../experiments/pairing.rs"]
mod pairing;
#[path = "../common/talk.rs"]
mod talk;

mod belief;
mod danger;
mod draculas;
mod field;
mod forks;
mod gates;
mod hunters;
mod kits;
mod ladder;
mod lines;
mod openings;
mod page;
mod places;
mod positions;
mod references;
mod template;
mod views;
