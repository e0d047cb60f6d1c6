//! What an analysis finds, as readers and programs get it.

use serde::Serialize;

/// What was found out about a match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// What costs are measured by, in one sentence.
    pub yardstick: String,
    /// Playouts of every move of every choice in the screening; those that look worst get a second
    /// look with four times as many.
    pub screening: usize,
    /// Fresh playouts of each of the two moves that are compared in [`worst`](Self::worst).
    pub playouts: usize,
    /// Choices that were screened: not openings, defaults, forced moves, or turns with one move.
    pub screened: usize,
    /// Choices that could not be, because no position explains what the mover saw.
    pub unexplained: usize,
    /// What is hidden from one side, such as `where the thief is`; absent if the ruleset says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<&'static str>,
    /// What that side could know of it, before each turn and after the last; nothing while nothing is
    /// hidden.
    pub belief: Vec<Option<Belief>>,
    /// The moves that cost most, by side, the worst first: at most so many a side, and only those
    /// whose cost is at least two standard errors.
    pub worst: Vec<Cost>,
    /// What the figures of [`missed`](Self::missed) are the probability of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<&'static str>,
    /// Turns at which another move had a far higher probability of the event, the farthest first.
    pub missed: Vec<Missed>,
    /// Turns at which the hidden side gave most away, the most first.
    pub given_away: Vec<GivenAway>,
}

/// How much one side could know of what is hidden from it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Belief {
    /// The entropy of its belief in bits.
    pub entropy_bits: f64,
    /// The probability, 0 to 1, that its belief gave to the truth.
    pub truth: f64,
}

/// A choice: where it was made, by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Chooser {
    /// The turn, from 0, as in the record's list of plays.
    pub turn: usize,
    /// The round, as the rules count it, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The side's name.
    pub side: &'static str,
    /// The seat's number, from 0.
    pub seat: u8,
    /// The seat's name.
    pub name: &'static str,
}

/// What a move cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    /// Whose move.
    #[serde(flatten)]
    pub chooser: Chooser,
    /// The move made, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The better move.
    pub better: String,
    /// By how much the side's expected score would have been better, in units of the score.
    pub cost: f64,
    /// The standard error of the cost.
    pub stderr: f64,
    /// The unit of the score.
    pub unit: &'static str,
}

/// A turn at which another move had a far higher probability of the event.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Missed {
    /// Whose move.
    #[serde(flatten)]
    pub chooser: Chooser,
    /// The move made, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its probability of the event, 0 to 1.
    pub chance: f64,
    /// The move with the highest probability.
    pub better: String,
    /// Its probability.
    pub better_chance: f64,
}

/// A turn at which the hidden side gave much away.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GivenAway {
    /// Whose move.
    #[serde(flatten)]
    pub chooser: Chooser,
    /// The move made, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// By how many bits the entropy of the other side's belief fell.
    pub bits: f64,
    /// What the other side could know before.
    pub before: Belief,
    /// What it could know after.
    pub after: Belief,
}
