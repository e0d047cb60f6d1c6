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
    /// What was done before, and its scores.
    pub(crate) habit: (&'static str, Vec<f64>),
    pub(crate) wanted: Wanted,
}

/// The scores that the side wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    High,
    Low,
}

impl Payoffs {
    /// The mixture with the least regret, and its regret against each opponent.
    pub(crate) fn solve(&self) -> (Mixture, Vec<f64>) {
        let gain = |score: &f64| if self.wanted == Wanted::High { *score } else { -score };
        let gains: Vec<Vec<_>> =
            self.scores.iter().map(|row| row.iter().map(gain).collect()).collect();
        let mixture = Mixture::solve(&gains);
        let regrets = mixture.regrets(&gains);
        (mixture, regrets)
    }
}
