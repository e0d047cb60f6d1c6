//! Formats, as they are typed and shown.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// A format as it is typed: `round-robin`, `lineups`, `gauntlet:ENTRANT`, `ladder` or
/// `ladder:RUNGS`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Format {
    /// Everyone meets everyone.
    RoundRobin,
    /// Lineups are drawn in balanced blocks.
    Lineups,
    /// Only pairings with this entrant, which is named but not looked up here.
    Gauntlet(String),
    /// The better half of the field goes on, again and again: for this number of rungs, or until
    /// few are left.
    Ladder(Option<u32>),
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("round-robin"),
            Self::Lineups => f.write_str("lineups"),
            Self::Gauntlet(entrant) => write!(f, "gauntlet:{entrant}"),
            Self::Ladder(None) => f.write_str("ladder"),
            Self::Ladder(Some(rungs)) => write!(f, "ladder:{rungs}"),
        }
    }
}

/// A text that is not a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseFormatError {
    /// The text is none of the formats.
    #[error("`{0}` is not a format: give `round-robin`, `lineups`, `gauntlet:ENTRANT` or `ladder`")]
    Unknown(String),
    /// The text is a ladder with a malformed number of rungs.
    #[error(
        "`{text}` is not a ladder: give `ladder`, or the number of its rungs too, as in `ladder:6`"
    )]
    Rungs {
        /// The text that was given.
        text: String,
        /// The error in the number.
        source: ParseIntError,
    },
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "round-robin" => Ok(Self::RoundRobin),
            None if text == "lineups" => Ok(Self::Lineups),
            None if text == "ladder" => Ok(Self::Ladder(None)),
            Some(("ladder", rungs)) => {
                let rungs = rungs.parse();
                rungs
                    .map(|rungs| Self::Ladder(Some(rungs)))
                    .map_err(|source| ParseFormatError::Rungs { text: text.to_owned(), source })
            }
            Some(("gauntlet", entrant)) => Ok(Self::Gauntlet(entrant.to_owned())),
            Some(_) | None => Err(ParseFormatError::Unknown(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_written_as_they_are_read() {
        for text in [
            "round-robin",
            "lineups",
            "gauntlet:fox",
            "gauntlet:hunters=a@b:c=1",
            "ladder",
            "ladder:6",
        ] {
            assert_eq!(text.parse::<Format>().unwrap().to_string(), text);
        }
        for text in ["", "gauntlet", "ladder:", "ladder:-1", "swiss", "round-robin:2"] {
            assert!(text.parse::<Format>().is_err(), "{text}");
        }
    }
}
