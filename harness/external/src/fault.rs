//! Faults: entrants' errors as data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use stoker_bots::words::SEAT_POLICY;
use stoker_engine::{Ending, Game, RankingScores, Seat, Side, SideId, SideSet, Sides};
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

/// The loss of a match by a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forfeit {
    loser: SideId,
    /// The sides that had dropped out of the game before.
    out: SideSet,
}

impl Forfeit {
    /// The loss of the match in this state by a fault of this side; `None` if the side is out, so
    /// that it has no match to lose.
    pub fn in_state<G: Game>(game: &G, state: &G::State, loser: SideId) -> Option<Self> {
        let out = game.sides().iter().filter(|&(side, _)| game.is_out(state, side));
        let out = out.fold(SideSet::NONE, |set, (side, _)| set.with(side));
        (!out.contains(loser)).then_some(Self { loser, out })
    }

    /// The ending of the match: all scores that [rank](RankingScores) the loser become the worst
    /// possible, and all others win.
    ///
    /// Sides that want the same score to go the same way are partners: they win or lose together,
    /// so a game of partners alone is lost by all. A side that was out before does not win. Scores
    /// that belong to other sides only stay as they are.
    #[must_use]
    pub fn ending<G: Game>(self, game: &G, ending: Ending) -> Ending {
        let sides = game.sides();
        let mut scores = ending.scores;
        RankingScores::of(sides, game.scores(), self.loser).make_worst(game.scores(), &mut scores);
        Ending { scores, winners: self.winners(sides), reason: "forfeit" }
    }

    /// All who are neither partners of the loser nor out.
    fn winners(self, sides: &Sides) -> SideSet {
        let lost = sides.side(self.loser);
        let is_partner = |side: &Side| (side.score, side.direction) == (lost.score, lost.direction);
        let others = sides.iter().filter(|&(id, side)| !is_partner(side) && !self.out.contains(id));
        others.fold(SideSet::NONE, |set, (id, _)| set.with(id))
    }
}

#[cfg(test)]
mod tests {
    use stoker_engine::{Direction, Knowledge};

    use super::*;

    #[test]
    fn kinds_are_numbered_as_they_are_listed() {
        for (number, kind) in FaultKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }

    /// Sides by score and direction, each with one seat.
    fn sides(scores: &[(usize, Direction)]) -> Sides {
        let side = |&(score, direction)| Side {
            name: "side",
            kind: "side",
            seats: &["seat"],
            knowledge: Knowledge::Shared,
            score,
            direction,
        };
        Sides::new(scores.iter().map(side).collect())
    }

    fn set(of: &[u8]) -> SideSet {
        of.iter().fold(SideSet::NONE, |set, &side| set.with(SideId(side)))
    }

    fn winners(scores: &[(usize, Direction)], loser: u8, out: &[u8]) -> SideSet {
        Forfeit { loser: SideId(loser), out: set(out) }.winners(&sides(scores))
    }

    #[test]
    fn all_others_win_a_forfeited_match_of_rivals() {
        let rivals = [0, 1, 2, 3, 4].map(|score| (score, Direction::High));
        assert_eq!(winners(&rivals, 2, &[]), set(&[0, 1, 3, 4]));
        assert_eq!(winners(&[(0, Direction::High), (0, Direction::Low)], 0, &[]), set(&[1]));
    }

    #[test]
    fn partners_lose_a_forfeited_match_together() {
        let (high, low) = (Direction::High, Direction::Low);
        assert_eq!(winners(&[(0, high), (1, high), (0, high), (1, high)], 2, &[]), set(&[1, 3]));
        assert_eq!(winners(&[(0, high), (0, low), (0, low)], 1, &[]), set(&[0]));
        assert_eq!(winners(&[(0, high), (0, high), (0, high)], 1, &[]), SideSet::NONE);
    }

    #[test]
    fn a_forfeit_takes_every_score_that_ranks_the_loser() {
        use stoker_engine::masters::{Masters, Params, Teams};
        for teams in [Teams::Shared, Teams::Mixed] {
            let game = Masters::with(Params { teams, ..Params::default() }).unwrap();
            let scores = [0, 61].into_iter().collect();
            let ending = Ending { scores, winners: SideSet::NONE, reason: "veil" };
            let forfeit = Forfeit { loser: SideId(0), out: SideSet::NONE };
            let ending = forfeit.ending(&game, ending);
            assert_eq!((&ending.scores[..], ending.reason), (&[0, 0][..], "forfeit"));
        }
    }

    /// Vampires who attack at every chance die of it, and have no match to lose then.
    #[test]
    fn a_side_that_is_out_has_no_match_to_forfeit() {
        use stoker_engine::boss::Boss;
        use stoker_engine::{Chance, Seed, Turn};
        let game = Boss::default();
        let mut state = game.start(Chance::seeded(Seed(1)));
        let out = |state: &_| {
            game.sides().iter().map(|(side, _)| side).find(|&side| game.is_out(state, side))
        };
        let dead = loop {
            if let Some(dead) = out(&state) {
                break dead;
            }
            let Turn::ToMove(seat) = game.turn(&state) else { panic!("nobody died") };
            let view = game.view(&state, game.sides().viewer_of(seat));
            let mv = game.legal_moves(&view).next().unwrap();
            game.play(&mut state, mv.into()).unwrap();
        };
        assert_eq!(Forfeit::in_state(&game, &state, dead), None);
        let loser = SideId((dead.0 + 1) % 3);
        let forfeit = Forfeit::in_state(&game, &state, loser).unwrap();
        assert_eq!(forfeit.winners(game.sides()), set(&[(dead.0 + 2) % 3]));
    }

    #[test]
    fn a_side_that_is_out_does_not_win_a_forfeited_match() {
        let rivals = [0, 1, 2, 3].map(|score| (score, Direction::High));
        assert_eq!(winners(&rivals, 0, &[1, 3]), set(&[2]));
    }

    #[test]
    fn policies_are_read_as_they_are_written() {
        for policy in FaultPolicy::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        assert!("strict".parse::<FaultPolicy>().is_err());
    }
}
