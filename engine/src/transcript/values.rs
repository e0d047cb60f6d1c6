//! The values of a truth, read by their keys and types.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{BadTruth, Truth, TruthValue};

/// The values of a truth, by their keys.
#[derive(Debug, Clone, Copy)]
pub struct TruthValues<'t>(pub &'t Truth);

/// A value of a truth or a part of one, with the key that errors name.
///
/// Each reader fails if the value has another type, or is out of range.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'t> {
    key: &'t str,
    value: &'t TruthValue,
}

#[expect(clippy::missing_errors_doc, reason = "the type says when reading fails")]
impl<'t> Entry<'t> {
    /// An error about this value.
    #[must_use]
    pub fn refused(self, problem: impl Into<String>) -> BadTruth {
        BadTruth::new(self.key, problem)
    }

    /// An integer in this range.
    pub fn number<N>(self, range: RangeInclusive<N>) -> Result<N, BadTruth>
    where
        N: TryFrom<i64> + PartialOrd + Display,
    {
        let wrong = || {
            let (low, high) = (range.start(), range.end());
            self.refused(match low == high {
                true => format!("must be {low}"),
                false => format!("must be a number from {low} to {high}"),
            })
        };
        let TruthValue::Number(number) = self.value else { return Err(wrong()) };
        let number = N::try_from(*number).ok();
        number.filter(|number| range.contains(number)).ok_or_else(wrong)
    }

    /// A flag, which is written as 0 or 1.
    pub fn flag(self) -> Result<bool, BadTruth> {
        Ok(self.number(0..=1_u8)? == 1)
    }

    /// A text.
    pub fn text(self) -> Result<&'t str, BadTruth> {
        match self.value {
            TruthValue::Text(text) => Ok(text),
            TruthValue::Number(_) | TruthValue::List(_) => Err(self.refused("must be a text")),
        }
    }

    /// A code, such as that of a card.
    pub fn parsed<T: FromStr<Err: Display>>(self) -> Result<T, BadTruth> {
        self.text()?.parse().map_err(|error: T::Err| self.refused(error.to_string()))
    }

    /// A code, or none if the value is this text.
    pub fn parsed_unless<T: FromStr<Err: Display>>(
        self,
        none: &str,
    ) -> Result<Option<T>, BadTruth> {
        if self.text()? == none { Ok(None) } else { self.parsed().map(Some) }
    }

    /// The parts of a list.
    pub fn list(self) -> Result<Vec<Self>, BadTruth> {
        match self.value {
            TruthValue::List(values) => {
                Ok(values.iter().map(|value| Self { value, ..self }).collect())
            }
            TruthValue::Number(_) | TruthValue::Text(_) => Err(self.refused("must be a list")),
        }
    }

    /// The parts of a list that has this many.
    pub fn list_of(self, length: usize) -> Result<Vec<Self>, BadTruth> {
        let list = self.list()?;
        match list.len() == length {
            true => Ok(list),
            false => Err(self.refused(format!("must have {length} entries"))),
        }
    }

    /// A list of texts.
    pub fn texts(self) -> Result<Vec<&'t str>, BadTruth> {
        self.list()?.into_iter().map(Self::text).collect()
    }

    /// A list of codes.
    pub fn parsed_list<T: FromStr<Err: Display>>(self) -> Result<Vec<T>, BadTruth> {
        self.list()?.into_iter().map(Self::parsed).collect()
    }

    /// A list of integers in this range.
    pub fn numbers<N>(self, range: RangeInclusive<N>) -> Result<Vec<N>, BadTruth>
    where
        N: TryFrom<i64> + PartialOrd + Display + Clone,
    {
        self.list()?.into_iter().map(|entry| entry.number(range.clone())).collect()
    }
}

#[expect(clippy::missing_errors_doc, reason = "they fail as those of an entry do")]
impl<'t> TruthValues<'t> {
    /// The value of a key.
    ///
    /// # Errors
    /// If it is missing.
    pub fn entry(self, key: &str) -> Result<Entry<'t>, BadTruth> {
        let found = self.0.get_key_value(key);
        let (key, value) = found.ok_or_else(|| BadTruth::new(key, "it is missing"))?;
        Ok(Entry { key, value })
    }

    /// The [number](Entry::number) of a key.
    pub fn number<N>(self, key: &str, range: RangeInclusive<N>) -> Result<N, BadTruth>
    where
        N: TryFrom<i64> + PartialOrd + Display,
    {
        self.entry(key)?.number(range)
    }

    /// The [flag](Entry::flag) of a key.
    pub fn flag(self, key: &str) -> Result<bool, BadTruth> {
        self.entry(key)?.flag()
    }

    /// The [text](Entry::text) of a key.
    pub fn text(self, key: &str) -> Result<&'t str, BadTruth> {
        self.entry(key)?.text()
    }

    /// The [texts](Entry::texts) of a key.
    pub fn texts(self, key: &str) -> Result<Vec<&'t str>, BadTruth> {
        self.entry(key)?.texts()
    }

    /// The [code](Entry::parsed) of a key.
    pub fn parsed<T: FromStr<Err: Display>>(self, key: &str) -> Result<T, BadTruth> {
        self.entry(key)?.parsed()
    }

    /// The [codes](Entry::parsed_list) of a key.
    pub fn parsed_list<T: FromStr<Err: Display>>(self, key: &str) -> Result<Vec<T>, BadTruth> {
        self.entry(key)?.parsed_list()
    }

    /// Refuses a value that is not this one, for this reason.
    pub fn must_be(
        self,
        key: &str,
        wanted: impl Into<TruthValue>,
        reason: &str,
    ) -> Result<(), BadTruth> {
        let entry = self.entry(key)?;
        if *entry.value == wanted.into() { Ok(()) } else { Err(entry.refused(reason)) }
    }
}

/// The first of these that stands in the list twice.
#[must_use]
pub(crate) fn twice<T: Copy + PartialEq>(list: &[T]) -> Option<T> {
    let before = |at: usize| list[..at].contains(&list[at]);
    (0..list.len()).find(|at| before(*at)).map(|at| list[at])
}
