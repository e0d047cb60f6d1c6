//! The tournament harness: plans, matches, records, statistics.
//!
//! From what was asked for to what is written:
//! [`plan`] (which match has which entrants and seed) -> [`referee`] (plays one match) ->
//! [`run`] (plays them all, on many threads, keeps each in the journal, and folds them in match
//! order) -> [`results`] (the files) and [`stats`] (the leaderboard). [`sweep`] lays out settings,
//! [`merge`] joins shards, [`slurm`] writes them as jobs, [`reuse`] takes matches from an earlier run,
//! and [`tune`] and [`gauge`] play what they need without a folder. [`record`], [`verify`] and [`diff`] read files back.
//! [`registry`] holds what there is to play, [`spec`] reads how an [`entrant`] is typed, and
//! [`cli`] is the command line, for any registry.
//!
//! Nothing here knows a rule of any ruleset, or how many sides one has.

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod check;
pub mod cli;
pub mod diff;
mod door;
pub mod entrant;
pub mod exploit;
pub mod external;
pub mod fault;
mod forecast;
#[doc(hidden)]
pub mod fuzzing;
pub mod gauge;
pub mod identity;
mod journal;
pub mod merge;
pub mod outcome;
pub mod plan;
mod printable;
#[cfg(test)]
mod properties;
mod quiet;
pub mod record;
pub mod referee;
pub mod registry;
pub mod results;
pub mod reuse;
pub mod run;
pub mod slurm;
pub mod spec;
pub mod stats;
mod steady;
pub mod sweep;
#[cfg(test)]
mod testing;
pub mod threads;
mod trial;
pub mod tune;
pub mod verify;
pub mod void;

pub use cli::main_with;

/// What a bot is made of, for crates with bots of their own: the same as the crate `stoker_bots`.
pub use stoker_bots as bots;
/// The rules, for crates with bots of their own: the same as the crate `stoker_engine`.
pub use stoker_engine as engine;
