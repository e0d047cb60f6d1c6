//! What can be wrong with a tuning.

use stoker_stats::sprt::QuestionError;
use stoker_tournament::referee::RefereeError;
use stoker_tournament::storage::FolderError;
use stoker_tournament::threads::ThreadsError;

/// Why a tuning cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A text that names no parameter to tune.
    #[error(
        "`{0}` does not name a parameter to tune: write NAME=LOW..HIGH, or NAME alone for its whole range"
    )]
    Syntax(String),
    /// A parameter that the bot does not have.
    #[error("there is no parameter `{name}`: {remedy}")]
    Unknown {
        /// Its name.
        name: String,
        /// What to write instead.
        remedy: String,
    },
    /// A parameter that is named twice.
    #[error("parameter `{0}` is named twice: name it once")]
    Repeated(&'static str),
    /// A parameter that is no number.
    #[error("parameter `{name}` is {allowed}, and only numbers can be tuned: leave it out")]
    NoNumber {
        /// Its name.
        name: &'static str,
        /// What it can be.
        allowed: String,
    },
    /// A range that the parameter does not have.
    #[error("parameter `{name}` has no range {}..{}: it must be {allowed}, the lower end first", range.0, range.1)]
    Range {
        /// Its name.
        name: &'static str,
        /// What was asked for.
        range: (f64, f64),
        /// What it can be.
        allowed: String,
    },
    /// A start outside of the range.
    #[error(
        "parameter `{name}` begins at {start}, outside of {}..{}: widen the range, or begin at another value, as in BOT:{name}={}",
        range.0, range.1, range.0
    )]
    Start {
        /// Its name.
        name: &'static str,
        /// Where it begins.
        start: f64,
        /// Its range.
        range: (f64, f64),
    },
    /// A perturbation that cannot be made.
    #[error(
        "parameter `{name}` cannot be perturbed by {c_end}: give a number above 0, at least {least} and at most {most}"
    )]
    Perturbation {
        /// Its name.
        name: &'static str,
        /// What was asked for.
        c_end: f64,
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
    /// A bot without numbers.
    #[error("`{0}` has no parameter that is a number: there is nothing to tune")]
    NothingToTune(String),
    /// A program, whose parameters are unknown.
    #[error("`{0}` is a program, whose parameters are unknown: only built-in bots can be tuned")]
    Program(String),
    /// An entrant that can play several kinds of sides.
    #[error("`{entrant}` plays {sides}: choose one of them with --side")]
    WhichSide {
        /// The entrant.
        entrant: String,
        /// The kinds of sides that it can play.
        sides: String,
    },
    /// Someone of the field who does not meet the tuned bot.
    #[error("`{opponent}` never meets `{entrant}`, which plays {side}: leave it out of --against")]
    NeverMeets {
        /// Who it is.
        opponent: String,
        /// The tuned bot.
        entrant: String,
        /// What that plays.
        side: String,
    },
    /// Too few or too many iterations.
    #[error("{iterations} iterations are not possible: give 1 to {most}")]
    Iterations {
        /// What was asked for.
        iterations: u64,
        /// The most.
        most: u64,
    },
    /// Steps that lead nowhere.
    #[error("--r-end cannot be {r_end}: give {low} to {high}")]
    Step {
        /// What was asked for.
        r_end: f64,
        /// The lowest.
        low: f64,
        /// The highest.
        high: f64,
    },
    /// Too few or too many seeds.
    #[error("{seeds} seeds per iteration are not possible: give 1 to {most}")]
    Seeds {
        /// What was asked for.
        seeds: u64,
        /// The most.
        most: u64,
    },
    /// A final test that makes no sense.
    #[error("the final test: {0}")]
    Question(#[from] QuestionError),
    /// A file of the folder cannot be read or written, or the folder not be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A match could not be played by the rules.
    #[error("a match on seed number {index}: {source}")]
    Match {
        /// The index of its seed.
        index: u64,
        /// Why not.
        source: RefereeError,
    },
    /// Asked to stop in the middle of matches, which are to be played again.
    #[error("stopped")]
    Stopped,
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}
