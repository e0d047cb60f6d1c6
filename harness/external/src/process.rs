//! Processes: running, asking, reading, timing and ending a program in its sandbox.

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
