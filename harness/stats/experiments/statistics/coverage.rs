//! Coverage of the intervals: the share that holds the true figure.

use rayon::prelude::*;
use stoker_engine::Seed;
use stoker_stats::{Analysis, Estimate, PairingDesign, RowFigures, analyse};

use super::league::{MetPairings, ScoreNoise, SyntheticLeague};

/// Elo per unit of the logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The figures that have intervals.
pub(crate) const FIGURES: [&str; 6] = ["mean", "pairing", "rating", "all sides", "rank", "elo"];

/// Number of intervals, and of those that held the true figure, by figure.
#[derive(Debug, Clone, Copy, Default)]
struct IntervalCount {
    held: [u32; 6],
    of: [u32; 6],
}

impl IntervalCount {
    fn add(&mut self, figure: usize, held: Option<bool>) {
        self.of[figure] += u32::from(held.is_some());
        self.held[figure] += u32::from(held == Some(true));
    }
}

/// The share of intervals that hold the true figure, and its standard error.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coverage {
    pub(crate) share: f64,
    pub(crate) error: f64,
}

/// Plays a league `leagues` times. Returns the coverage by figure; `None` where the league has no
/// such intervals.
///
/// Intervals of one league are not independent, so the error is that of the mean over leagues.
pub(crate) fn coverage(league: &SyntheticLeague, leagues: u64) -> [Option<Coverage>; 6] {
    let design = league.design();
    let truth = LeagueTruth::of(league, &design);
    let one = |number| {
        let cells = league.play(&design, Seed(7).of_match(number));
        truth.count(league, &analyse(&design, &cells, &league.groups(), Seed(number)))
    };
    let counts: Vec<IntervalCount> = (0..leagues).into_par_iter().map(one).collect();
    [0, 1, 2, 3, 4, 5].map(|figure| {
        let shares = counts.iter().filter(|count| count.of[figure] > 0);
        let shares: Vec<f64> =
            shares.map(|c| f64::from(c.held[figure]) / f64::from(c.of[figure])).collect();
        let n = shares.len() as f64;
        let share = shares.iter().sum::<f64>() / n;
        let squares: f64 = shares.iter().map(|one| (one - share) * (one - share)).sum();
        (n > 1.0).then(|| Coverage { share, error: (squares / (n - 1.0) / n).sqrt() })
    })
}

/// The true figures of a league.
struct LeagueTruth {
    means: Vec<f64>,
    pairs: Vec<f64>,
    ratings: Vec<f64>,
    elos: Vec<f64>,
}

impl LeagueTruth {
    fn of(league: &SyntheticLeague, design: &PairingDesign) -> Self {
        let n = league.entrants as usize;
        let pair = |pairing: usize| league.mean(design.row(pairing, 0), design.row(pairing, 1) - n);
        let pairs: Vec<f64> = (0..design.pairings()).map(pair).collect();
        let mean = |row: usize| {
            let met = (0..design.pairings()).filter(|&p| design.rows_in(p).any(|of| of == row));
            let met: Vec<f64> = met.map(|pairing| pairs[pairing]).collect();
            met.iter().sum::<f64>() / met.len() as f64
        };
        let above = |values: &dyn Fn(usize) -> f64| -> Vec<f64> {
            let level =
                |kind: usize| (kind * n..(kind + 1) * n).map(values).sum::<f64>() / n as f64;
            (0..2 * n).map(|row| values(row) - level(row / n)).collect()
        };
        let strengths = above(&|row| league.strength(row));
        Self {
            means: (0..2 * n).map(mean).collect(),
            pairs,
            elos: strengths.iter().map(|strength| ELO * strength).collect(),
            ratings: strengths,
        }
    }

    fn count(&self, league: &SyntheticLeague, all: &Analysis) -> IntervalCount {
        let mut count = IntervalCount::default();
        // Where seeds choose the opponents, means over different opponents estimate no parameter.
        let comparable = league.meetings != MetPairings::Half;
        let of_scores = league.noise != ScoreNoise::Wins;
        for (row, figures) in all.rows.iter().enumerate() {
            if of_scores {
                let mean = figures.mean.filter(|_| comparable);
                count.add(0, mean.and_then(|mean| holds(mean, self.means[row])));
                count.add(2, figures.rating.and_then(|of| holds(of, self.ratings[row])));
                count.add(4, self.rank_held(row, figures));
            } else {
                count.add(5, figures.elo.and_then(|elo| holds(elo, self.elos[row])));
            }
        }
        if of_scores {
            for (pair, truth) in all.pairs.iter().zip(&self.pairs) {
                count.add(1, pair.and_then(|pair| holds(pair.mean, *truth)));
            }
            for (entrant, figures) in all.combined.iter().enumerate() {
                let rows = [entrant, entrant + all.combined.len()];
                let truth = rows.map(|row| self.ratings[row]).iter().sum::<f64>() / 2.0;
                count.add(3, figures.rating.and_then(|rating| holds(rating, truth)));
            }
        }
        count
    }

    fn rank_held(&self, row: usize, figures: &RowFigures) -> Option<bool> {
        let n = self.ratings.len() / 2;
        let of_side = &self.ratings[row / n * n..(row / n + 1) * n];
        let better = of_side.iter().filter(|&&of| of > self.ratings[row] + 1e-9).count() as u64;
        let (best, worst) = figures.ranks?;
        Some((u64::from(best)..=u64::from(worst)).contains(&(better + 1)))
    }
}

fn holds(estimate: Estimate, truth: f64) -> Option<bool> {
    estimate.interval.map(|(low, high)| low <= truth && truth <= high)
}
