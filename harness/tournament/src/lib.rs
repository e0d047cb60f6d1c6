//! Tournaments: plans, matches, records, results.
//!
//! A tournament goes through these modules: [`plan`] (the entrants and seed of each match) ->
//! [`referee`] (plays one match) -> [`run`] (plays all matches on many threads, writes each to the
//! journal, and folds them in match order) -> [`results`] (the files) and [`standings`] (the
//! leaderboard). [`merge`] joins shards, and [`reuse`] takes matches from an earlier run.
//! [`record`], [`verify`] and [`diff`] read files back.
//!
//! A plan is built from [`entrant`] (the bots that take part), [`starts`] (how matches begin) and
//! [`settings`] (the settings of a sweep). Results feed [`sweep`] (the summary of a sweep),
//! [`forecast`] (the time left) and [`rehearsal`] (programs are tried before they are let in).
//! [`storage`] reads and writes the files of a run, whatever they contain.
//!
//! This crate knows no rule of any ruleset, no number of sides, and no command-line syntax.
//!
//! # Examples
//! A plan is computed: match 5 always has the same entrants and seed.
//! ```
//! use std::sync::Arc;
//! use stoker_engine::course::Course;
//! use stoker_tournament::entrant::{Entrant, builtin};
//! use stoker_tournament::plan::{Draft, Plan};
//!
//! let bots = stoker_bots::course::bots();
//! let entrant = |bot: &str| -> Result<_, Box<dyn std::error::Error>> {
//!     let (source, spec) = builtin(bot, "", &bots)?;
//!     Ok(Entrant { name: spec.clone(), spec, side: None, source, unfit: vec![] })
//! };
//! let entrants = vec![entrant("tracker")?, entrant("lurker")?];
//! let plan = Plan::new(Draft::new("0.1.0", Arc::new(Course::default()), entrants, 20))?;
//! assert_eq!(plan.len(), 20);
//! assert_ne!(plan.match_at(5).seed, plan.match_at(6).seed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Tests may create folders without the module `untrusted`.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod columns;
pub mod data_hash;
pub mod diff;
pub mod entrant;
pub mod forecast;
mod highlights;
pub mod identity;
pub mod journal;
pub mod map_id;
pub mod merge;
pub mod outcome;
pub mod plan;
#[cfg(test)]
mod properties;
pub mod quiet;
pub mod record;
pub mod referee;
pub mod rehearsal;
pub mod results;
pub mod reuse;
pub mod run;
pub mod settings;
pub mod standings;
pub mod starts;
pub mod steady;
pub mod storage;
pub mod sweep;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
pub mod text;
pub mod threads;
pub mod timings;
pub mod verify;
pub mod void;
