//! Whole matches over HTTP on loopback: played, taken back, rated, and disturbed by hostile
//! clients.
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

mod client;
mod farewell;
mod hostile;
mod matches;
mod secrets;
mod troubles;
