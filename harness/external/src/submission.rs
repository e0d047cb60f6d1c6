//! Submissions: folders that were handed in.
//!
//! [`find`] lists the content of a folder: submissions, each with the instructions for building and
//! running it that its `bot.toml` or its sources give; and folders that cannot be used. Nothing is
//! built here.

pub mod bot_toml;
pub(crate) mod c_source;
pub(crate) mod command;
pub mod contents;
pub mod finder;
pub(crate) mod included;
pub(crate) mod interface;
mod program;
pub(crate) mod sign;
mod slug;

use stoker_bots::submissions::SubmissionForm;

pub use command::CommandError;
pub use finder::{FindError, FoundSubmission, Misfit, Submission, SubmissionKind, find};
pub use program::SourceProgram;

/// The form of programs in C without a `bot.toml`, if the ruleset has one.
pub type SourceForm = Option<&'static SubmissionForm>;
