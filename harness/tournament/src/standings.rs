//! The results of a league: leaderboards, crosstables, and findings of A/B tests.

mod comparison;
mod crosstable;
mod design;
mod duel;
mod lineups;
mod partners;
mod shown;
mod standing;
mod tally;

pub use comparison::{Comparison, Findings, FurtherDifference, SideFindings};
pub use crosstable::{Crosstable, Meeting};
pub use duel::{DuelRow, DuelSideRow, DuelTable};
pub use lineups::{Ahead, LineupTables, SeatRow, complement};
pub use partners::{PartnerEffects, PartnerRow, PartnerTable};
pub use standing::{ALL_SIDES, FactMean, FurtherMean, Previous, Standing};
pub use tally::{Results, StandingsTally};

#[cfg(test)]
mod tests;
