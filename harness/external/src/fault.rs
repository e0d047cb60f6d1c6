//! Faults: entrants' errors, as data.

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
    /// The decision at which it happened, from 0; the number of decisions if after the last.
    pub decision: u32,
    /// The number of the round, as the ruleset counts it, if it has rounds.
    pub round: Option<u32>,
    /// The side whose entrant it is booked on.
    pub side: SideId,
    /// The seat that was asked.
    pub seat: Seat,
    /// What went wrong.
    pub kind: FaultKind,
    /// What it cost.
    pub loses: Loses,
    /// For the entrant's author: one line, at most [`Fault::MAX_REASON`] bytes.
    pub reason: String,
}

impl Fault {
    /// The longest reason, in bytes.
    pub const MAX_REASON: usize = 300;

    /// Who made it, when, and against whom: `Lord Godalming (seat 0, round 3, against lurker)`.
    ///
    /// `lineup` are the names of all entrants, by side.
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

/// The names of the entrants on all sides but this one; `lineup` are all names, by side.
pub fn opponents(lineup: &[String], side: SideId) -> Vec<&str> {
    let others = lineup.iter().enumerate().filter(|(other, _)| *other != usize::from(side.0));
    others.map(|(_, name)| name.as_str()).collect()
}

/// A text as a reason: one line, printable, no longer than a reason may be.
pub fn reason(text: &str) -> String {
    one_line(text.trim(), Fault::MAX_REASON)
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A move that the rules do not allow.
    IllegalMove,
    /// No reply in the time on the wall.
    WallTimeout,
    /// No reply in the processor time.
    CpuTimeout,
    /// Ended by a limit on memory.
    OutOfMemory,
    /// Failed with as many processes as it may have.
    ProcessLimit,
    /// More output in a turn than it may make.
    OutputLimit,
    /// A larger file, or more files, than it may write.
    FileLimit,
    /// A panic of a built-in bot; a signal or a non-zero status of a program, without a reply.
    Crash,
    /// Output, but no reply in it, or no move in the reply.
    GarbledReply,
    /// Nothing at all, from a program that ended in order.
    NoReply,
    /// A program that could not be started.
    CouldNotStart,
}

impl FaultKind {
    /// Every kind, in the order of the columns of result files.
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

    /// The kind as files show it.
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

/// How many faults of each kind, in the order of [`FaultKind::ALL`].
pub type FaultCounts = [u64; FaultKind::ALL.len()];

/// What a fault costs: for how long default moves are played, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loses {
    /// The seat that was asked, for this turn.
    Turn,
    /// The seat that was asked, for the rest of the match.
    Seat,
    /// Every seat that the bot plays for, for the rest of the match: nothing is left to ask.
    Bot,
    /// The match: nobody is asked any more.
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

/// Whether a bot can be asked again after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// It can, if need be by starting its program again.
    GoesOn,
    /// Nothing is left to ask.
    Gone,
}

/// What follows a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FaultPolicy {
    /// The seat plays default moves for the rest of the match.
    #[default]
    Seat,
    /// The side loses the match.
    Forfeit,
    /// A default move, this turn only.
    Lenient,
}

impl FaultPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Seat, Self::Forfeit, Self::Lenient];
    /// How each of them is written.
    pub const WORDS: [&str; 3] = [SEAT_POLICY, "forfeit", "lenient"];

    /// What a fault costs.
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

/// What an ending becomes if a side forfeits the match: it gets the worst score there is, and all
/// others win. Scores of sides that do not share that one stay as they are.
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
