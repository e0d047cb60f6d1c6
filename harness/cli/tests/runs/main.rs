//! `stoker` as its users start it, in runs of every kind; and what every ruleset promises.
//!
//! The suites are one program: each of its own would link all of `stoker`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/kit.rs"]
mod kit;
#[expect(clippy::unwrap_used, reason = "a test may end where it stands")]
#[path = "../rulesets/mod.rs"]
mod rulesets;

mod absurd;
mod analyse;
mod bad_input;
mod boss;
mod check;
mod cli;
mod clocks;
mod compare;
mod contract;
mod disturbed;
mod documents;
mod exploit;
mod faults;
mod field;
mod fit;
#[cfg(target_os = "linux")]
mod five;
mod foreign;
mod formats;
mod from_rust;
mod fury;
mod fuzz;
mod gauge;
mod genericity;
mod kosmos;
mod lineups;
mod live;
mod merge;
mod moved;
mod notes;
mod permission;
#[expect(clippy::unwrap_used, reason = "a test may end where it stands")]
mod play;
mod play_league;
mod positions;
mod python;
mod registry;
mod replay_page;
mod report;
mod rules;
mod seasons;
mod series;
mod starts;
mod still;
mod studies;
mod sweep;
mod tampering;
mod teams;
mod tune;
mod unnoticed;
mod verify;
mod voids;
