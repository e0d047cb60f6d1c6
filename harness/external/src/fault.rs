//! Faults: entrants' errors as data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use stoker_bots::words::SEAT_POLICY;
use stoker_engine::{Ending, Game, Seat, SideId, SideSet};
use stoker_files::printable::one_line;

use crate::words;

/// An entrant's error in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The decision at which it happened, from 0. If it happened after the last, the number of
    /// decisions.
    pub decision: u32,
    /// The number of the round in the ruleset's counting, if it has rounds.
    pub round: Option<u32>,
    /// The side whose entrant is blamed.
    pub side: SideId,
    /// The seat that was asked.
    pub seat: Seat,
    /// The kind of error.
    pub kind: FaultKind,
    /// The penalty.
    pub loses: Loses,
    /// The reason, for the entrant's author: one line of at most [`Fault::MAX_REASON`] bytes.
    pub reason: String,
}

impl Fault {
    /// The longest reason, in bytes.
    pub const MAX_REASON: usize = 300;

    /// The seat, the round and the opponents: `Lord Godalming (seat 0, round 3, against lurker)`.
    ///
    /// `lineup` holds the names of all entrants, by side.
    #[must_use]
    pub fn place<G: Game>(&self, game: &G, lineup: &[String]) -> String {
        let round = self.round.map(|round| format!(", round {round}")).unwrap_or_default();
        let against = match opponents(lineup, self.side) {
            names if names.is_empty() => String::new(),
            names => format!(", against {}", names.join(" and ")),
        };
        format!("{} (seat {}{round}{against})", game.sides().seat_name(self.seat), self.seat)
    }
}

/// The names of the entrants on all other sides. `lineup` holds all names, by side.
pub fn opponents(lineup: &[String], side: SideId) -> Vec<&str> {
    let others = lineup.iter().enumerate().filter(|(other, _)| *other != usize::from(side.0));
    others.map(|(_, name)| name.as_str()).collect()
}

/// A text as a reason: one printable line, within the length limit.
pub fn reason(text: &str) -> String {
    one_line(text.trim(), Fault::MAX_REASON)
}

/// The kind of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A move that the rules do not allow.
    IllegalMove,
    /// No reply within the wall clock time.
    WallTimeout,
    /// No reply within the CPU time.
    CpuTimeout,
    /// Ended by a limit on memory.
    OutOfMemory,
    /// Failure with the most processes that it may have.
    ProcessLimit,
    /// More output in a turn than allowed.
    OutputLimit,
    /// A larger file, or more files, than allowed.
    FileLimit,
    /// A panic of a built-in bot; a signal or a non-zero status of a program that gave no reply.
    Crash,
    /// Output, but no reply in it, or no move in the reply.
    GarbledReply,
    /// No output at all, from a program that ended with success.
    NoReply,
    /// A program that could not be started.
    CouldNotStart,
}

impl FaultKind {
    /// All kinds, in the order of the columns of result files.
    pub const ALL: [Self; 11] = [
        Self::IllegalMove,
        Self::WallTimeout,
        Self::CpuTimeout,
        Self::OutOfMemory,
        Self::ProcessLimit,
        Self::OutputLimit,
        Self::FileLimit,
        Self::Crash,
        Self::GarbledReply,
        Self::NoReply,
        Self::CouldNotStart,
    ];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal_move",
            Self::WallTimeout => "wall_timeout",
            Self::CpuTimeout => "cpu_timeout",
            Self::OutOfMemory => "out_of_memory",
            Self::ProcessLimit => "process_limit",
            Self::OutputLimit => "output_limit",
            Self::FileLimit => "file_limit",
            Self::Crash => "crash",
            Self::GarbledReply => "garbled_reply",
            Self::NoReply => "no_reply",
            Self::CouldNotStart => "could_not_start",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The number of faults of each kind, in the order of [`FaultKind::ALL`].
pub type FaultCounts = [u64; FaultKind::ALL.len()];

/// The penalty for a fault: for how long default moves are played, and for which seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loses {
    /// The seat that was asked, for this turn.
    Turn,
    /// The seat that was asked, for the rest of the match.
    Seat,
    /// Every seat that the bot plays for, for the rest of the match, because no process is left to
    /// ask.
    Bot,
    /// The match: no bot is asked any more.
    Match,
}

impl fmt::Display for Loses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Turn => "turn",
            Self::Seat => "seat",
            Self::Bot => "bot",
            Self::Match => "match",
        })
    }
}

/// The state of a bot after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// It can be asked again, if necessary by starting its program again.
    GoesOn,
    /// There is no process left to ask.
    Gone,
}

/// The consequence of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FaultPolicy {
    /// The seat plays default moves for the rest of the match.
    #[default]
    Seat,
    /// The side loses the match.
    Forfeit,
    /// The seat plays a default move, in this turn only.
    Lenient,
}

impl FaultPolicy {
    /// All policies.
    pub const ALL: [Self; 3] = [Self::Seat, Self::Forfeit, Self::Lenient];
    /// The names of all policies, in the order of [`FaultPolicy::ALL`].
    pub const WORDS: [&str; 3] = [SEAT_POLICY, "forfeit", "lenient"];

    /// The penalty for a fault.
    #[must_use]
    pub fn loses(self, after: After) -> Loses {
        match (self, after) {
            (Self::Forfeit, _) => Loses::Match,
            (Self::Seat | Self::Lenient, After::Gone) => Loses::Bot,
            (Self::Seat, After::GoesOn) => Loses::Seat,
            (Self::Lenient, After::GoesOn) => Loses::Turn,
        }
    }
}

impl fmt::Display for FaultPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize])
    }
}

impl Serialize for FaultPolicy {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FaultPolicy {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        words::read(from, &Self::ALL, &Self::WORDS)
    }
}

/// A text that names no policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a fault policy: give `{SEAT_POLICY}`, `forfeit` or `lenient`")]
pub struct ParsePolicyError(String);

impl FromStr for FaultPolicy {
    type Err = ParsePolicyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = words::value_of(text, &Self::ALL, &Self::WORDS);
        found.ok_or_else(|| ParsePolicyError(text.to_owned()))
    }
}

/// The ending if a side forfeits the match: it gets the worst possible score, and all others win.
/// Scores that belong to other sides only stay as they are.
pub fn forfeited<G: Game>(game: &G, ending: Ending, loser: SideId) -> Ending {
    let sides = game.sides();
    let lost = sides.side(loser);
    let (low, high) = game.scores()[lost.score].range;
    let mut scores = ending.scores;
    scores[lost.score] = match lost.direction {
        stoker_engine::Direction::High => low,
        stoker_engine::Direction::Low => high,
    };
    let others = sides.iter().filter(|&(side, _)| side != loser);
    let winners = others.fold(SideSet::NONE, |set, (side, _)| set.with(side));
    Ending { scores, winners, reason: "forfeit" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_numbered_as_they_are_listed() {
        for (number, kind) in FaultKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }

    #[test]
    fn policies_are_read_as_they_are_written() {
        for policy in FaultPolicy::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        assert!("strict".parse::<FaultPolicy>().is_err());
    }
}
