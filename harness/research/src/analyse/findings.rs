//! The findings of an analysis, as readers and programs get them.

use serde::Serialize;

/// The analysis of one match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchCosts {
    /// The measure of costs, as a phrase.
    pub yardstick: String,
    /// Playouts of every move of every choice in the screening; those that look worst get a second
    /// look with four times as many.
    pub screening: usize,
    /// Fresh playouts of each of the two moves that are compared in [`worst`](Self::worst).
    pub playouts: usize,
    /// The number of choices screened: not openings, defaults, forced moves, or turns with one
    /// move.
    pub screened: usize,
    /// The number of choices that could not be screened: no position explains what the mover saw.
    pub unexplained: usize,
    /// The fact hidden from one side, such as `where the thief is`; absent if the ruleset names
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<&'static str>,
    /// The belief of that side about it, before each turn and after the last; `None` while nothing
    /// is hidden.
    pub belief: Vec<Option<BeliefSummary>>,
    /// The moves that cost most, by side, the worst first: a limited number per side, and only
    /// those whose cost is at least two standard errors.
    pub worst: Vec<Cost>,
    /// The event whose probability [`missed`](Self::missed) gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<&'static str>,
    /// Turns at which another move had a far higher probability of the event, the largest gap
    /// first.
    pub missed: Vec<Missed>,
    /// Turns at which the hidden side gave away most, the most first.
    pub given_away: Vec<GivenAway>,
}

/// One side's certainty about what is hidden from it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BeliefSummary {
    /// The entropy of its belief in bits.
    pub entropy_bits: f64,
    /// The probability, 0 to 1, that its belief gave to the truth.
    pub truth: f64,
}

/// The turn of a choice, and who made it.
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

/// The cost of a move.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    /// The mover.
    #[serde(flatten)]
    pub chooser: Chooser,
    /// The move made, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The better move.
    pub better: String,
    /// The improvement of the side's expected score by the better move, in units of the score.
    pub cost: f64,
    /// The standard error of the cost.
    pub stderr: f64,
    /// The unit of the score.
    pub unit: &'static str,
}

/// A turn at which another move had a far higher probability of the event.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Missed {
    /// The mover.
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

/// A turn at which the hidden side gave away much.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GivenAway {
    /// The mover.
    #[serde(flatten)]
    pub chooser: Chooser,
    /// The move made, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The fall of the entropy of the other side's belief, in bits.
    pub bits: f64,
    /// The other side's belief before the turn.
    pub before: BeliefSummary,
    /// Its belief after the turn.
    pub after: BeliefSummary,
}
