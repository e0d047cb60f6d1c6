//! The mixture of openings with the least regret, whichever Dracula comes.

/// Number of rounds in which both players of the game learn.
const ROUNDS: u32 = 200_000;

/// How often of 1,000 times each opening is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mixture(pub(crate) Vec<u32>);

impl Mixture {
    /// Solves the game by regret matching (Hart and Mas-Colell 2000) with the floor of zero and
    /// the weights of CFR+ (Tammelin 2014).
    ///
    /// One player chooses an opening, the other a Dracula, and neither knows the other's choice.
    /// What is paid is the regret: how much more the opening that suits this Dracula best would
    /// have scored. `scores` are by opening, then by Dracula.
    pub(crate) fn solve(scores: &[Vec<f64>]) -> Self {
        let regrets = regrets(scores);
        let draculas = regrets.first().map_or(0, Vec::len);
        let mut hunters = Learner::new(scores.len());
        let mut adversary = Learner::new(draculas);
        for round in 1..=ROUNDS {
            let (opening, dracula) = (hunters.mixture(), adversary.mixture());
            let saved: Vec<_> = regrets.iter().map(|row| -product(row, &dracula)).collect();
            let column = |index: usize| regrets.iter().map(|row| row[index]).collect::<Vec<_>>();
            let gained: Vec<_> =
                (0..draculas).map(|index| product(&column(index), &opening)).collect();
            hunters.learn(&saved, &opening, round);
            adversary.learn(&gained, &dracula, round);
        }
        Self(permille(&hunters.mean()))
    }

    /// The mean of values of the openings.
    pub(crate) fn mean(&self, values: impl Iterator<Item = f64>) -> f64 {
        self.0.iter().zip(values).map(|(&share, value)| f64::from(share) / 1_000.0 * value).sum()
    }

    /// The regret of the mixture against each Dracula.
    pub(crate) fn regrets(&self, scores: &[Vec<f64>]) -> Vec<f64> {
        let regrets = regrets(scores);
        let draculas = regrets.first().map_or(0, Vec::len);
        (0..draculas).map(|dracula| self.mean(regrets.iter().map(|row| row[dracula]))).collect()
    }
}

/// How much less each opening scores against each Dracula than the one that scores the most.
fn regrets(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let best =
        |dracula: usize| scores.iter().map(|row| row[dracula]).fold(f64::NEG_INFINITY, f64::max);
    let row = |row: &Vec<f64>| {
        row.iter().enumerate().map(|(dracula, score)| best(dracula) - score).collect()
    };
    scores.iter().map(row).collect()
}

/// One player of the game.
struct Learner {
    /// By choice: what it would have gained so far, never below zero.
    missed: Vec<f64>,
    /// By choice: the sum of its shares so far.
    played: Vec<f64>,
}

impl Learner {
    fn new(choices: usize) -> Self {
        Self { missed: vec![0.0; choices], played: vec![0.0; choices] }
    }

    fn mixture(&self) -> Vec<f64> {
        shares(&self.missed)
    }

    fn learn(&mut self, gains: &[f64], mixture: &[f64], round: u32) {
        let gained = product(gains, mixture);
        for (choice, gain) in gains.iter().enumerate() {
            self.missed[choice] = (self.missed[choice] + gain - gained).max(0.0);
            self.played[choice] += f64::from(round) * mixture[choice];
        }
    }

    fn mean(&self) -> Vec<f64> {
        shares(&self.played)
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
