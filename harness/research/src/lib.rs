//! Research on bots by playing them: checks, tunings, gauges, exploits, analyses of games, and jobs
//! for clusters.
//!
//! [`check`] tries a bot before it is handed in, [`tune`] moves its parameters, [`gauge`] measures how
//! far it is from perfect, [`exploit`] searches for whoever beats it, [`analyse`] measures what the
//! moves of a game cost, [`trial`] tells how long a plan will take, and [`slurm`] writes one as
//! jobs. Each stands on [`stoker_tournament`]; only
//! [`exploit`] uses another of them, [`gauge`], to play its matches.

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod analyse;
pub mod check;
pub mod exploit;
pub mod gauge;
pub mod slurm;
pub mod trial;
pub mod tune;
