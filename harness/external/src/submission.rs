//! Submissions: what was handed in, as it is found.
//!
//! [`find`] says what a folder holds: submissions, each with what its `bot.toml` or its sources tell
//! of how it is built and run, and folders that cannot be used. Nothing is built here.

pub mod bot_toml;
pub(crate) mod c_source;
pub(crate) mod command;
pub mod contents;
pub mod found;
pub(crate) mod interface;
mod program;
pub(crate) mod reached;
pub(crate) mod sign;
mod slug;

use stoker_bots::submissions::SubmissionForm;

pub use command::CommandError;
pub use found::{FindError, Found, Kind, Misfit, Submission, find};
pub use program::SourceProgram;

/// The form of programs in C that come without a `bot.toml`, where the ruleset has one.
pub type Form = Option<&'static SubmissionForm>;
