//! What can go wrong between `stoker` and a program.

use std::io;

use stoker_engine::SetupError;
use stoker_engine::map::PlainMapError;

use crate::values::ParamError;

/// Why a bot cannot be served, or not any longer.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Nothing could be read.
    #[error("standard input cannot be read: {0}")]
    Read(#[source] io::Error),
    /// Nothing could be written, most often because nobody reads any more.
    #[error("standard output cannot be written: {0}")]
    Write(#[source] io::Error),
    /// A line that is none of the protocol.
    #[error("line {number} of standard input is not a message of the protocol: {problem}")]
    Line {
        /// The line, counted from 1.
        number: u64,
        /// What is wrong with it.
        problem: serde_json::Error,
    },
    /// A question or an end without a match.
    #[error("line {0} of standard input comes before a `start`")]
    NotStarted(u64),
    /// A match without a view to begin with.
    #[error("`start` has no `view`, which the `hello` of this program asked for")]
    NoView,
    /// A match of another ruleset.
    #[error("this program plays the ruleset `{mine}`, not `{theirs}`")]
    Ruleset {
        /// The ruleset that the bot plays.
        mine: &'static str,
        /// The ruleset that was asked for.
        theirs: String,
    },
    /// A map that is none.
    #[error("the map of `start`: {0}")]
    Map(#[from] PlainMapError),
    /// Parameters that the ruleset refuses.
    #[error("the parameters of `start`: {0}")]
    Setup(#[from] SetupError),
    /// A side that the ruleset does not have, or seats that are not the side's.
    #[error("the ruleset has no side `{side}` with the seats {seats:?}")]
    Seats {
        /// The side's name.
        side: String,
        /// The seats' numbers.
        seats: Vec<u8>,
    },
    /// A side that the bot does not play.
    #[error("`{bot}` does not play the side `{side}`")]
    Side {
        /// The bot's name.
        bot: &'static str,
        /// The side's name.
        side: String,
    },
    /// A question to a seat of someone else.
    #[error("question {decision} is for seat {seat}, which this program does not play")]
    Seat {
        /// The number of the question.
        decision: u64,
        /// The seat.
        seat: u8,
    },
    /// An end without one of the ruleset's scores, or with a side it does not have.
    #[error("`ended` does not fit the ruleset: `{0}`")]
    Ended(String),
    /// A move that has no notation: a mistake of the bot.
    #[error("the bot chose a move that cannot be written: {0}")]
    Move(String),
    /// A setting that the bot does not have.
    #[error(transparent)]
    Values(#[from] ParamError),
}
