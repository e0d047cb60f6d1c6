//! The costs of moves, given what their side could know at the time.
//!
//! A [`Walk`] records a game decision by decision: who chose what, from which view, and what one
//! side could infer. A [`CostMeasurement`] then measures what the choices cost. The cost of a move
//! is the difference in expected score between it and another one, where a [`Yardstick`] plays both
//! out from the same positions and with the same chance. The positions are drawn from what the
//! mover could know, never from the truth.
//!
//! Every choice is screened with few playouts, and the choices that look worst are screened again
//! with more. The choice that looks worst of many is often only the unluckiest, so the worst of
//! each side are then measured with fresh playouts, which the screening had no part in. Only these
//! figures are shown: they are not biased by the selection.

mod bots;
mod difference;
mod findings;
mod measurement;
mod walk;

pub use bots::BotYardstick;
pub use difference::MeanDifference;
pub use findings::{BeliefSummary, Chooser, Cost, GivenAway, MatchCosts, Missed};
pub use measurement::{CostMeasurement, PlayoutCounts};
pub use walk::Walk;

pub use stoker_bots::Yardstick;

#[cfg(test)]
mod tests;
