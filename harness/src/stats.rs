//! What the results say: leaderboards, crosstables, and the verdicts of A/B tests.

mod additive;
mod analysis;
mod bradley_terry;
mod cells;
mod comparison;
mod components;
mod crosstable;
mod design;
mod distinct;
mod figure;
mod nash;
mod order;
mod ranks;
mod resample;
mod row_sums;
mod seeds;
mod solve;
pub mod sprt;
mod standing;
mod student;
#[cfg(test)]
mod synthetic;
mod tally;

pub use additive::Additive;
pub use analysis::{Analysis, Estimate, PairFigures, RowFigures, analyse};
pub use bradley_terry::{Elo, elo};
pub use cells::{Cells, MOST_BLOCKS};
pub(crate) use comparison::Comparison;
pub use comparison::{Difference, Findings, SideFindings};
pub use crosstable::{Crosstable, Meeting};
pub use design::{Design, DesignSide};
pub use distinct::Distinct;
pub use figure::{BOOTSTRAP_FROM, Figure};
pub use nash::{Nash, nash};
pub use order::order;
pub use ranks::rank_intervals;
pub use resample::{RESAMPLES, Resamples};
pub use row_sums::RowSums;
pub(crate) use seeds::SeedSums;
pub use standing::{ALL_SIDES, Effective, Previous, Standing, Status};
pub use student::{t_quantile, t95};
pub(crate) use tally::{Results, Tally};

/// A figure with four decimals, as it is written.
pub(crate) fn decimals(figure: f64) -> String {
    rounded(figure, 4)
}

/// A figure with so many decimals; what rounds to nothing has no sign.
pub(crate) fn rounded(figure: f64, decimals: usize) -> String {
    let text = format!("{figure:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|b| matches!(b, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
}

/// A figure as it will be read back.
pub(crate) fn pinned(figure: f64) -> f64 {
    decimals(figure).parse().unwrap_or(figure)
}

#[cfg(test)]
mod tests;
