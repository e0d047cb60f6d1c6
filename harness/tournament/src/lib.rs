//! Tournaments: plans, matches, records, results.
//!
//! From what was asked for to what is written: [`plan`] (which match has which entrants and seed) ->
//! [`referee`] (plays one match) -> [`run`] (plays them all, on many threads, keeps each in the
//! journal, and folds them in match order) -> [`results`] (the files) and [`standings`] (the
//! leaderboard). [`merge`] joins shards, [`reuse`] takes matches from an earlier run; [`record`],
//! [`verify`] and [`diff`] read files back.
//!
//! Below a plan are [`entrant`] (who takes part), [`starts`] (how matches begin) and [`settings`]
//! (which settings a sweep plays); above it [`sweep`] (what these come to), [`forecast`] (how long is
//! left) and [`rehearsal`] (programs are tried before they are let in). [`storage`] reads and writes
//! the files of a run, whatever they hold.
//!
//! Nothing here knows a rule of any ruleset, how many sides one has, or how a command is typed.

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod columns;
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
pub mod threads;
pub mod timings;
pub mod verify;
pub mod void;
