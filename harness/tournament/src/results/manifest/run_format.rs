//! The format of a run.

use std::fmt;
use std::str::FromStr;

use crate::plan::{Format, ParseFormatError};

/// The format of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunFormat {
    /// A format that is typed.
    Typed(Format),
    /// The format of an A/B test, which is a verb of its own.
    Compare,
}

const COMPARE: &str = "compare";

impl fmt::Display for RunFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Typed(format) => format.fmt(f),
            Self::Compare => f.write_str(COMPARE),
        }
    }
}

impl FromStr for RunFormat {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            COMPARE => Ok(Self::Compare),
            _ => text.parse().map(Self::Typed),
        }
    }
}
