//! Processes: a program in its sandbox, asked, read, timed and ended.

pub(crate) mod asking;
pub(crate) mod heartbeat;
pub(crate) mod log;
mod scene;
pub(crate) mod session;
mod sleeper;
mod splitter;
mod tape;
mod waiting;
pub(crate) mod watch;
pub(crate) mod written;
