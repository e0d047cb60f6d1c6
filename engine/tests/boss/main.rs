//! The ruleset `boss`: games played elsewhere, worked examples, secrecy, what holds in every game.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "../common/mod.rs"]
mod common;

mod conformance;
mod guess;
mod play;
mod properties;
mod redeal;
