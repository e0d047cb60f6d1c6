//! Faults: entrants' errors, as data.

use std::fmt;

use serde::{Deserialize, Serialize};
use stoker_engine::{Seat, SideId};

/// An entrant's error in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The decision at which it happened, from 0; the number of decisions if after the last.
    pub decision: u32,
    /// The side whose entrant it is booked on.
    pub side: SideId,
    /// The seat that was asked.
    pub seat: Seat,
    /// What went wrong.
    pub kind: FaultKind,
    /// For the entrant's author: one line, at most [`Fault::MAX_REASON`] bytes.
    pub reason: String,
}

impl Fault {
    /// The longest reason, in bytes.
    pub const MAX_REASON: usize = 300;
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A move that the rules do not allow.
    IllegalMove,
    /// A panic of a built-in bot.
    Crash,
}

/// Which seats lose their say after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loses {
    /// The seat that was asked.
    Seat,
    /// Every seat that the bot plays for: nothing is left to ask.
    Bot,
}

impl FaultKind {
    /// Every kind, in the order of the columns of result files.
    pub const ALL: [Self; 2] = [Self::IllegalMove, Self::Crash];

    /// The kind as files show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal_move",
            Self::Crash => "crash",
        }
    }

    /// Which seats are disqualified for the rest of the game.
    #[must_use]
    pub fn loses(self) -> Loses {
        match self {
            Self::IllegalMove => Loses::Seat,
            Self::Crash => Loses::Bot,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
