//! Statistics of tournaments: numbers in, numbers out.
//!
//! A [`PairingDesign`] says who met whom. [`Cells`] and [`RowSums`] hold sums of scores.
//! [`analyse`] turns them into figures with intervals, and [`sprt`] decides A/B tests. Nothing here
//! knows a game's rules, a plan or a file. `docs/statistics.md` explains the figures.
//!
//! # Examples
//! A 95% interval of ten observations reaches 2.262 standard errors to either side:
//! ```
//! use stoker_stats::{rounded, t95};
//! assert_eq!(t95(9).map(|t| rounded(t, 3)).as_deref(), Some("2.262"));
//! ```

// Tests make their own folders.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod additive;
mod analysis;
mod bradley_terry;
mod cells;
mod components;
pub mod design;
mod distinct;
mod duel;
mod estimate;
mod figure;
mod holm;
mod intervals;
pub mod lineups;
mod median;
mod moments;
mod nash;
mod order;
mod proportion;
mod ranks;
mod resample;
mod row_sums;
mod seeds;
mod solve;
pub mod sprt;
mod student;
#[cfg(test)]
mod synthetic;
pub mod teams;

pub use additive::Additive;
pub use analysis::{Analysis, PairFigures, RowFigures, analyse};
pub use bradley_terry::{Elo, elo};
pub use cells::{Cells, MOST_BLOCKS};
pub use design::{DesignSide, PairingDesign, ScoreScale};
pub use distinct::{Distinct, Effective};
pub use duel::{DuelEntrant, DuelFigures, DuelSide};
pub use estimate::Estimate;
pub use figure::{BOOTSTRAP_FROM, Figure};
pub use holm::holm;
pub use median::median_ranks;
pub use moments::Moments;
pub use nash::{Nash, nash};
pub use order::{by_mean, greater, order};
pub use proportion::share;
pub use ranks::rank_intervals;
pub use resample::{RESAMPLES, Resamples};
pub use row_sums::RowSums;
pub use seeds::SeedSums;
pub use student::{t_above, t_quantile, t95};

/// A figure with four decimals, as it is written to files.
pub fn decimals(figure: f64) -> String {
    rounded(figure, 4)
}

/// A figure with this many decimals. A figure that rounds to zero has no sign.
pub fn rounded(figure: f64, decimals: usize) -> String {
    let text = format!("{figure:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|b| matches!(b, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
}

/// A figure as it will be read back from a file.
///
/// It is printed and parsed. Rounding by arithmetic could differ from the file where a figure is
/// next to a half. Then a run that was just played would look different from the same run read
/// back.
pub fn pinned(figure: f64) -> f64 {
    decimals(figure).parse().unwrap_or(figure)
}
