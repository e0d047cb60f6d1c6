//! External bots: found, built, run, asked and judged.
//!
//! - [`contract`] is what a referee asks of a bot that is not part of this program, [`fault`] what can go
//!   wrong with it, and [`spec`] how it is typed.
//! - [`submission`] finds what was handed in, [`build`] makes a program of it, and [`prepare`] does both.
//! - [`program`] plays matches with it: `process` runs it in a sandbox under [`limits`], `protocol` asks it
//!   questions and reads its answers, and [`verdict`] names the fault if there is no answer.
//! - [`sketch`] keeps what a bot draws to show its thoughts.
//!
//! Nothing here knows a tournament, or a ruleset: a ruleset hands over a table that describes programs
//! written for its own C interface.
//!
//! # Examples
//! ```
//! use stoker_external::spec::{Spec, What};
//! let spec = Spec::parse("./fox")?;
//! assert_eq!(spec.what, What::Folder("./fox".to_owned()));
//! # Ok::<(), stoker_external::spec::SpecError>(())
//! ```

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod absent;
pub mod build;
pub mod contract;
pub mod fault;
pub mod fuzzing;
pub mod limits;
pub mod marked;
pub mod prepare;
mod process;
pub mod program;
mod protocol;
pub mod runnable;
pub mod setting;
pub mod sketch;
pub mod spec;
pub mod submission;
#[cfg(test)]
mod testing;
pub mod unfit;
pub mod verdict;
mod words;

pub use limits::{Limits, LimitsAsked};
pub use program::{Program, ProgramError};
pub use runnable::Runnable;
pub use setting::{Conditions, Setting, World};
