//! Lineups of many entrants: designs that draw them, and the figures of matches of several rivals.
//!
//! In a match of three and more rivals, all lineups are soon too many: 20 entrants at four seats
//! have 19,380. [`Blocks`] draws a balanced part of them. [`LineupSums`] counts who finished ahead
//! of whom, on which seat, and [`LineupSums::figures`] turns that into figures with intervals.

mod blocks;
mod figures;
mod strength;
mod sums;
#[cfg(test)]
mod tests;

/// A repetition of the lineups of all matches that were counted, with the indices of their seeds.
pub type Visit<'v> = &'v dyn Fn(&mut dyn FnMut(u64, &[usize]));

pub use blocks::{Blocks, Era};
pub use figures::{LineupFigures, PairShare, SeatFigures};
pub(crate) use sums::block_of;
pub use sums::{LineupSums, MOST_PAIRED};
