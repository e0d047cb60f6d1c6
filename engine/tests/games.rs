//! The rulesets, a folder each.
//!
//! One program: what the rulesets share is compiled and linked once.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod boss;
mod common;
mod course;
mod fury;
mod kosmos;
mod masters;
