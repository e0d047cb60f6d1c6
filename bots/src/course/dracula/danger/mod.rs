//! The danger that Dracula is in after a move, learned from matches: the meetings to expect until
//! the end of the match, those of each later round counting for less.
//!
//! Idea: a forecast sees the hunters' next turns, but being known costs more than that. Those who
//! have found him follow, and he may find no way out. So a network estimates all of it from what he
//! knows after a move: the hunters' belief and places, his exits, and what these hunters have done
//! so far in the match. It is fitted to matches against the training half of the field.
//! `docs/bots-danger.md` says how, and what it is worth.
//! Cost: some look-ups of distances, and 30 rows of weights, for each of his moves.
//! Weakness: it was fitted to one Dracula's matches on the course's map.

mod conduct;
mod inputs;
mod network;

use std::sync::{Arc, LazyLock};

pub(super) use conduct::HuntersConduct;
pub(super) use inputs::Outlook;
pub use inputs::{ActiveInputs, GROUPS};
pub use network::{HIDDEN, LOG_RANGE, Network, Weights, WrongSize};

/// Discount of a meeting for each later round.
pub const DISCOUNT: f32 = 0.9;

/// The weights that come with the program.
static FITTED: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("network.bin"));
    Arc::new(network.expect("the file has a network's size"))
});

/// The network that comes with the program.
pub(super) fn fitted() -> Arc<Network> {
    Arc::clone(&FITTED)
}

/// The inputs that are active after a move.
pub(super) fn inputs(outlook: &Outlook<'_>) -> ActiveInputs {
    inputs::of(outlook)
}
