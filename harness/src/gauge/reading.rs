//! What a measurement says.

use stoker_engine::Seed;

use super::{BLIND, OMNISCIENT, SeedScores};
use crate::stats::{Estimate, Figure, MOST_BLOCKS, Resamples};

/// What is said of one player against one opponent, or against all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The player's number.
    pub player: usize,
    /// The opponent's number; `None` for the mean over all.
    pub opponent: Option<usize>,
    /// Matches played.
    pub matches: u64,
    /// The player's faults in them.
    pub faults: u64,
    /// The mean score; 95% interval over seeds.
    pub mean: Estimate,
    /// How much of the way from the lower end to the upper one it has come; `None` where the upper
    /// end is not better than the lower one. 95% interval over seeds, on which all three are paired.
    pub share: Option<Estimate>,
}

/// The readings of every player: against each opponent in turn, then against all.
///
/// `toward` is 1 if the side wants high scores, -1 if low ones. Intervals are those of
/// [`Resamples`]; a share, which is a ratio, is linearised for them (the delta method).
///
/// # Source
/// W. G. Cochran, *Sampling Techniques*, 1977, 6.3: the linearised ratio.
#[must_use]
pub fn readings(
    seeds: &[SeedScores],
    players: usize,
    opponents: usize,
    toward: i32,
    master: Seed,
) -> Vec<Reading> {
    if seeds.is_empty() || players == 0 {
        return vec![];
    }
    let table = Table { seeds, players, opponents, toward };
    let resamples = Resamples::new(table.blocks(), master);
    let each = (0..opponents).map(Some).chain([None]);
    let rows = each.flat_map(|opponent| (0..players).map(move |player| (opponent, player)));
    rows.map(|(opponent, player)| table.reading(opponent, player, &resamples)).collect()
}

/// The scores of a measurement.
struct Table<'s> {
    seeds: &'s [SeedScores],
    players: usize,
    opponents: usize,
    toward: i32,
}

impl Table<'_> {
    fn blocks(&self) -> usize {
        self.seeds.len().min(usize::try_from(MOST_BLOCKS).unwrap_or(usize::MAX))
    }

    fn reading(&self, opponent: Option<usize>, player: usize, resamples: &Resamples) -> Reading {
        let own = self.mean(opponent, player);
        let share = self.share(opponent, player);
        let shown: Vec<&Figure> = [&own].into_iter().chain(&share).collect();
        let mut intervals = resamples.intervals(&shown).into_iter();
        let mut estimate = |figure: &Figure| Estimate {
            value: figure.value,
            interval: intervals.next().flatten(),
        };
        let met = self.met(opponent);
        let faults = self.seeds.iter().flat_map(|seed| {
            met.clone().map(|opponent| seed[opponent * self.players + player].faults)
        });
        Reading {
            player,
            opponent,
            matches: (self.seeds.len() * met.len()) as u64,
            faults: faults.sum(),
            mean: estimate(&own),
            share: share.as_ref().map(&mut estimate),
        }
    }

    /// The numbers of an opponent, or of all of them.
    fn met(&self, opponent: Option<usize>) -> std::ops::Range<usize> {
        opponent.map_or(0..self.opponents, |opponent| opponent..opponent + 1)
    }

    /// A player's score on each seed, as a mean over the opponents met.
    fn scores(&self, opponent: Option<usize>, player: usize) -> Vec<f64> {
        let met = self.met(opponent);
        let score = |seed: &SeedScores| {
            let scores = met.clone().map(|met| i64::from(seed[met * self.players + player].score));
            scores.sum::<i64>() as f64 / met.len() as f64
        };
        self.seeds.iter().map(score).collect()
    }

    fn mean(&self, opponent: Option<usize>, player: usize) -> Figure {
        let scores = self.scores(opponent, player);
        let mean = mean(&scores);
        self.figure(mean, scores.iter().map(|score| score - mean))
    }

    fn share(&self, opponent: Option<usize>, player: usize) -> Option<Figure> {
        let scores = |player| self.scores(opponent, player);
        let (blind, top, own) = (scores(BLIND), scores(OMNISCIENT), scores(player));
        let (low, width) = (mean(&blind), mean(&top) - mean(&blind));
        if width * f64::from(self.toward) <= 0.0 {
            return None;
        }
        let share = (mean(&own) - low) / width;
        // How far the seed's own score is from where this share of its own scale would be.
        let off = own
            .iter()
            .zip(&blind)
            .zip(&top)
            .map(|((own, blind), top)| (own - blind - share * (top - blind)) / width);
        Some(self.figure(share, off))
    }

    /// A mean over seeds, given how far each seed is from it.
    fn figure(&self, value: f64, off: impl Iterator<Item = f64>) -> Figure {
        let mut shifts = vec![0.0; self.blocks()];
        let count = self.seeds.len() as f64;
        for (seed, off) in off.enumerate() {
            shifts[seed % self.blocks()] += off / count;
        }
        Figure { value, shifts, seeds: self.blocks() as u64 }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
