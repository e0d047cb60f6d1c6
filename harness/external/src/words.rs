//! Values that files and command lines hold as words from a fixed list.

use serde::Deserialize as _;
use serde::de::{Deserializer, Error};

/// The value of a word. `words` are the words of all values, in the same order.
pub(crate) fn value_of<T: Copy>(word: &str, all: &[T], words: &[&str]) -> Option<T> {
    words.iter().zip(all).find(|(known, _)| **known == word).map(|(_, value)| *value)
}

/// Reads a value like a derived deserialiser. Derived ones cannot take their words from elsewhere.
pub(crate) fn read<'de, T: Copy, D: Deserializer<'de>>(
    from: D,
    all: &[T],
    words: &'static [&'static str],
) -> Result<T, D::Error> {
    let word = String::deserialize(from)?;
    value_of(&word, all, words).ok_or_else(|| D::Error::unknown_variant(&word, words))
}
