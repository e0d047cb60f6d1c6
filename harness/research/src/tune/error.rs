//! Errors of a tuning.

use stoker_stats::sprt::QuestionError;
use stoker_tournament::referee::RefereeError;
use stoker_tournament::storage::FolderError;
use stoker_tournament::threads::ThreadsError;

/// The reasons why a tuning cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The text names no parameter to tune.
    #[error(
        "`{0}` does not name a parameter to tune: write NAME=LOW..HIGH, or NAME alone for its whole \
         range; NAME=VALUE is for parameters of the rules"
    )]
    Syntax(String),
    /// The bot has no such parameter.
    #[error("there is no parameter `{name}`: {remedy}")]
    Unknown {
        /// Its name.
        name: String,
        /// The text to write instead.
        remedy: String,
    },
    /// A parameter is named twice.
    #[error("parameter `{0}` is named twice: name it once")]
    Repeated(&'static str),
    /// The parameter is not a number.
    #[error("parameter `{name}` is {allowed}, and only numbers can be tuned: leave it out")]
    NoNumber {
        /// Its name.
        name: &'static str,
        /// The values that it can have.
        allowed: String,
    },
    /// The parameter does not have this range.
    #[error("parameter `{name}` has no range {}..{}: it must be {allowed}, the lower end first", range.0, range.1)]
    Range {
        /// Its name.
        name: &'static str,
        /// The range that was asked for.
        range: (f64, f64),
        /// The values that it can have.
        allowed: String,
    },
    /// The initial value is outside of the range.
    #[error(
        "parameter `{name}` begins at {start}, outside of {}..{}: widen the range, or begin at another value, as in BOT:{name}={}",
        range.0, range.1, range.0
    )]
    Start {
        /// Its name.
        name: &'static str,
        /// The initial value.
        start: f64,
        /// Its range.
        range: (f64, f64),
    },
    /// The perturbation is too small or too large.
    #[error(
        "parameter `{name}` cannot be perturbed by {c_end}: give a number above 0, at least {least} and at most {most}"
    )]
    Perturbation {
        /// Its name.
        name: &'static str,
        /// The perturbation that was asked for.
        c_end: f64,
        /// The least possible.
        least: f64,
        /// The most possible.
        most: f64,
    },
    /// The bot has no numeric parameter.
    #[error("`{0}` has no parameter that is a number: there is nothing to tune")]
    NothingToTune(String),
    /// The entrant is a program, whose parameters are unknown.
    #[error("`{0}` is a program, whose parameters are unknown: only built-in bots can be tuned")]
    Program(String),
    /// The entrant can play several kinds of sides.
    #[error("`{entrant}` plays {sides}: choose one of them with --side")]
    WhichSide {
        /// The entrant.
        entrant: String,
        /// The kinds of sides that it can play.
        sides: String,
    },
    /// An opponent never meets the tuned bot.
    #[error("`{opponent}` never meets `{entrant}`, which plays {side}: leave it out of --against")]
    NeverMeets {
        /// The opponent.
        opponent: String,
        /// The tuned bot.
        entrant: String,
        /// The kind of side that the tuned bot plays.
        side: String,
    },
    /// There are too few or too many iterations.
    #[error("{iterations} iterations are not possible: give 1 to {most}")]
    Iterations {
        /// The number that was asked for.
        iterations: u64,
        /// The most possible.
        most: u64,
    },
    /// The final size of steps is out of range.
    #[error("--r-end cannot be {r_end}: give {low} to {high}")]
    Step {
        /// The size that was asked for.
        r_end: f64,
        /// The lowest possible.
        low: f64,
        /// The highest possible.
        high: f64,
    },
    /// There are too few or too many seeds.
    #[error("{seeds} seeds per iteration are not possible: give 1 to {most}")]
    Seeds {
        /// The number that was asked for.
        seeds: u64,
        /// The most possible.
        most: u64,
    },
    /// The question of the final test makes no sense.
    #[error("the final test: {0}")]
    Question(#[from] QuestionError),
    /// A file of the folder cannot be read or written, or the folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A match could not be played by the rules.
    #[error("a match on seed number {index}: {source}")]
    Match {
        /// The index of its seed.
        index: u64,
        /// The reason.
        source: RefereeError,
    },
    /// The tuning was stopped during matches, which have to be played again.
    #[error("stopped")]
    Stopped,
    /// The system refuses to start threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}
