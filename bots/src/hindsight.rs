//! Analysis of finished games by a ruleset's own code, for `stoker analyse`.

use std::sync::Arc;

use stoker_engine::{Game, Rng, Viewer};

/// Makes the yardstick of a ruleset.
pub type MakeYardstick<G> = fn(&Arc<G>) -> Box<dyn Yardstick<G>>;

/// Makes the inference of a ruleset.
pub type MakeInference<G> = fn(&Arc<G>) -> Box<dyn Inference<G>>;

/// Players who play games out many times, to measure the value of a move.
///
/// They see only views: a yardstick cannot begin from the truth.
pub trait Yardstick<G: Game>: Send + Sync {
    /// The players of all sides, for people: a phrase such as `bots that move at random`.
    fn players(&self) -> String;

    /// A standpoint that follows a game from its beginning, as this viewer sees it.
    fn follow(&self, viewer: Viewer) -> Box<dyn Standpoint<G>>;
}

/// The knowledge of one viewer as a game goes on.
pub trait Standpoint<G: Game>: Send {
    /// Updates the knowledge with the view before one of the viewer's decisions. Views only grow.
    fn see(&mut self, view: &G::View);

    /// Draws `count` positions that the latest view allows, with the viewer's probabilities, and
    /// chance for each; `None` if there is no such position.
    fn draw(&mut self, count: usize, rng: &mut Rng) -> Option<Box<dyn DrawnPositions<G>>>;
}

/// Drawn positions, from which games are played out.
pub trait DrawnPositions<G: Game>: Send + Sync {
    /// The final score of the side that moves, if it makes this legal move in the position with
    /// this number and the game is played out.
    ///
    /// The score is that of the ruleset, whichever direction is better. A number means the same
    /// position and the same chance for every move. `None` if the game cannot be played out.
    fn score(&self, number: usize, mv: G::Move) -> Option<i32>;
}

/// The inference of one side about what is hidden from it, as a game goes on.
pub trait Inference<G: Game>: Send {
    /// The viewer who infers.
    fn viewer(&self) -> Viewer;

    /// The hidden fact, for people, such as `where the thief is`.
    fn of(&self) -> &'static str;

    /// The event that a viewer's move may bring about, for people, such as `chance of an arrest`.
    fn event(&self) -> &'static str;

    /// Updates the inference with the viewer's view. Views only grow.
    fn update(&mut self, view: &G::View);

    /// The certainty of the belief, and the probability that it gives to the truth; `None` while
    /// nothing is hidden.
    fn credence(&self, truth: &G::State) -> Option<Credence>;

    /// The probability, 0 to 1, that this legal move brings about the event.
    fn chance(&self, mv: G::Move) -> f64;
}

/// A side's certainty about what is hidden from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credence {
    /// The entropy of its belief in bits: 0 if it is certain.
    pub entropy_bits: f64,
    /// The probability, 0 to 1, that its belief gives to the truth.
    pub truth: f64,
}
