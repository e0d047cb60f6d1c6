//! A tiny ruleset that is unlike the course in every way, and the promises of every ruleset.
//!
//! [`auction`] has three identical sides, secret bids and a window in which anyone may act. The
//! toy of the engine has what it lacks: a side whose two seats know different things. [`contract`]
//! checks any ruleset.

#![allow(dead_code, reason = "each test program that shares this module uses a part of it")]

pub(crate) mod auction;
pub(crate) mod contract;

use std::fmt::Display;
use std::ops::RangeInclusive;

use stoker_engine::{Chance, MoveSyntaxError, Purpose, SetupError};

/// Refuses a parameter that is out of its range.
fn within<T: Copy + PartialOrd + Display>(
    name: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), SetupError> {
    if range.contains(&value) {
        return Ok(());
    }
    let allowed = format!("in {}..={}", range.start(), range.end());
    Err(SetupError::Parameter { name, value: value.to_string(), allowed })
}

/// One of these, drawn at random.
fn draw<I: ExactSizeIterator>(chance: &mut Chance, stream: Purpose, mut from: I) -> I::Item {
    let count = u32::try_from(from.len()).expect("a decision has few moves");
    from.nth(chance.below(stream, count) as usize).expect("the index is below the length")
}

fn no_move(text: &str, remedy: &str) -> MoveSyntaxError {
    MoveSyntaxError { text: text.to_owned(), remedy: remedy.to_owned() }
}
