//! The figures of matches between several rivals.

use stoker_engine::Seed;

use super::Visit;
use super::strength::{self, elo};
use super::sums::{LineupSums, RowBlock, RowBlocks, SeatBlocks};
use crate::analysis::{RowFigures, fill_elo, fill_ranks};
use crate::design::ScoreScale;
use crate::estimate::Estimate;
use crate::figure::{BOOTSTRAP_FROM, Figure, effective_seeds};
use crate::intervals::IntervalMaker;
use crate::proportion::{difference_of, mean_estimate, of_cases, of_spread, reach, share};

/// The figures of a league whose matches have several rivals.
#[derive(Debug, Clone, PartialEq)]
pub struct LineupFigures {
    /// Figures by entrant. Ranks go by mean rank.
    pub rows: Vec<RowFigures>,
    /// Figures by seat.
    pub seats: Vec<SeatFigures>,
    /// Pairs of entrants that met, each once; empty if there are too many entrants.
    pub pairs: Vec<PairShare>,
}

/// The figures of a seat: those of all who sat there.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SeatFigures {
    /// The number of matches.
    pub matches: u64,
    /// The mean score.
    pub mean: Option<Estimate>,
    /// The mean score less that of all seats.
    pub advantage: Option<Estimate>,
    /// The share of matches won.
    pub win_rate: Option<Estimate>,
    /// The mean rank, from 1.
    pub mean_rank: Option<Estimate>,
}

/// The meetings of two entrants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairShare {
    /// The two entrants' numbers; the first is the lower.
    pub rows: [usize; 2],
    /// The number of comparisons.
    pub meetings: u64,
    /// The share of them in which the first finished ahead; a tie is half.
    pub ahead: Estimate,
}

impl LineupFigures {
    /// Drops all intervals, because the figures rest on too little data.
    pub fn drop_intervals(&mut self) {
        self.rows.iter_mut().for_each(RowFigures::drop_intervals);
        self.pairs.iter_mut().for_each(|pair| pair.ahead = pair.ahead.alone());
        for seat in &mut self.seats {
            let SeatFigures { mean, advantage, win_rate, mean_rank, .. } = seat;
            for estimate in [mean, advantage, win_rate, mean_rank].into_iter().flatten() {
                *estimate = estimate.alone();
            }
        }
    }
}

impl LineupSums {
    /// All figures. `visit` repeats the lineups of all matches that were counted, with the indices
    /// of their seeds: only the intervals of Elo need them. The bootstrap draws from the master
    /// seed.
    #[must_use]
    pub fn figures(&self, visit: Visit<'_>, master: Seed) -> LineupFigures {
        let mut figures = self.without_elo(master);
        self.fill_strengths(visit, master, &mut figures.rows);
        figures
    }

    /// The entrants, best first by Plackett-Luce strength. It allows for the strength of the
    /// opponents that each has met.
    #[must_use]
    pub fn order_by_strength(&self) -> Vec<usize> {
        strength::order(self)
    }

    /// All figures except Elo.
    #[must_use]
    pub fn without_elo(&self, master: Seed) -> LineupFigures {
        let blocks = self.blocks();
        let intervals = IntervalMaker::new(blocks, master);
        let mut rows = vec![RowFigures::default(); self.rows.len()];
        let figures = |of: &dyn Fn(&RowBlocks) -> Option<Figure>| -> Vec<Option<Figure>> {
            self.rows.iter().map(of).collect()
        };
        let means = figures(&|row| row.mean(blocks));
        intervals.fill(&means, &mut rows, |row, estimate| row.mean = Some(estimate));
        let ratings = self.above_average(&means);
        intervals.fill(&ratings, &mut rows, |row, estimate| row.rating = Some(estimate));
        for (row, mean) in rows.iter_mut().zip(&means) {
            let scaled = |(mean, by_spread)| mean_estimate(self.scale(), mean, by_spread);
            row.mean = mean.as_ref().zip(row.mean).map(scaled);
            row.rating = row.rating.map(|rating| difference_of(self.scale(), rating));
        }
        let places = figures(&|row| row.place(blocks, self.sides.len()));
        intervals.fill(&places, &mut rows, |row, estimate| row.mean_rank = Some(estimate));
        for (row, sums) in rows.iter_mut().zip(&self.rows) {
            row.win_rate = sums.win_rate(blocks);
        }
        let all: Vec<usize> = (0..rows.len()).collect();
        let rising: Vec<_> = places.into_iter().map(|place| place.map(|p| p.times(-1.0))).collect();
        fill_ranks(&rising, &all, &mut rows);
        LineupFigures { rows, seats: self.seat_figures(&intervals), pairs: self.pair_shares() }
    }

    fn scale(&self) -> ScoreScale {
        self.sides[0].scale
    }

    fn fill_strengths(&self, visit: Visit<'_>, master: Seed, rows: &mut [RowFigures]) {
        let elos = elo(self, visit);
        fill_elo(&IntervalMaker::new(self.blocks(), master), &elos, rows);
    }

