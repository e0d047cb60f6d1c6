//! The tournament harness for any set of rulesets, as one crate for programs that add bots or
//! rulesets of their own.
//!
//! [`registry`] holds the rulesets and their bots. [`cli`] is the command line for any registry: it
//! reads arguments (`arguments`), carries commands out (`verbs`, one file for each) and writes to
//! terminals, pipes and files (`terminal`). Each of these knows only those before it: `terminal`,
//! `arguments`, `registry`, `verbs`, [`cli`].
//!
//! The rest is re-exported from the crates below: `stoker_tournament` (plans, matches, results),
//! `stoker_external` (external bots), `stoker_research` (studies of bots), `stoker_stats`.
//!
//! Only the bodies of fuzz targets know a rule of a ruleset, or the number of its sides.
//!
//! # Examples
//! `examples/league.rs` plays a league from Rust. This runs a command:
//! ```
//! use stoker::cli::{CommandExit, run_command};
//! use stoker::registry::Registry;
//!
//! let (mut out, mut err) = (vec![], vec![]);
//! let exit = run_command(&Registry::builtin(), ["stoker", "bots"], &mut out, &mut err);
//! assert_eq!(exit, CommandExit::Done);
//! assert!(String::from_utf8_lossy(&out).contains("tracker"));
//! ```

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod arguments;
pub mod cli;
#[doc(hidden)]
pub mod fuzzing;
pub mod registry;
mod terminal;
mod verbs;

pub use cli::main_with;
pub use stoker_external::{self as external, fault, spec};
pub use stoker_research::{analyse, check, exploit, fit, gauge, slurm, tune};
pub use stoker_stats as stats;
pub use stoker_tournament::{
    columns, diff, entrant, identity, merge, outcome, plan, record, referee, results, reuse, run,
    settings, standings, starts, storage, sweep, threads, verify, void,
};

/// The version of stoker: that of the package, and a hash of its sources, because results are
/// promised for these.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("STOKER_SOURCES"));

/// The parts of bots, for crates with bots of their own: the same as the crate `stoker_bots`.
pub use stoker_bots as bots;
/// The rules, for crates with bots of their own: the same as the crate `stoker_engine`.
pub use stoker_engine as engine;
