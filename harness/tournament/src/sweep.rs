//! Sweeps: what the settings of a league come to.

mod bands;
mod summary;
mod tally;

pub use summary::{EffectRow, SettingRow, SweepSummary};
pub use tally::SweepTally;
