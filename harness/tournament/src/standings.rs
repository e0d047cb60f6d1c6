//! What the matches of a league come to: leaderboards, crosstables, and findings of A/B tests.

mod comparison;
mod crosstable;
mod design;
mod standing;
mod tally;

pub use comparison::{Comparison, Findings, SideFindings};
pub use crosstable::{Crosstable, Meeting};
pub use standing::{ALL_SIDES, Previous, Standing};
pub use tally::{Results, Tally};

#[cfg(test)]
mod tests;
