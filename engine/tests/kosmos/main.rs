//! The ruleset `kosmos`: games played elsewhere, worked examples, secrecy, what holds in every game.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "../common/mod.rs"]
mod common;

mod cards;
mod conformance;
mod examples;
mod guess;
mod play;
mod positions;
mod properties;
mod redeal;
mod scenes;
