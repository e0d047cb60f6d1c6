//! Models of a side's choices, learnt from games.

use stoker_engine::Game;

/// Makes a learner of a ruleset.
pub type MakeLearner<G> = fn(&G) -> Box<dyn Learner<G>>;

/// A learner of a side's choices from games, for `stoker fit`.
pub trait Learner<G: Game> {
    /// Sets the rules of the games from here on.
    fn use_rules(&mut self, game: &G);

    /// Adds a decision of any seat: the state before it, and the move chosen.
    ///
    /// Only freely chosen moves are passed: no openings, defaults or forced moves.
    fn watch(&mut self, game: &G, state: &G::State, chosen: G::Move);

    /// The model learnt so far.
    fn learned(&self) -> Learned;
}

/// The result of learning: weights of a model of choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The side whose choices were learnt, for a heading.
    pub of: &'static str,
    /// Number of decisions that it was learnt from.
    pub decisions: usize,
    /// The weights.
    pub weights: Vec<LearnedWeight>,
    /// The logarithms of the probability of all decisions: with all moves equally likely, with the
    /// default weights, and with these weights.
    pub log_likelihood: LogLikelihood,
    /// The bots that have these weights as parameters.
    pub bots: &'static [&'static str],
}

/// One weight of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedWeight {
    /// Its name, which is that of its parameter.
    pub name: &'static str,
    /// Its learnt value.
    pub value: f64,
    /// Its standard error, which assumes independent decisions.
    pub error: f64,
    /// Its default value.
    pub default: f64,
}

/// Logarithms of the probability of all decisions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogLikelihood {
    /// With all moves equally likely.
    pub uniform: f64,
    /// With the default weights.
    pub default: f64,
    /// With the learnt weights.
    pub fitted: f64,
}
