//! The results of a measurement.

use stoker_engine::Seed;
use stoker_stats::{Estimate, Figure, MOST_BLOCKS, Resamples};

use super::{BLIND, GaugeSeedScores, OMNISCIENT, Score, is_one_game};

/// The result of one player against one opponent, or against all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct GaugeReading {
    /// The player's number.
    pub player: usize,
    /// The opponent's number; `None` for the mean over all.
    pub opponent: Option<usize>,
    /// The number of matches played.
    pub matches: u64,
    /// The number of the player's faults in them.
    pub faults: u64,
    /// The number of void matches. A seed with one does not count for the figures that it is part
    /// of.
    pub voids: u64,
    /// True if its matches against each opponent are copies of one game. Its mean then has no
    /// interval. Nor has its share, if the same holds for both ends.
    pub one_game: bool,
    /// The mean score, with a 95% interval over seeds. `None` if no seed counts.
    pub mean: Option<Estimate>,
    /// Its part of the way from the lower end to the upper one, with a 95% interval over seeds, on
    /// which all three are paired. `None` if the upper end is not better than the lower one.
    pub share: Option<Estimate>,
}

/// The readings of every player: against each opponent in turn, then against all.
///
/// `toward` is 1 if the side wants high scores, -1 if low ones. Intervals are those of
/// [`Resamples`]. A share, which is a ratio, is linearised for them (the delta method).
///
/// # Source
/// W. G. Cochran, *Sampling Techniques*, 1977, 6.3: the linearised ratio.
#[must_use]
pub fn readings(
    seeds: &[GaugeSeedScores],
    players: usize,
    opponents: usize,
    toward: i32,
    master: Seed,
) -> Vec<GaugeReading> {
    if seeds.is_empty() || players == 0 {
        return vec![];
    }
    let table = ScoreTable { seeds, players, opponents, toward };
    let resamples = Resamples::new(table.blocks(), master);
    let each = (0..opponents).map(Some).chain([None]);
    let rows = each.flat_map(|opponent| (0..players).map(move |player| (opponent, player)));
    rows.map(|(opponent, player)| table.reading(opponent, player, &resamples)).collect()
}

/// The scores of a measurement.
struct ScoreTable<'s> {
    seeds: &'s [GaugeSeedScores],
    players: usize,
    opponents: usize,
    toward: i32,
}

impl ScoreTable<'_> {
    fn blocks(&self) -> usize {
        self.seeds.len().min(usize::try_from(MOST_BLOCKS).unwrap_or(usize::MAX))
    }

    fn reading(
        &self,
        opponent: Option<usize>,
        player: usize,
        resamples: &Resamples,
    ) -> GaugeReading {
        let own = self.mean(opponent, player);
        let share = self.share(opponent, player);
        let shown: Vec<&Figure> = own.iter().chain(&share).collect();
        let mut estimates = resamples.estimates(&shown).into_iter();
        let mean = own.as_ref().and_then(|_| estimates.next());
        let share = share.as_ref().and_then(|_| estimates.next());
        let one_game = self.is_one_game(opponent, player);
        let ends = [BLIND, OMNISCIENT];
        let all_one_game = one_game && ends.iter().all(|&end| self.is_one_game(opponent, end));
        let met = self.met(opponent);
        let of_seed = |seed: &'_ GaugeSeedScores| -> Vec<_> {
            met.clone().map(|opponent| seed[opponent * self.players + player].clone()).collect()
        };
        let (played, voids): (Vec<_>, Vec<_>) =
            self.seeds.iter().flat_map(of_seed).partition(Result::is_ok);
        GaugeReading {
            player,
            opponent,
            matches: played.len() as u64,
            voids: voids.len() as u64,
            faults: played.iter().flatten().map(|score| score.faults).sum(),
            one_game,
            mean: if one_game { mean.map(Estimate::alone) } else { mean },
            share: if all_one_game { share.map(Estimate::alone) } else { share },
        }
    }

    /// The numbers of one opponent, or of all if `None`.
    fn met(&self, opponent: Option<usize>) -> std::ops::Range<usize> {
        opponent.map_or(0..self.opponents, |opponent| opponent..opponent + 1)
    }

    /// True if a player's matches against each opponent met are copies of one game.
    fn is_one_game(&self, opponent: Option<usize>, player: usize) -> bool {
        let of_match = |seed: &'_ GaugeSeedScores, met: usize| -> Option<Score> {
            seed[met * self.players + player].as_ref().ok().copied()
        };
        self.met(opponent).all(|met| {
            let scores: Vec<_> = self.seeds.iter().filter_map(|seed| of_match(seed, met)).collect();
            is_one_game(&scores)
        })
    }

    /// A player's score on each seed, as a mean over the opponents met; `None` if a match is void.
    fn scores(&self, opponent: Option<usize>, player: usize) -> Vec<Option<f64>> {
        let met = self.met(opponent);
        let score = |seed: &GaugeSeedScores| {
            let of_match = |met: usize| seed[met * self.players + player].as_ref().ok();
            let scores = met.clone().map(|met| of_match(met).map(|score| i64::from(score.score)));
            Some(scores.sum::<Option<i64>>()? as f64 / met.len() as f64)
        };
        self.seeds.iter().map(score).collect()
    }

    fn mean(&self, opponent: Option<usize>, player: usize) -> Option<Figure> {
        let scores = self.scores(opponent, player);
        let mean = mean(scores.iter().flatten().copied())?;
        let off: Vec<_> = scores.iter().map(|score| score.map(|score| score - mean)).collect();
        self.figure(mean, &off)
    }

    fn share(&self, opponent: Option<usize>, player: usize) -> Option<Figure> {
        let scores = |player| self.scores(opponent, player);
        // Only seeds on which all three have played count for the share.
        let all = scores(player).into_iter().zip(scores(BLIND)).zip(scores(OMNISCIENT));
        let all: Vec<_> = all.map(|((own, blind), top)| Some((own?, blind?, top?))).collect();
        let mean_of = |which: fn(&(f64, f64, f64)) -> f64| mean(all.iter().flatten().map(which));
        let low = mean_of(|of| of.1)?;
        let width = mean_of(|of| of.2)? - low;
        if width * f64::from(self.toward) <= 0.0 {
            return None;
        }
        let share = (mean_of(|of| of.0)? - low) / width;
        // The difference between the seed's own score and this share of the seed's own scale.
        let off =
            |(own, blind, top): (f64, f64, f64)| (own - blind - share * (top - blind)) / width;
        let off: Vec<_> = all.iter().map(|of| of.map(off)).collect();
        self.figure(share, &off)
    }

    /// A mean over seeds, given the deviation of each seed; `None` for seeds that do not count.
    fn figure(&self, value: f64, off: &[Option<f64>]) -> Option<Figure> {
        let mut shifts = vec![0.0; self.blocks()];
        let count = off.iter().flatten().count();
        for (seed, off) in off.iter().enumerate() {
            shifts[seed % self.blocks()] += off.unwrap_or(0.0) / count as f64;
        }
        (count > 0).then(|| Figure { value, shifts, seeds: count.min(self.blocks()) as u64 })
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}
