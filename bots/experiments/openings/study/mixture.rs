//! The mixture of options with the least regret, whichever opponent comes.

/// Number of iterations in which both players of the game learn.
const ITERATIONS: u32 = 200_000;

/// How often of 1,000 times each option is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mixture(pub(crate) Vec<u32>);

impl Mixture {
    /// Solves the game by regret matching (Hart and Mas-Colell 2000) with the floor of zero and
    /// the weights of CFR+ (Tammelin 2014).
    ///
    /// One player chooses an option, the other an opponent, and neither knows the other's choice.
    /// What is paid is the regret: how much more the option that suits this opponent best would
    /// have gained. `gains` are by option, then by opponent.
    pub(crate) fn solve(gains: &[Vec<f64>]) -> Self {
        let by_option = regrets(gains);
        let opponents = by_option.first().map_or(0, Vec::len);
        let by_opponent: Vec<Vec<_>> = (0..opponents)
            .map(|opponent| by_option.iter().map(|row| row[opponent]).collect())
            .collect();
        let mut chooser = Learner::new(by_option.len());
        let mut adversary = Learner::new(opponents);
        for iteration in 1..=ITERATIONS {
            let (option, opponent) = (chooser.strategy(), adversary.strategy());
            let saved: Vec<_> = by_option.iter().map(|row| -product(row, &opponent)).collect();
            let paid: Vec<_> = by_opponent.iter().map(|row| product(row, &option)).collect();
            chooser.learn(&saved, &option, iteration);
            adversary.learn(&paid, &opponent, iteration);
        }
        Self(permille(&chooser.average_strategy()))
    }

    /// The mean of the options' values.
    pub(crate) fn mean(&self, values: impl Iterator<Item = f64>) -> f64 {
        self.0.iter().zip(values).map(|(&share, value)| f64::from(share) / 1_000.0 * value).sum()
    }

    /// The regret of the mixture against each opponent.
    pub(crate) fn regrets(&self, gains: &[Vec<f64>]) -> Vec<f64> {
        let regrets = regrets(gains);
        let opponents = regrets.first().map_or(0, Vec::len);
        let regret = |opponent: usize| self.mean(regrets.iter().map(|row| row[opponent]));
        (0..opponents).map(regret).collect()
    }
}

/// How much less each option gains against each opponent than the one that gains the most.
fn regrets(gains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let best =
        |opponent: usize| gains.iter().map(|row| row[opponent]).fold(f64::NEG_INFINITY, f64::max);
    let row = |row: &Vec<f64>| {
        row.iter().enumerate().map(|(opponent, gain)| best(opponent) - gain).collect()
    };
    gains.iter().map(row).collect()
}

/// One player of the game.
struct Learner {
    /// By choice: what it would have gained so far, never below zero.
    regret_sum: Vec<f64>,
    /// By choice: the sum of its weighted shares so far.
    strategy_sum: Vec<f64>,
}

impl Learner {
    fn new(choices: usize) -> Self {
        Self { regret_sum: vec![0.0; choices], strategy_sum: vec![0.0; choices] }
    }

    fn strategy(&self) -> Vec<f64> {
        shares(&self.regret_sum)
    }

    fn learn(&mut self, utilities: &[f64], strategy: &[f64], iteration: u32) {
        let gained = product(utilities, strategy);
        for (choice, utility) in utilities.iter().enumerate() {
            self.regret_sum[choice] = (self.regret_sum[choice] + utility - gained).max(0.0);
            self.strategy_sum[choice] += f64::from(iteration) * strategy[choice];
        }
    }

    fn average_strategy(&self) -> Vec<f64> {
        shares(&self.strategy_sum)
    }
}

/// The shares of these weights; equal ones if all are zero.
fn shares(weights: &[f64]) -> Vec<f64> {
    let all: f64 = weights.iter().sum();
    let equal = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if all > 0.0 { weight / all } else { equal }).collect()
}

/// Shares in thousandths, which sum up to 1,000: one by one, each goes to the choice that lacks the
/// most.
fn permille(shares: &[f64]) -> Vec<u32> {
    let mut rounded = vec![0; shares.len()];
    for _ in 0..1_000 {
        let lacks = |index: &usize| shares[*index] * 1_000.0 - f64::from(rounded[*index]);
        // Of equals, the first.
        let most = (0..shares.len()).rev().max_by(|a, b| lacks(a).total_cmp(&lacks(b)));
        if let Some(index) = most {
            rounded[index] += 1;
        }
    }
    rounded
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
