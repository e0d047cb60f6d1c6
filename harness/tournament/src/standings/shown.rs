//! The facts of a ruleset that the leaderboard shows.

use stoker_engine::{Game, ShownFact};
use stoker_stats::pinned;

use super::FactMean;

/// The sums of the shown facts, by row.
#[derive(Debug, Clone)]
pub(super) struct ShownSums {
    facts: Vec<ShownFact>,
    /// By row, then fact: the sum of its values, and their number.
    rows: Vec<Vec<(i128, u64)>>,
}

impl ShownSums {
    pub(super) fn new<G: Game>(game: &G, rows: usize) -> Self {
        let facts = game.shown_facts();
        Self { rows: vec![vec![(0, 0); facts.len()]; rows], facts }
    }

    /// Counts the facts of a match for the row that played a side.
    pub(super) fn add(&mut self, row: usize, side: usize, values: &[i64]) {
        for (fact, (sum, count)) in self.facts.iter().zip(&mut self.rows[row]) {
            let value = fact.by_side.get(side).copied().flatten().and_then(|fact| values.get(fact));
            if let Some(&value) = value {
                *sum += i128::from(value);
                *count += 1;
            }
        }
    }

    pub(super) fn means(&self, row: usize) -> Vec<FactMean> {
        let mean = |(fact, &(sum, count)): (&ShownFact, &(i128, u64))| FactMean {
            name: fact.name.to_owned(),
            mean: (count > 0).then(|| pinned(sum as f64 / count as f64)),
        };
        self.facts.iter().zip(&self.rows[row]).map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_without_the_fact_adds_nothing_to_its_mean() {
        let facts = vec![ShownFact { name: "x", unit: "", by_side: vec![Some(1), None, Some(0)] }];
        let mut sums = ShownSums { facts, rows: vec![vec![(0, 0)]; 2] };
        for side in 0..3 {
            sums.add(0, side, &[4, 9]);
            sums.add(1, 1, &[4, 9]);
        }
        let mean = |row| sums.means(row)[0].mean;
        assert_eq!((mean(0), mean(1)), (Some(6.5), None));
    }
}
