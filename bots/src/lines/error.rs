//! Errors between `stoker` and a program.

use std::io;

use stoker_engine::SetupError;
use stoker_engine::data::DataFileError;
use stoker_engine::map::PlainMapError;

use crate::values::ParamError;

/// Error that ends the service of a bot.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Standard input could not be read.
    #[error("standard input cannot be read: {0}")]
    Read(#[source] io::Error),
    /// Standard output could not be written, most often because nobody reads it any more.
    #[error("standard output cannot be written: {0}")]
    Write(#[source] io::Error),
    /// A line does not belong to the protocol.
    #[error("line {number} of standard input is not a message of the protocol: {problem}")]
    Line {
        /// Line number, counted from 1.
        number: u64,
        /// Problem with it.
        problem: serde_json::Error,
    },
    /// A question or an ending came before a match.
    #[error("line {0} of standard input comes before a `start`")]
    NotStarted(u64),
    /// The match has no view to begin with.
    #[error("`start` has no `view`, which the `hello` of this program asked for")]
    NoView,
    /// The match has another ruleset.
    #[error("this program plays the ruleset `{mine}`, not `{theirs}`")]
    Ruleset {
        /// The ruleset that the bot plays.
        mine: &'static str,
        /// The ruleset of the match.
        theirs: String,
    },
    /// The map is invalid.
    #[error("the map of `start`: {0}")]
    Map(#[from] PlainMapError),
    /// The data are not in the ruleset's form.
    #[error("the data of `start`: {0}")]
    Data(#[from] DataFileError),
    /// The ruleset refuses the parameters.
    #[error("the parameters of `start`: {0}")]
    Setup(#[from] SetupError),
    /// The ruleset does not have the side, or the seats are not the side's.
    #[error("the ruleset has no side `{side}` with the seats {seats:?}")]
    Seats {
        /// The side's name.
        side: String,
        /// The seats' numbers.
        seats: Vec<u8>,
    },
    /// The bot does not play the side.
    #[error("`{bot}` does not play the side `{side}`")]
    Side {
        /// The bot's name.
        bot: &'static str,
        /// The side's name.
        side: String,
    },
    /// The question is for a seat that is not the bot's.
    #[error("question {decision} is for seat {seat}, which this program does not play")]
    Seat {
        /// The number of the question.
        decision: u64,
        /// The seat.
        seat: u8,
    },
    /// The ending lacks one of the ruleset's scores, or names a side that does not exist.
    #[error("`ended` does not fit the ruleset: `{0}`")]
    Ended(String),
    /// The bot chose a move without a notation, which is a mistake of the bot.
    #[error("the bot chose a move that cannot be written: {0}")]
    Move(String),
    /// The bot does not have the setting.
    #[error(transparent)]
    Values(#[from] ParamError),
}
