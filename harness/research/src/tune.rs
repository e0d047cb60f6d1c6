//! Tunes a bot's numeric parameters against a fixed field, where every measurement is noisy.
//!
//! [`Knob`]s are the parameters in their ranges; [`Spsa`] says what to try and learns from what
//! came of it; the field plays both arms of a trial on the same seeds; each iteration is a row of
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
pub use gains::{ALPHA, GAMMA, Gains, STABILITY, Schedule};
pub use knob::{Asked, Knob};
pub use spsa::{Iteration, Learnt, Spsa, Sums};

#[cfg(test)]
mod bowl;
#[cfg(test)]
mod tests;
