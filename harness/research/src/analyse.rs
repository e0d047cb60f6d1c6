//! What moves of a game cost, by what their side could know when it made them.
//!
//! A [`Walk`] takes a game down decision by decision: who chose what, from which view, and what one
//! side could infer. A [`Study`] then measures what the choices cost. The cost of a move is the
//! difference in expected score between it and another one, where a [`Yardstick`] plays both on from
//! the same positions and with the same chance; the positions are drawn from what the mover could
//! know, never from the truth.
//!
//! Every choice is screened with few playouts, and those that look worst again with more. Of many, the
//! one that looks worst is mostly the unluckiest: so the worst of each side are measured again, with
//! playouts that the screening had no part in, and these figures alone are shown. They are not biased
//! by the selection.

mod bots;
mod difference;
mod findings;
mod study;
mod walk;

pub use bots::BotYardstick;
pub use difference::Difference;
pub use findings::{Analysis, Belief, Chooser, Cost, GivenAway, Missed};
pub use study::{Budget, Study};
pub use walk::Walk;

pub use stoker_bots::Yardstick;

#[cfg(test)]
mod tests;
