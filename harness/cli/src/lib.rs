//! The tournament harness for any set of rulesets, as one crate for programs that add bots or
//! rulesets of their own.
//!
//! [`registry`] holds the rulesets and bots, and [`cli`] is the command line for any registry: it
//! parses arguments (`arguments`), carries out verbs (`verbs`, one file for each) and writes to
//! terminals and files (`terminal`). Each of these uses only those before it: `terminal`,
//! `arguments`, `registry`, `verbs`, [`cli`].
//!
//! The rest is re-exported from the crates below: `stoker_tournament` (plans, matches, results),
//! `stoker_external` (programs that play), `stoker_research` (studies of bots), `stoker_stats`.
//!
//! Only the bodies of fuzz targets know a rule of a ruleset, or how many sides one has.

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
pub use stoker_research::{analyse, check, exploit, gauge, slurm, tune};
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
