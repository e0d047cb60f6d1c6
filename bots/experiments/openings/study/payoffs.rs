//! The scores of options against opponents, and the mixture that they lead to.

use super::mixture::Mixture;

/// A table of mean scores.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Payoffs {
    /// What can be chosen, as the bots read it.
    pub(crate) options: Vec<String>,
    pub(crate) opponents: Vec<String>,
    /// By option, then by opponent.
    pub(crate) scores: Vec<Vec<f64>>,
    /// What to compare the mixture with, and its scores.
    pub(crate) baseline: (&'static str, Vec<f64>),
    pub(crate) objective: Objective,
}

/// What the side does with the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objective {
    Maximize,
    Minimize,
}

/// A mixture with the least regret.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Solved {
    pub(crate) payoffs: Payoffs,
    pub(crate) mixture: Mixture,
    /// The regret against each opponent.
    pub(crate) regrets: Vec<f64>,
}

impl Payoffs {
    pub(crate) fn solve(self) -> Solved {
        let gain = |score: &f64| match self.objective {
            Objective::Maximize => *score,
            Objective::Minimize => -score,
        };
        let gains: Vec<Vec<_>> =
            self.scores.iter().map(|row| row.iter().map(gain).collect()).collect();
        let mixture = Mixture::solve(&gains);
        Solved { regrets: mixture.regrets(&gains), mixture, payoffs: self }
    }
}
