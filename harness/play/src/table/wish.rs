//! The wishes of people, and the reasons why some are refused.

use tokio::sync::oneshot;

/// The answer to a request: JSON for the page, or the reason why it was refused.
pub type WishAnswer = Result<String, Refusal>;

/// The reasons why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Somebody else is to move, or the match is over.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The move is not legal, or cannot be read.
    #[error("{0}")]
    BadMove(String),
    /// A rated match has no help.
    #[error("this match is rated: there is no help, and nothing can be taken back")]
    Rated,
    /// There is nothing to take back.
    #[error("there is no earlier choice of yours")]
    NothingToTakeBack,
    /// Taking a move back would undo the choice of another person.
    #[error("another person may have moved since then")]
    OthersMoved,
    /// The match is going back already, or the next one is about to begin.
    #[error("the match is being set up again: wait a moment")]
    OnTheWay,
    /// The next match can begin only after this one.
    #[error("the match is not over")]
    NotOver,
    /// The matches of a league are all played.
    #[error("there are no more matches")]
    NoMore,
    /// No advice can be had.
    #[error("{0}")]
    NoAdvice(String),
    /// The session is over.
    #[error("this session is over")]
    Closed,
}

/// A request of a page, with the way back for the answer.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) wish: Wish,
    pub(crate) reply: oneshot::Sender<WishAnswer>,
}

/// The wishes that a person who is asked can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Makes a move.
    Move {
        /// The move, in the ruleset's notation.
        mv: String,
        /// The message that goes with it.
        message: String,
    },
    /// Asks what a built-in bot would do.
    Advice {
        /// The bot.
        bot: String,
    },
}

/// A wish that breaks the match off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Break {
    /// Plays the match again up to this turn, and on from there.
    Back {
        /// The number of turns that are kept.
        keep: u32,
    },
    /// Begins the next match.
    Again,
}
