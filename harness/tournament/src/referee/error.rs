//! Why a match could not be played.

use super::How;

/// Why a match could not be played: no entrant's fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// The machine or this program failed an entrant: the match may be played again.
    #[error("the match is void: {0}")]
    Void(String),
    /// Whoever watches it asked to stop.
    #[error("the match was stopped")]
    Stopped,
    /// The game went on for longer than [`Game::max_decisions`](stoker_engine::Game::max_decisions).
    #[error(
        "a game of `{ruleset}` is not over after its {most} decisions: this is a bug in the ruleset"
    )]
    Endless {
        /// The ruleset.
        ruleset: &'static str,
        /// The bound that it gives.
        most: u32,
    },
    /// The ruleset refused a move of its own.
    #[error(
        "`{ruleset}` refuses its own {how} move at decision {decision}: this is a bug in the ruleset"
    )]
    OwnMove {
        /// The ruleset.
        ruleset: &'static str,
        /// Which of its moves.
        how: How,
        /// The decision, from 0.
        decision: u32,
    },
}
