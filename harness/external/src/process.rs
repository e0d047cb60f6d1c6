//! Processes: running, asking, reading, timing and ending a program in its sandbox.

mod core_usage;
pub(crate) mod exchange;
mod exchange_log;
pub(crate) mod heartbeat;
pub(crate) mod log;
pub(crate) mod session;
mod sleeper;
mod splitter;
mod waiting;
pub(crate) mod watch;
pub(crate) mod written;
