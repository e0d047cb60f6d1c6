//! Errors of a referee.

use super::DecisionOrigin;

/// The reasons why a match could not be played. None is the fault of an entrant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// The machine or this program failed an entrant. The match may be played again.
    #[error("the match is void: {0}")]
    Void(String),
    /// The spectator asked to stop.
    #[error("the match was stopped")]
    Stopped,
    /// The game has more decisions than
    /// [`Game::max_decisions`](stoker_engine::Game::max_decisions).
    #[error(
        "a game of `{ruleset}` is not over after its {most} decisions: this is a bug in the ruleset"
    )]
    Endless {
        /// The ruleset.
        ruleset: &'static str,
        /// The bound that the ruleset gives.
        most: u32,
    },
    /// The ruleset refused a move of its own.
    #[error(
        "`{ruleset}` refuses its own {how} move at decision {decision}: this is a bug in the ruleset"
    )]
    OwnMove {
        /// The ruleset.
        ruleset: &'static str,
        /// The origin of the move.
        how: DecisionOrigin,
        /// The decision, from 0.
        decision: u32,
    },
}
