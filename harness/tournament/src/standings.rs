//! The results of a league: leaderboards, crosstables, and findings of A/B tests.

mod comparison;
mod crosstable;
mod design;
mod standing;
mod tally;

pub use comparison::{Comparison, Findings, SideFindings};
pub use crosstable::{Crosstable, Meeting};
pub use standing::{ALL_SIDES, FurtherMean, Previous, Standing};
pub use tally::{Results, Tally};

#[cfg(test)]
mod tests;
