//! Plays one match.

use stoker_engine::{Message, Seat};

/// How a decision was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The seat's entrant chose it.
    Chosen,
    /// The random opening.
    Opening,
    /// The ruleset's default, for a seat that has lost its say.
    Default,
    /// There was nothing to choose.
    Forced,
}

/// One decision of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<M> {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// How it came about.
    pub how: How,
    /// What was said with it.
    pub message: Message,
}
