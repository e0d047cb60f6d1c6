//! Tunes a bot's numeric parameters against a fixed field, with noisy measurements.
//!
//! [`Knob`]s are the parameters in their ranges. [`Spsa`] chooses the values to try and learns from
//! the results. The field plays both arms of a trial on the same seeds. Each iteration is a row of
//! the trajectory, from which a stopped tuning goes on. `docs/tuning.md` explains it.

pub(crate) mod ab_test;
mod error;
pub mod field;
pub mod folder;
mod gains;
mod knob;
pub mod manifest;
pub mod run;
mod spsa;
mod trajectory;

pub use error::TuneError;
pub use gains::{ALPHA, GAMMA, GainSchedule, Gains, STABILITY};
pub use knob::{Knob, KnobSpec};
pub use spsa::{Iteration, IterationResult, Spsa, Sums};

#[cfg(test)]
mod synthetic_score;
#[cfg(test)]
mod tests;
