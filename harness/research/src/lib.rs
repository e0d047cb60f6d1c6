//! Research on bots by playing them: checks, tunings, gauges, exploits, analyses of games, and jobs
//! for clusters.
//!
//! [`check`] tries a bot before it is handed in. [`tune`] moves its parameters. [`gauge`] measures how far it
//! is from perfect, and [`exploit`] searches for an opponent that beats it. [`analyse`] measures what the
//! moves of a game cost. [`trial`] estimates how long a plan will take, and [`slurm`] writes one as jobs.
//! Each stands on [`stoker_tournament`]. Only [`exploit`] uses another of them, [`gauge`], to play its matches.
//!
//! # Examples
//! The perturbations of a tuning shrink:
//! ```
//! use stoker_research::tune::Schedule;
//! let schedule = Schedule::new(200, None)?;
//! assert!(schedule.at(1).c > schedule.at(200).c);
//! # Ok::<(), stoker_research::tune::TuneError>(())
//! ```

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod analyse;
pub mod check;
pub mod exploit;
pub mod gauge;
pub mod slurm;
pub mod trial;
pub mod tune;
