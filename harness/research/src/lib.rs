//! Research on bots: checks, tunings, gauges, exploits, fits, analyses of games, and jobs for
//! clusters.
//!
//! - [`check`] tries a bot before it is handed in.
//! - [`tune`] optimises its parameters.
//! - [`gauge`] measures how close it is to perfect play.
//! - [`exploit`] searches for a policy that beats it.
//! - [`fit`] fits the model of a side's choices to recorded games.
//! - [`analyse`] measures the costs of moves in a game.
//! - [`timing_trial`] estimates how long a plan will take.
//! - [`slurm`] writes a plan as jobs.
//!
//! Each builds on [`stoker_tournament`]. Only [`exploit`] uses another of them: [`gauge`], to play
//! its matches.
//!
//! # Examples
//! The perturbations of a tuning shrink:
//! ```
//! use stoker_research::tune::GainSchedule;
//! let schedule = GainSchedule::new(200, None)?;
//! assert!(schedule.at(1).c > schedule.at(200).c);
//! # Ok::<(), stoker_research::tune::TuneError>(())
//! ```

// Tests may create folders without the module `untrusted`.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod analyse;
pub mod check;
pub mod exploit;
pub mod fit;
pub mod gauge;
pub mod slurm;
pub mod timing_trial;
pub mod tune;