    /// By entrant: the mean less the mean of all, in the direction that the sides want.
    fn above_average(&self, means: &[Option<Figure>]) -> Vec<Option<Figure>> {
        let there: Vec<&Figure> = means.iter().flatten().collect();
        let Some(average) = average(&there) else { return vec![None; means.len()] };
        let sign = match self.sides[0].direction {
            stoker_engine::Direction::High => 1.0,
            stoker_engine::Direction::Low => -1.0,
        };
        let above = |mean: &Figure| mean.less(&average).times(sign);
        let above = |mean: &Option<Figure>| mean.as_ref().map(above);
        means
            .iter()
            .map(|mean| above(mean).map(|figure| Figure { seeds: figure.seeds, ..figure }))
            .collect()
    }

    fn seat_figures(&self, intervals: &IntervalMaker) -> Vec<SeatFigures> {
        let blocks = self.blocks();
        let mut seats = vec![SeatFigures::default(); self.seats.len()];
        let as_rows: Vec<RowBlocks> = self.seats.iter().map(SeatBlocks::as_row).collect();
        let means: Vec<_> = as_rows.iter().map(|seat| seat.mean(blocks)).collect();
        let there: Vec<&Figure> = means.iter().flatten().collect();
        let average = average(&there);
        for ((seat, sums), mean) in seats.iter_mut().zip(&as_rows).zip(&means) {
            let one = |figure: Option<Figure>| {
                figure.and_then(|figure| intervals.of(&[&figure]).into_iter().next())
            };
            seat.matches = sums.blocks.iter().map(|block| block.matches).sum();
            let advantage = mean.as_ref().zip(average.as_ref()).map(|(mean, all)| mean.less(all));
            seat.advantage = one(advantage).map(|estimate| difference_of(self.scale(), estimate));
            let scaled = |(mean, by_spread)| mean_estimate(self.scale(), mean, by_spread);
            seat.mean = mean.as_ref().zip(one(mean.clone())).map(scaled);
            seat.win_rate = sums.win_rate(blocks);
            seat.mean_rank = one(sums.place(blocks, self.sides.len()));
        }
        seats
    }

    fn pair_shares(&self) -> Vec<PairShare> {
        if self.pairs.is_empty() {
            return vec![];
        }
        let all = self.rows.len();
        let pairs = (0..all).flat_map(|a| (a + 1..all).map(move |b| [a, b]));
        let share = |rows: [usize; 2]| {
            let sums = self.pairs[self.pair(rows[0], rows[1])];
            let (value, error, seeds) = sums.share()?;
            let meetings = u64::from(sums.meetings);
            // The few meetings of a pair show no spread over seeds. If they hardly share seeds,
            // they are as good as independent.
            let ahead = match meetings < 2 * seeds {
                true => of_cases(value, meetings),
                false => of_spread(value, error, seeds),
            };
            Some(PairShare { rows, meetings, ahead })
        };
        pairs.filter_map(share).collect()
    }

    /// The greatest distance from a mean score to an end of its 95% interval over all entrants, by
    /// Student's t. `None` while an entrant has fewer than 30 seeds.
    #[must_use]
    pub fn widest_half(&self) -> Option<f64> {
        let blocks = self.blocks();
        let half = |row: &RowBlocks| {
            let mean = row.mean(blocks).filter(|mean| mean.seeds >= BOOTSTRAP_FROM)?;
            reach(self.scale(), mean.value, mean.standard_error(), mean.seeds)
        };
        self.rows.iter().map(half).try_fold(0.0, |widest: f64, half| Some(widest.max(half?)))
    }
}

/// The mean of figures over the same blocks.
fn average(figures: &[&Figure]) -> Option<Figure> {
    let (first, count) = (figures.first()?, figures.len() as f64);
    let mut shifts = vec![0.0; first.shifts.len()];
    for figure in figures {
        shifts.iter_mut().zip(&figure.shifts).for_each(|(sum, shift)| *sum += shift / count);
    }
    let value = figures.iter().map(|figure| figure.value).sum::<f64>() / count;
    Some(Figure { value, shifts, seeds: figures.iter().map(|figure| figure.seeds).max()? })
}

impl RowBlocks {
    fn figure(&self, blocks: usize, of: impl Fn(RowBlock) -> (i64, u64) + Clone) -> Option<Figure> {
        let block = |block: usize| of(self.blocks.get(block).copied().unwrap_or_default());
        Figure::mean((0..blocks).map(block))
    }

    fn mean(&self, blocks: usize) -> Option<Figure> {
        self.figure(blocks, |block| (block.score, block.matches))
    }

    fn win_rate(&self, blocks: usize) -> Option<Estimate> {
        self.figure(blocks, |block| (block.wins, block.matches)).map(|figure| share(&figure))
    }

    /// The mean rank among this many sides, as if all others were other entrants.
    fn place(&self, blocks: usize, sides: usize) -> Option<Figure> {
        let behind = self.figure(blocks, |block| (block.points, 2 * block.compared))?;
        let others = sides.saturating_sub(1) as f64;
        let place = behind.times(-others);
        Some(Figure { value: place.value + others + 1.0, ..place })
    }

    /// The number of whole seeds that the comparisons are worth: see [`Figure::seeds`].
    pub(super) fn seeds(&self) -> u64 {
        effective_seeds(self.blocks.iter().map(|block| block.compared))
    }
}

impl SeatBlocks {
    fn as_row(&self) -> RowBlocks {
        RowBlocks { blocks: self.blocks.clone() }
    }
}
