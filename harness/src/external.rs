//! Programs outside of this one: how they are found, run, asked and judged.

pub(crate) mod absent;
mod asking;
pub mod build;
mod course;
pub(crate) mod fuzzing;
mod heartbeat;
mod host;
pub mod limits;
mod lines;
mod log;
pub(crate) mod marked;
pub mod program;
pub mod rehearsal;
mod reply;
pub mod runnable;
mod scene;
mod session;
pub mod setting;
mod sleeper;
pub mod submission;
mod tape;
mod verdict;
mod waiting;
mod watch;
mod written;

pub use limits::{Limits, LimitsAsked};
pub use program::{Program, ProgramError};
pub use runnable::Runnable;
pub use setting::{Conditions, Setting, World};
