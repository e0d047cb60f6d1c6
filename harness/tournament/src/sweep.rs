//! Sweeps: what the settings of a league come to.

mod bands;
mod moments;
mod summary;
mod tally;

pub use summary::{EffectRow, Estimate, SettingRow, SweepSummary};
pub use tally::SweepTally;
