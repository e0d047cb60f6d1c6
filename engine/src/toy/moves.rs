//! Moves and their notation: `M0` to `M3`.

use std::fmt;

use crate::game::MoveSyntaxError;

/// Number of numbers to choose from.
const NUMBERS: u8 = 4;

/// The legal moves of a decision: the numbers after the last move, in a circle.
pub type Moves = arrayvec::IntoIter<u8, 3>;

/// The moves other than the last one, starting with its successor.
///
/// # Examples
/// ```
/// use stoker_engine::toy::moves_after;
/// assert!(moves_after(2).eq([3, 0, 1]));
/// ```
#[must_use]
pub fn moves_after(last: u8) -> Moves {
    arrayvec::ArrayVec::from([1, 2, 3].map(|step| (last % NUMBERS + step) % NUMBERS)).into_iter()
}

/// No moves.
pub(super) fn none() -> Moves {
    arrayvec::ArrayVec::new().into_iter()
}

/// The forced move of every fifth decision.
pub(super) fn successor(last: u8) -> u8 {
    (last % NUMBERS + 1) % NUMBERS
}

pub(super) fn write(mv: u8, out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, "M{mv}")
}

pub(super) fn parse(text: &str) -> Result<u8, MoveSyntaxError> {
    match text.as_bytes() {
        [b'M', digit @ b'0'..=b'3'] => Ok(digit - b'0'),
        _ => Err(MoveSyntaxError { text: text.to_owned(), remedy: "give `M0` to `M3`".into() }),
    }
}
