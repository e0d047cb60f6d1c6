//! Tests of the masters ruleset.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "../common/mod.rs"]
mod common;
mod conformance;
