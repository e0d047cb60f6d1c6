//! Synthetic leagues whose true figures are known.

use arrayvec::ArrayVec;
use stoker_engine::{Direction, Purpose, Rng, Seed, SideId, SideSet};
use stoker_stats::{Cells, DesignSide, PairingDesign, ScoreScale};

/// The distribution of scores around their mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScoreNoise {
    /// Normal, with a standard deviation of 60 for the match and 30 for the seed.
    Normal,
    /// 0, or uniform between 150 and 300. A seed makes the latter up to 15 percentage points more
    /// or less likely.
    Bimodal,
    /// Exponential, with a standard deviation of 60 for the match and 30 for the seed.
    Skewed,
    /// 1 for a win of the first side, else 0, by the Bradley-Terry model.
    Wins,
}

/// The pairings that are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetPairings {
    /// Everyone on one side meets everyone on the other.
    All,
    /// Only pairings with the first entrant of either side.
    Gauntlet,
    /// All pairings, but only every other one on the second half of the seeds.
    Half,
}

/// A league of two unlike sides of equal size; entrant n plays row n of either side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SyntheticLeague {
    pub(crate) entrants: u32,
    pub(crate) seeds: u64,
    pub(crate) noise: ScoreNoise,
    pub(crate) meetings: MetPairings,
}

impl SyntheticLeague {
    pub(crate) fn design(&self) -> PairingDesign {
        let n = self.entrants;
        let meets = |i: u32, j: u32| self.meetings != MetPairings::Gauntlet || i == 0 || j == 0;
        let pairings = (0..n)
            .flat_map(|i| (0..n).map(move |j| (i, j)))
            .filter(|&(i, j)| meets(i, j))
            .map(|(i, j)| ArrayVec::from_iter([i, n + j]))
            .collect();
        let side =
            |kind, direction| DesignSide { kind, score: 0, direction, scale: ScoreScale::Points };
        let sides = vec![side(0, Direction::High), side(1, Direction::Low)];
        let kinds = (0..2 * n).map(|row| usize::from(row >= n)).collect();
        PairingDesign::new(sides, kinds, pairings)
    }

    /// The rows of each entrant.
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        let n = self.entrants as usize;
        (0..n).map(|entrant| vec![entrant, n + entrant]).collect()
    }

    /// The strength of an entrant on its side, in steps: neighbours are equally strong in pairs.
    ///
    /// In points; for wins, in log odds.
    pub(crate) fn strength(&self, row: usize) -> f64 {
        let n = self.entrants as usize;
        let step = |entrant: usize| (entrant / 2) as f64 / (n as f64 / 2.0) - 0.25;
        let (unit, second) = match self.noise {
            ScoreNoise::Wins => (1.2, 0.8),
            ScoreNoise::Normal | ScoreNoise::Bimodal | ScoreNoise::Skewed => (40.0, 0.7),
        };
        if row < n { unit * step(row) } else { unit * second * step(2 * n - 1 - row) }
    }

    /// The true mean score of a pairing.
    pub(crate) fn mean(&self, i: usize, j: usize) -> f64 {
        let level = self.strength(i) - self.strength(self.entrants as usize + j);
        match self.noise {
            ScoreNoise::Wins => 1.0 / (1.0 + (-level - 0.3).exp()),
            ScoreNoise::Normal | ScoreNoise::Bimodal | ScoreNoise::Skewed => {
                110.0 + level + self.interaction(i, j)
            }
        }
    }

    /// Plus 8 points if the two entrants' numbers are both even or both odd, else minus 8. The
    /// interactions add up to 0 over rows and over columns.
    fn interaction(&self, i: usize, j: usize) -> f64 {
        let whole = self.meetings == MetPairings::All && self.entrants.is_multiple_of(2);
        match (whole, i % 2 == j % 2) {
            (false, _) => 0.0,
            (true, same) => {
                if same {
                    8.0
                } else {
                    -8.0
                }
            }
        }
    }

    /// Plays the league; all draws follow from the seed.
    pub(crate) fn play(&self, design: &PairingDesign, seed: Seed) -> Cells {
        let mut rng = seed.rng(None, None, Purpose::new("synthetic league"));
        let mut cells = Cells::new(design);
        for index in 0..self.seeds {
            let luck = self.luck(&mut rng);
            for pairing in 0..design.pairings() {
                let skipped = self.meetings == MetPairings::Half
                    && index >= self.seeds / 2
                    && pairing.is_multiple_of(2);
                let score = self.score(design, pairing, luck, &mut rng);
                let first_won =
                    if self.noise == ScoreNoise::Wins { score > 0 } else { score > 100 };
                let winner = SideId(u8::from(!first_won));
                if !skipped {
                    cells.add(design, pairing, index, &[score], SideSet::NONE.with(winner));
                }
            }
        }
        cells
    }

    /// The part of the score that all matches of a seed share.
    fn luck(&self, rng: &mut Rng) -> f64 {
        match self.noise {
            ScoreNoise::Normal => 30.0 * normal(rng),
            ScoreNoise::Bimodal => 0.3 * uniform(rng) - 0.15,
            ScoreNoise::Skewed => 30.0 * exponential(rng),
            ScoreNoise::Wins => 0.0,
        }
    }

    fn score(&self, design: &PairingDesign, pairing: usize, luck: f64, rng: &mut Rng) -> i32 {
        let [i, j] = [0, 1].map(|side| design.row(pairing, side));
        let mean = self.mean(i, j - self.entrants as usize);
        let score = match self.noise {
            ScoreNoise::Normal => mean + luck + 60.0 * normal(rng),
            ScoreNoise::Skewed => mean + luck + 60.0 * exponential(rng),
            ScoreNoise::Bimodal if uniform(rng) < mean / 225.0 + luck => {
                150.0 + 150.0 * uniform(rng)
            }
            ScoreNoise::Wins if uniform(rng) < mean => 1.0,
            ScoreNoise::Bimodal | ScoreNoise::Wins => 0.0,
        };
        #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
        let score = score.round() as i32;
        score
    }
}

/// Uniform between 0 and 1, both excluded.
fn uniform(rng: &mut Rng) -> f64 {
    (f64::from(stoker_engine::below(rng, 1 << 30)) + 0.5) / f64::from(1 << 30)
}

/// Normal with mean 0 and standard deviation 1; by Box and Muller.
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * uniform(rng)).cos()
}

/// Exponential, shifted to mean 0: standard deviation 1, skewness 2.
fn exponential(rng: &mut Rng) -> f64 {
    -uniform(rng).ln() - 1.0
}
