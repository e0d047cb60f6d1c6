//! What a ruleset's own code can say of a game that is over, for `stoker analyse`.

use std::sync::Arc;

use stoker_engine::{Game, Rng, Viewer};

/// Makes the yardstick of a ruleset.
pub type MakeYardstick<G> = fn(&Arc<G>) -> Box<dyn Yardstick<G>>;

/// Makes what follows a game and says what one side can infer.
pub type MakeInference<G> = fn(&Arc<G>) -> Box<dyn Inference<G>>;

/// Players who play games on, again and again, to measure what a move is worth.
///
/// Whatever they are told is a view: a yardstick cannot begin from the truth.
pub trait Yardstick<G: Game>: Send + Sync {
    /// Who plays all sides, for people: a clause such as `bots that move at random`.
    fn players(&self) -> String;

    /// One who follows a game through the eyes of this viewer, from its beginning.
    fn follow(&self, viewer: Viewer) -> Box<dyn Standpoint<G>>;
}

/// What one viewer can know as a game goes on.
pub trait Standpoint<G: Game>: Send {
    /// Takes in the view as it is before a decision of the viewer's. Views only grow.
    fn see(&mut self, view: &G::View);

    /// Draws so many positions that the view seen last allows, each as likely as that viewer can
    /// hold it to be, and chance for each; nothing, if none is found.
    fn draw(&mut self, count: usize, rng: &mut Rng) -> Option<Box<dyn Draws<G>>>;
}

/// Positions that were drawn, to be played on from.
pub trait Draws<G: Game>: Send + Sync {
    /// What the score of the side that moves comes to if it makes this legal move in the position
    /// with this number, and the game is played on to its end.
    ///
    /// The score is as the ruleset counts it, whether high or low is better. The same number means
    /// the same position and the same chance for every move. Nothing, if it cannot be played on.
    fn score(&self, number: usize, mv: G::Move) -> Option<i32>;
}

/// What one side can infer about what is hidden from it, as a game goes on.
pub trait Inference<G: Game>: Send {
    /// Whose inference it is.
    fn viewer(&self) -> Viewer;

    /// What is hidden, for people, such as `where the thief is`.
    fn of(&self) -> &'static str;

    /// What a move of the viewer's may bring about, for people, such as `chance of an arrest`.
    fn event(&self) -> &'static str;

    /// Takes in the viewer's view. Views only grow.
    fn update(&mut self, view: &G::View);

    /// How much is known, and how likely the truth seems; nothing while nothing is hidden.
    fn credence(&self, truth: &G::State) -> Option<Credence>;

    /// The probability, 0 to 1, that this legal move of the viewer's brings the event about.
    fn chance(&self, mv: G::Move) -> f64;
}

/// How much a side knows of what is hidden from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credence {
    /// The entropy of its belief in bits: 0 if it is certain.
    pub entropy_bits: f64,
    /// The probability, 0 to 1, that its belief gives to the truth.
    pub truth: f64,
}
