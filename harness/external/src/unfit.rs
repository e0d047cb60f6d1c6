//! Reasons why an entrant cannot play.

use std::fmt;

/// A kind of side that an entrant cannot play, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The kind of side.
    pub side: String,
    /// The reason; never [`EntrantStatus::Ok`].
    pub status: EntrantStatus,
}

/// The participation of an entrant in a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntrantStatus {
    /// It took part.
    Ok,
    /// It was unfit, for this reason.
    Unfit(String),
    /// It could not be built, for this reason.
    BuildFailed(String),
}

impl fmt::Display for EntrantStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Unfit(reason) => write!(f, "unfit: {reason}"),
            Self::BuildFailed(reason) => write!(f, "build failed: {reason}"),
        }
    }
}

impl EntrantStatus {
    /// The status with this text. A text without a known prefix is a reason for being unfit.
    pub fn read(text: &str) -> Self {
        match (text.strip_prefix("unfit: "), text.strip_prefix("build failed: ")) {
            (_, Some(reason)) => Self::BuildFailed(reason.to_owned()),
            (Some(reason), None) => Self::Unfit(reason.to_owned()),
            (None, None) => Self::Unfit(text.to_owned()),
        }
    }
}
