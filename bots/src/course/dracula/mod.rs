//! The bots that play Dracula, and the parts that only they use. They use the hunters' bots as
//! models of their opponents.

pub mod danger;
pub(super) mod lurker;
pub(super) mod mastermind;
mod opponent_model;
pub(super) mod phantom;
pub(super) mod wanderer;
