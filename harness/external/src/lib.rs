//! External programs: finding, building, running, asking and judging them.
//!
//! [`contract`] is the referee's interface to a bot that is not part of this program. [`fault`]
//! lists what can go wrong with it, and [`spec`] is its notation on the command line.
//! [`submission`] finds submissions, [`build`] makes programs of them, and [`prepare`] does both.
//! [`program`] plays matches with a program: `process` runs it in a sandbox under [`limits`],
//! `protocol` asks it and reads its answers, and [`verdict`] determines the fault if there is no
//! answer. [`sketch`] keeps the notes that a bot draws to show its thoughts. Nothing here knows a
//! tournament or a ruleset. A ruleset passes in a table that describes programs in C written for
//! its own interface.
//!
//! # Examples
//! ```
//! use stoker_external::spec::{Spec, What};
//! let spec = Spec::parse("./fox")?;
//! assert_eq!(spec.what, What::Folder("./fox".to_owned()));
//! # Ok::<(), stoker_external::spec::SpecError>(())
//! ```

// Tests make their own folders.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod absent;
pub mod build;
pub mod conditions;
pub mod contract;
pub mod fault;
pub mod fuzzing;
pub mod limits;
pub mod line_marks;
pub mod prepare;
mod process;
pub mod program;
mod protocol;
pub mod runnable;
pub mod sketch;
pub mod spec;
pub mod submission;
#[cfg(test)]
mod testing;
pub mod unfit;
pub mod verdict;
mod words;

pub use conditions::{Conditions, ProgramEnvironment, SandboxOptions};
pub use limits::{Limits, LimitsAsked};
pub use program::{Program, ProgramError};
pub use runnable::Runnable;
