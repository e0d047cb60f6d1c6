//! Rows of a data file that suit the rules, or the reason why they do not.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use super::{DataFile, DataForm};

/// Error: a data file whose values do not suit the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// A key is missing, or has a value of another type.
    #[error("it is not a data file of this ruleset: {0}")]
    Form(String),
    /// A table does not list the rows that the rules know, in their order.
    #[error("{table} must be {expected}, in this order, but the file has {found}")]
    Rows {
        /// The table.
        table: String,
        /// The rows that there must be.
        expected: String,
        /// The rows that there are.
        found: String,
    },
    /// A table has too many rows, or too few.
    #[error("{table} must have {expected} rows, but the file has {found}")]
    Count {
        /// The table.
        table: String,
        /// The rows that there must be.
        expected: usize,
        /// The rows that there are.
        found: usize,
    },
    /// A row that the rules do not know, or that is there twice.
    #[error("{table} must list each of {expected} once, but the file has `{found}`")]
    Row {
        /// The table.
        table: String,
        /// The rows that there must be.
        expected: String,
        /// The row.
        found: String,
    },
    /// A row that is missing.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A value that the rules cannot use.
    #[error("`{what}` of `{row}` is {value}, but must be {allowed}")]
    Value {
        /// The row.
        row: String,
        /// The column.
        what: &'static str,
        /// The value.
        value: String,
        /// The values that are allowed.
        allowed: String,
    },
    /// Values that do not go together.
    #[error("{0}")]
    Together(String),
}

/// Error: a data file that a ruleset refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("data file `{file}`: {problem}")]
pub struct RefusedData {
    /// The data file's name.
    pub file: String,
    /// The reason.
    pub problem: DataError,
}

/// A data file, and what the rules read of it.
#[derive(Debug, Clone)]
pub(crate) struct Loaded<D> {
    pub(crate) file: Arc<DataFile>,
    pub(crate) values: Arc<D>,
}

/// A ruleset's reading of a data file.
pub(crate) type Read<D> = fn(&DataFile) -> Result<D, DataError>;

impl<D> Loaded<D> {
    /// Reads a file for the rules.
    ///
    /// # Errors
    /// If it does not suit them.
    pub(crate) fn of(file: Arc<DataFile>, read: Read<D>) -> Result<Self, RefusedData> {
        match read(&file) {
            Ok(values) => Ok(Self { file, values: values.into() }),
            Err(problem) => Err(RefusedData { file: file.name().to_owned(), problem }),
        }
    }

    /// Reads the file that comes with the rules.
    ///
    /// # Panics
    /// If it does not suit them. Tests load every embedded file.
    pub(crate) fn embedded(form: &DataForm, read: Read<D>) -> Self {
        Self::of(form.load(), read)
            .expect("a data file that comes with the program suits its rules")
    }
}

/// The error of a value that the rules cannot use.
#[expect(clippy::needless_pass_by_value, reason = "numbers and texts alike")]
pub(crate) fn wrong(
    row: &str,
    what: &'static str,
    value: impl ToString,
    allowed: impl Into<String>,
) -> DataError {
    DataError::Value {
        row: row.to_owned(),
        what,
        value: value.to_string(),
        allowed: allowed.into(),
    }
}

/// A number of a row, if it is in the range.
pub(crate) fn number(
    row: &str,
    what: &'static str,
    value: i64,
    range: RangeInclusive<i64>,
) -> Result<u8, DataError> {
    let inside = Some(value).filter(|value| range.contains(value));
    let (low, high) = range.into_inner();
    let allowed = || if low == high { low.to_string() } else { format!("in {low}..={high}") };
    let small = inside.and_then(|value| u8::try_from(value).ok());
    small.ok_or_else(|| wrong(row, what, value, allowed()))
}

/// Checks that a table lists the rows that the rules know, in their order.
pub(crate) fn in_order<'e, 'f>(
    table: &str,
    expected: impl IntoIterator<Item = &'e str>,
    found: impl IntoIterator<Item = &'f String>,
) -> Result<(), DataError> {
    let expected = expected.into_iter().collect::<Vec<_>>().join(" ");
    let found = found.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    if expected == found {
        return Ok(());
    }
    Err(DataError::Rows { table: table.to_owned(), expected, found })
}

/// The rows of a table that lists each that the rules know once, in the order of the file.
pub(crate) fn each_once<T, const N: usize>(
    table: &str,
    known: &[T],
    rows: &[&str],
) -> Result<[T; N], DataError>
where
    T: Copy + PartialEq + Display + FromStr,
{
    let mut found = vec![];
    for row in rows {
        let one = row.parse().ok().filter(|one| known.contains(one) && !found.contains(one));
        found.push(one.ok_or_else(|| DataError::Row {
            table: table.to_owned(),
            expected: known.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            found: (*row).to_owned(),
        })?);
    }
    let count = |found: Vec<T>| DataError::Count {
        table: table.to_owned(),
        expected: N,
        found: found.len(),
    };
    found.try_into().map_err(count)
}
