//! Programs outside of this one: how they are found, built, run, asked and judged.
//!
//! [`contract`] is what a referee asks of a bot that is not part of this program, [`fault`] what can
//! go wrong with it, [`spec`] how it is typed. [`submission`] finds what was handed in, [`build`] makes
//! a program of it, [`program`] plays matches with it under [`limits`]. Nothing here knows a
//! tournament, and of rules only what a ruleset offers to programs
//! ([`PlaysForm`](stoker_bots::PlaysForm)).

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod absent;
mod asking;
pub mod build;
pub mod contract;
mod course;
pub mod fault;
pub mod fuzzing;
mod heartbeat;
mod host;
pub mod limits;
mod lines;
mod log;
pub mod marked;
pub mod program;
mod reply;
pub mod runnable;
mod scene;
mod session;
pub mod setting;
mod sleeper;
pub mod spec;
pub mod submission;
mod tape;
#[cfg(test)]
mod testing;
pub mod unfit;
pub mod verdict;
mod waiting;
mod watch;
mod written;

pub use limits::{Limits, LimitsAsked};
pub use program::{Program, ProgramError};
pub use runnable::Runnable;
pub use setting::{Conditions, Setting, World};
