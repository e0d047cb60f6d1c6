//! Spectators of a match.

use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::{Game, SideId};
use stoker_external::fault::Fault;

use super::DecisionStep;

/// A watcher of a match.
pub trait Spectator<G: Game> {
    /// True if the match should go on; asked before each decision.
    fn wants_more(&self) -> bool {
        true
    }

    /// Called when the match begins.
    fn began(&mut self, _game: &G, _state: &G::State) {}

    /// Called after a decision; `_state` is the state after it.
    fn played(
        &mut self,
        _game: &G,
        _state: &G::State,
        _step: &DecisionStep<G::Move>,
        _play: &G::Play,
    ) {
    }

    /// True if it must see every decision of any match. A match between bots that answer at once is
    /// otherwise played without it.
    fn sees_quick_matches(&self) -> bool {
        false
    }

    /// True if it may pause after a play, so that bots must be stopped meanwhile.
    fn takes_time(&self) -> bool {
        false
    }

    /// Called when a fault was recorded.
    fn faulted(&mut self, _game: &G, _fault: &Fault) {}

    /// Called when an external bot had something to say besides its move.
    fn heard(&mut self, _game: &G, _side: SideId, _text: &str) {}
}

/// A spectator that ignores everything.
impl<G: Game> Spectator<G> for () {}

/// A spectator that stops the match once this flag is set: a match with external programs can take
/// very long.
pub struct Until<'s>(pub &'s AtomicBool);

impl<G: Game> Spectator<G> for Until<'_> {
    fn wants_more(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}
