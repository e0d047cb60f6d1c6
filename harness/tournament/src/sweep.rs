//! The results of a sweep: those of a league in each of its settings.

mod bands;
mod summary;
mod tally;

pub use summary::{EffectRow, SettingRow, SweepSummary};
pub use tally::SweepTally;
