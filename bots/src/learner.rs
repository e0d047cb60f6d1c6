//! Learning from games how a side chooses its moves.

use stoker_engine::Game;

/// Makes a learner of a ruleset.
pub type MakeLearner<G> = fn(&G) -> Box<dyn Learner<G>>;

/// Learns from games how a side chooses its moves, for `stoker fit`.
pub trait Learner<G: Game> {
    /// The games from here on have these rules.
    fn use_rules(&mut self, game: &G);

    /// Takes in a decision of any seat's: the state before it, and what was chosen.
    ///
    /// Called for moves that were freely chosen: not for openings, defaults and forced moves.
    fn watch(&mut self, game: &G, state: &G::State, chosen: G::Move);

    /// What all that comes to.
    fn learned(&self) -> Learned;
}

/// What was learnt: weights of a model of how moves are chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// Whose moves, for a heading.
    pub of: &'static str,
    /// How many decisions it was learnt from.
    pub decisions: usize,
    /// The weights.
    pub weights: Vec<LearnedWeight>,
    /// The logarithm of the probability of all decisions if all moves were equally likely, with the
    /// default weights, and with these.
    pub log_likelihood: LogLikelihood,
    /// The bots that have these weights for parameters.
    pub bots: &'static [&'static str],
}

/// One weight of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedWeight {
    /// Its name: that of the parameter which sets it.
    pub name: &'static str,
    /// What was learnt.
    pub value: f64,
    /// Its standard error, as if no decision depended on another.
    pub error: f64,
    /// What it is if nothing is said.
    pub default: f64,
}

/// Logarithms of the probability of all decisions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogLikelihood {
    /// If all moves were equally likely.
    pub uniform: f64,
    /// With the default weights.
    pub default: f64,
    /// With the weights that were learnt.
    pub fitted: f64,
}
