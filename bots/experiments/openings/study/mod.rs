//! How to begin: what each option scores against many opponents, and the mixture to draw it from,
//! solved as a game against whoever chooses the opponent.

mod candidates;
pub(crate) mod dracula;
pub(crate) mod hunters;
pub(crate) mod mixture;
pub(crate) mod payoffs;
pub(crate) mod report;
