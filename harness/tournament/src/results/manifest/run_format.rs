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
    /// That of an A/B test in which the lineups of the opponents are drawn.
    CompareDrawn,
}

const COMPARE: &str = "compare";
const COMPARE_DRAWN: &str = "compare-drawn";

impl fmt::Display for RunFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Typed(format) => format.fmt(f),
            Self::Compare => f.write_str(COMPARE),
            Self::CompareDrawn => f.write_str(COMPARE_DRAWN),
        }
    }
}

impl FromStr for RunFormat {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            COMPARE => Ok(Self::Compare),
            COMPARE_DRAWN => Ok(Self::CompareDrawn),
            _ => text.parse().map(Self::Typed),
        }
    }
}
