//! The outcome of a finished match, from which all results are made.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use stoker_engine::{Ending, Game, SideSet};
use stoker_external::fault::Fault;

use crate::identity::GameHash;
use crate::referee::Played;
use crate::starts::FIRST_MATCHES;

/// The outcome of a finished match. Every result file except the timings is a fold over outcomes in
/// the order of match numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchOutcome {
    /// The scores, in the ruleset's order.
    pub scores: ArrayVec<i32, 8>,
    /// The sides that won.
    pub winners: SideSet,
    /// The reason why the game ended.
    pub ending: Cow<'static, str>,
    /// The number of decisions in the game.
    pub decisions: u32,
    /// The ruleset's facts, in its order.
    pub facts: Vec<i64>,
    /// The entrants' faults, in order.
    pub faults: Vec<Fault>,
    /// The identity of the game.
    pub hash: GameHash,
    /// The known relation to other matches of its pairing.
    pub likeness: Likeness,
}

/// The relation of a match to the others of its pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Likeness {
    /// Nothing is known, or another match could come out differently.
    #[default]
    Unknown,
    /// One of the first matches of its pairing, with a hash of its plays, messages and faults.
    Trace(GameHash),
    /// It was not played, because the first three matches of its pairing were the same.
    Copy(Original),
}

/// The match that a copy repeats, which is the first of its pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Original {
    /// Its number.
    pub number: u64,
    /// The difference between the numbers of successive matches of the pairing.
    pub step: u64,
}

impl Original {
    /// The numbers of the pairing's first matches; without these it is unknown what was copied.
    /// `None` if no plan is that large.
    pub(crate) fn first_matches(self) -> Option<Vec<u64>> {
        let number = |index| self.step.checked_mul(index)?.checked_add(self.number);
        (0..FIRST_MATCHES).map(number).collect()
    }
}

impl MatchOutcome {
    /// True if both outcomes are the same apart from their likeness to other matches.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let Self { scores, winners, ending, decisions, facts, faults, hash, likeness: _ } = other;
        (&self.scores, self.winners, &self.ending) == (scores, *winners, ending)
            && (self.decisions, &self.facts, &self.faults) == (*decisions, facts, faults)
            && self.hash == *hash
    }

    /// The number of the match that this one repeats; `None` if this one was played.
    #[must_use]
    pub fn same_as(&self) -> Option<u64> {
        match self.likeness {
            Likeness::Copy(original) => Some(original.number),
            Likeness::Unknown | Likeness::Trace(_) => None,
        }
    }
}

impl From<Played> for MatchOutcome {
    fn from(played: Played) -> Self {
        let Played { ending, decisions, facts, faults, hash, .. } = played;
        Self {
            scores: ending.scores,
            winners: ending.winners,
            ending: Cow::Borrowed(ending.reason),
            decisions,
            facts,
            faults,
            hash,
            likeness: Likeness::Unknown,
        }
    }
}

/// The result of a match, such as `score 12, won by dracula (score)`.
#[must_use]
pub fn result_text<G: Game>(game: &G, ending: &Ending) -> String {
    let scores: Vec<_> = game
        .scores()
        .iter()
        .zip(&ending.scores)
        .map(|(info, score)| format!("{} {score}", info.name))
        .collect();
    let winners: Vec<_> = game
        .sides()
        .iter()
        .filter(|&(id, _)| ending.winners.contains(id))
        .map(|(_, side)| side.name)
        .collect();
    let won = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
    format!("{}, won by {won} ({})", scores.join(", "), ending.reason)
}
