//! Hostile bots: each does one thing wrong, and costs nobody but itself.
//!
//! The bots stand in `hostile/bots`, a program each. One that gets what it must not get plays
//! `BREACH` and what it got, so that a fault shows it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "hostile/arena.rs"]
mod arena;
#[path = "hostile/beside.rs"]
mod beside;
#[path = "hostile/contained.rs"]
mod contained;
#[path = "hostile/cost.rs"]
mod cost;
#[path = "hostile/fair.rs"]
mod fair;
#[path = "common/kit.rs"]
mod kit;
#[path = "hostile/leaks.rs"]
mod leaks;
#[path = "hostile/mixed.rs"]
mod mixed;
#[path = "hostile/seat.rs"]
mod seat;
#[path = "hostile/turns.rs"]
mod turns;

use std::collections::BTreeMap;

/// The rows of a result file, by the names of its columns.
pub(crate) fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.unwrap_or_else(|error| panic!("{error}\n{text}"))
}
