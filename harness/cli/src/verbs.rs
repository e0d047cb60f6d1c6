//! The verbs: one file for each, and the parts that several share.
//!
//! A verb takes the registry and its arguments. Where it needs the types of a ruleset, it calls a
//! method of `AnyRuleset`, which [`any`] implements with the functions here.

pub(crate) mod analyse;
pub(crate) mod any;
pub(crate) mod bots;
pub(crate) mod build;
pub(crate) mod builds;
pub(crate) mod check;
pub(crate) mod command;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod draft;
pub(crate) mod estimate;
pub(crate) mod exploit;
pub(crate) mod external;
pub(crate) mod fit;
pub(crate) mod fuzzing;
pub(crate) mod gauge;
pub(crate) mod league;
pub(crate) mod lists;
#[cfg(feature = "play")]
pub(crate) mod live;
pub(crate) mod man;
pub(crate) mod maps;
pub(crate) mod merge;
#[cfg(feature = "play")]
pub(crate) mod pages;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod play_match;
pub(crate) mod position;
pub(crate) mod print_config;
pub(crate) mod recorded;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod rulesets;
pub(crate) mod setup;
pub(crate) mod slurm;
pub(crate) mod sweep;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod view;
