//! What a finished match comes to: all that results are made of.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use stoker_engine::SideSet;

use crate::fault::Fault;
use crate::identity::GameHash;
use crate::referee::Played;

/// What a finished match comes to. Every result file but the timings is a fold over these, in the
/// order of match numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The scores, in the ruleset's order.
    pub scores: ArrayVec<i32, 8>,
    /// The sides that won.
    pub winners: SideSet,
    /// Why the game ended.
    pub ending: Cow<'static, str>,
    /// How many decisions it took.
    pub decisions: u32,
    /// The ruleset's facts, in its order.
    pub facts: Vec<i64>,
    /// The entrants' errors, in order.
    pub faults: Vec<Fault>,
    /// The identity of the game.
    pub hash: GameHash,
}

impl From<Played> for Outcome {
    fn from(played: Played) -> Self {
        let Played { ending, decisions, facts, faults, hash, times: _, logs: _ } = played;
        Self {
            scores: ending.scores,
            winners: ending.winners,
            ending: Cow::Borrowed(ending.reason),
            decisions,
            facts,
            faults,
            hash,
        }
    }
}
