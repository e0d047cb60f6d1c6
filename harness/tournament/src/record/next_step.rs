//! Records read turn by turn, without the checks of [`verify`](crate::verify).

use stoker_engine::{Game, Message, MoveSyntaxError, Seat, Turn};

use super::play_text::{PlayText, PlayTextError};
use crate::referee::{DecisionOrigin, DecisionStep};

/// A play that cannot be the next one of its game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The text is not a play.
    #[error(transparent)]
    Text(#[from] PlayTextError),
    /// Another seat is to move, or the game is over.
    #[error("it is not the turn of seat {0}")]
    NotToMove(Seat),
    /// The text is not a move of the seat.
    #[error(transparent)]
    Move(#[from] MoveSyntaxError),
}

/// Reads the next play of a record.
///
/// Chance outcomes that the rules draw for it are drawn, so that the state keeps step with the
/// record. The legality of the move shows when it is played.
///
/// # Errors
/// If the text is not a play of the seat to move.
pub fn next_step<G: Game>(
    game: &G,
    state: &mut G::State,
    text: &str,
) -> Result<DecisionStep<G::Move>, StepError> {
    let PlayText { seat, how, mv, message } = PlayText::parse(text)?;
    if game.turn(state) != Turn::ToMove(seat) {
        return Err(StepError::NotToMove(seat));
    }
    match how {
        DecisionOrigin::Opening => drop(game.opening_choice(state)),
        DecisionOrigin::Default => drop(game.default_choice(state)),
        DecisionOrigin::Chosen | DecisionOrigin::Forced => {}
    }
    Ok(DecisionStep { seat, how, mv: game.parse_move(seat, mv)?, message: Message::new(message) })
}
