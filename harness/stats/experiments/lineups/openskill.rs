//! The ratings of OpenSkill, match by match, for comparison.
//!
//! # Source
//! R. Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine
//! Learning Research 12, 2011, algorithm 4 (Plackett-Luce), with the constants of OpenSkill: mean
//! 25, standard deviation 25/3, beta 25/6.

const BETA: f64 = 25.0 / 6.0;
const KAPPA: f64 = 0.0001;

/// The ratings so far.
pub(crate) struct OpenSkill {
    means: Vec<f64>,
    variances: Vec<f64>,
}

impl OpenSkill {
    pub(crate) fn new(entrants: usize) -> Self {
        let variance = 25.0_f64 / 3.0 * (25.0 / 3.0);
        Self { means: vec![25.0; entrants], variances: vec![variance; entrants] }
    }

    /// Updates the ratings by a match, given its entrants from the first to the last.
    pub(crate) fn add(&mut self, finished: &[usize]) {
        let c = finished.iter().map(|&one| self.variances[one] + BETA * BETA).sum::<f64>().sqrt();
        let odds: Vec<f64> = finished.iter().map(|&one| (self.means[one] / c).exp()).collect();
        // By place: the odds of all who finished there or behind.
        let behind: Vec<f64> = (0..odds.len()).map(|place| odds[place..].iter().sum()).collect();
        let updates: Vec<(f64, f64)> = (0..finished.len())
            .map(|place| {
                let (mut omega, mut delta) = (0.0, 0.0);
                for (earlier, &sum) in behind[..=place].iter().enumerate() {
                    let share = odds[place] / sum;
                    omega += if earlier == place { 1.0 - share } else { -share };
                    delta += share * (1.0 - share);
                }
                (omega, delta)
            })
            .collect();
        for (&one, (omega, delta)) in finished.iter().zip(updates) {
            let variance = self.variances[one];
            let gamma = variance.sqrt() / c;
            self.means[one] += variance / c * omega;
            self.variances[one] *= (1.0 - gamma * variance / (c * c) * delta).max(KAPPA);
        }
    }

    /// The entrants, the best first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.means.len()).collect();
        order.sort_by(|&a, &b| self.means[b].total_cmp(&self.means[a]));
        order
    }
}
