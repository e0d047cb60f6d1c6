//! All figures of a league, computed from its sums.

use stoker_engine::{Direction, Seed};

use super::additive::Additive;
use super::bradley_terry::{Elo, elo};
use super::cells::Cells;
use super::design::PairingDesign;
use super::duel::{self, DuelFigures};
use super::estimate::Estimate;
use super::figure::Figure;
use super::intervals::{IntervalMaker, widen};
use super::nash::{Nash, nash};
use super::proportion::{difference_of, mean_estimate, share};
use super::ranks::rank_intervals;
use super::student::NORMAL_95;

/// The figures of an entrant on a kind of side, or on all sides.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RowFigures {
    /// The mean score.
    pub mean: Option<Estimate>,
    /// The share of matches won.
    pub win_rate: Option<Estimate>,
    /// The mean rank in a match, from 1, in matches of several rivals.
    pub mean_rank: Option<Estimate>,
    /// The effect on the score, in its unit, in the direction that the side wants.
    pub rating: Option<Estimate>,
    /// Strength by wins.
    pub elo: Option<Estimate>,
    /// The best and the worst rank that the data leave possible, by rating; with several rivals, by
    /// mean rank.
    pub ranks: Option<(u32, u32)>,
    /// The weight in the equilibrium of the crosstable, and the mean score against that
    /// equilibrium.
    pub nash: Option<(f64, f64)>,
}

impl RowFigures {
    /// Drops all intervals, because the figures rest on too little data.
    pub fn drop_intervals(&mut self) {
        let Self { mean, win_rate, mean_rank, rating, elo, .. } = self;
        for estimate in [mean, win_rate, mean_rank, rating, elo].into_iter().flatten() {
            *estimate = estimate.alone();
        }
        self.ranks = None;
    }
}

/// The figures of a pairing of two unlike sides, in the first side's score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairFigures {
    /// The mean score.
    pub mean: Estimate,
    /// The mean score less the score that the ratings alone predict.
    pub interaction: f64,
    /// Matches played.
    pub matches: u64,
}

/// The figures of a league.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Figures by row.
    pub rows: Vec<RowFigures>,
    /// Figures by group of rows that are one entrant on all kinds of sides. Ratings are means over
    /// the group; there is no mean score.
    pub combined: Vec<RowFigures>,
    /// Figures by pairing: `None` where no match was played. Empty unless there are two unlike
    /// sides.
    pub pairs: Vec<Option<PairFigures>>,
    /// The figures of the groups as entrants of one strength. `None` unless there are two unlike
    /// sides, and a group.
    pub duel: Option<DuelFigures>,
}

/// Computes all figures. A group holds the rows of one entrant, one for each kind of side.
///
/// The bootstrap draws from the master seed.
#[must_use]
pub fn analyse(
    design: &PairingDesign,
    cells: &Cells,
    groups: &[Vec<usize>],
    master: Seed,
) -> Analysis {
    let resamples = IntervalMaker::new(cells.blocks(), master);
    let mut rows = vec![RowFigures::default(); design.rows()];
    let blocks = cells.blocks();
    let means: Vec<_> = (0..design.rows()).map(|row| cells.row(row).mean(blocks)).collect();
    resamples.fill(&means, &mut rows, |row, estimate| row.mean = Some(estimate));
    for (row, (figures, mean)) in rows.iter_mut().zip(&means).enumerate() {
        let scaled = |(mean, by_spread)| mean_estimate(design.scale_of(row), mean, by_spread);
        figures.mean = mean.as_ref().zip(figures.mean).map(scaled);
        figures.win_rate = cells.row(row).win_rate(blocks).map(|figure| share(&figure));
    }
    let seeds: Vec<u64> = (0..design.rows()).map(|row| cells.row(row).seeds()).collect();
    let fits: Vec<Additive> =
        (0..design.kinds()).map(|kind| Additive::fit(design, cells, &seeds, kind)).collect();
    let rating = |row: usize| fits[design.kind_of(row)].ratings[row].clone();
    let ratings: Vec<_> = (0..design.rows()).map(rating).collect();
    resamples.fill(&ratings, &mut rows, |row, estimate| row.rating = Some(estimate));
    for (row, figures) in rows.iter_mut().enumerate() {
        figures.rating = figures.rating.map(|rating| difference_of(design.scale_of(row), rating));
    }
    for kind in 0..design.kinds() {
        let of_kind: Vec<usize> = design.rows_of(kind).collect();
        fill_ranks(&ratings, &of_kind, &mut rows);
    }
    let elos = elo(design, cells, &seeds);
    fill_elo(&resamples, &elos, &mut rows);
    let mut combined = combined(design, groups, &resamples, &ratings, &elos);
    for (figures, rows) in combined.iter_mut().zip(groups) {
        figures.win_rate = combined_win_rate(cells, rows);
    }
    let pairs = pairs(design, cells, fits.first(), &resamples);
    fill_nash(design, &pairs, &mut rows);
    let duel = duel::figures(design, cells, groups, &resamples);
    Analysis { rows, combined, pairs, duel }
}

/// Fills in the ranks among some of the rows.
pub(super) fn fill_ranks(ratings: &[Option<Figure>], among: &[usize], rows: &mut [RowFigures]) {
    let (there, figures): (Vec<_>, Vec<_>) =
        among.iter().filter_map(|&row| Some((row, ratings[row].as_ref()?))).unzip();
    for (row, ranks) in there.into_iter().zip(rank_intervals(&figures)) {
        rows[row].ranks = ranks;
    }
}

pub(super) fn fill_elo(intervals: &IntervalMaker, elos: &[Option<Elo>], rows: &mut [RowFigures]) {
    let figures: Vec<_> =
        elos.iter().map(|elo| elo.as_ref().map(|elo| elo.figure.clone())).collect();
    intervals.fill(&figures, rows, |row, estimate| row.elo = Some(estimate));
    for (row, elo) in rows.iter_mut().zip(elos) {
        if let (Some(estimate), Some(error)) =
            (&mut row.elo, elo.as_ref().and_then(|elo| elo.model_error))
        {
            widen(estimate, NORMAL_95 * error);
        }
    }
}

/// The figures of entrants that play all kinds of sides: means over their rows.
///
/// A win counts the same on either side. So does a point if all sides share one score: then i's two
/// games against j add up to (H_i + D_i) - (H_j + D_j), whoever plays first.
fn combined(
    design: &PairingDesign,
    groups: &[Vec<usize>],
    intervals: &IntervalMaker,
    ratings: &[Option<Figure>],
    elos: &[Option<Elo>],
) -> Vec<RowFigures> {
    let mut all = vec![RowFigures::default(); groups.len()];
    let mean = |figure: &dyn Fn(usize) -> Option<Figure>| -> Vec<Option<Figure>> {
        groups
            .iter()
            .map(|rows| mean_of(&rows.iter().map(|&row| figure(row)).collect::<Vec<_>>()))
            .collect()
    };
    let by_elo = mean(&|row| elos[row].as_ref().map(|elo| elo.figure.clone()));
    intervals.fill(&by_elo, &mut all, |row, estimate| row.elo = Some(estimate));
    for (row, rows) in all.iter_mut().zip(groups) {
        let error = |&row: &usize| elos[row].as_ref().and_then(|elo| elo.model_error);
        let squares: f64 = rows.iter().filter_map(error).map(|error| error * error).sum();
        if let Some(estimate) = row.elo.as_mut().filter(|_| squares > 0.0) {
            widen(estimate, NORMAL_95 * squares.sqrt() / rows.len() as f64);
        }
    }
    let everyone: Vec<usize> = (0..groups.len()).collect();
    let by_score = match design.has_one_score() {
        true => mean(&|row| ratings[row].clone()),
        false => vec![None; groups.len()],
    };
    intervals.fill(&by_score, &mut all, |row, estimate| row.rating = Some(estimate));
    let ranked = if design.has_one_score() { &by_score } else { &by_elo };
    fill_ranks(ranked, &everyone, &mut all);
    all
}

/// The share of matches won on all of these rows together.
fn combined_win_rate(cells: &Cells, rows: &[usize]) -> Option<Estimate> {
    let blocks = cells.blocks();
    let block = |block: usize| {
        let of_row = |&row: &usize| cells.row(row).wins_in(block);
        rows.iter().map(of_row).fold((0, 0), |(wins, all), (w, n)| (wins + w, all + n))
    };
    Figure::mean((0..blocks).map(block)).map(|figure| share(&figure))
}

/// The mean of figures; `None` unless all of them exist.
fn mean_of(figures: &[Option<Figure>]) -> Option<Figure> {
    let figures: Vec<&Figure> = figures.iter().map(Option::as_ref).collect::<Option<_>>()?;
    let count = figures.len() as f64;
    let first = figures.first()?;
    let shift = |block| figures.iter().map(|figure| figure.shifts[block]).sum::<f64>() / count;
    Some(Figure {
        value: figures.iter().map(|figure| figure.value).sum::<f64>() / count,
        shifts: (0..first.shifts.len()).map(shift).collect(),
        seeds: figures.iter().map(|figure| figure.seeds).min()?,
    })
}

/// The crosstable of two unlike sides.
fn pairs(
    design: &PairingDesign,
    cells: &Cells,
    fit: Option<&Additive>,
    intervals: &IntervalMaker,
) -> Vec<Option<PairFigures>> {
    let Some(fit) = fit.filter(|_| design.is_duel()) else { return vec![] };
    let score = design.sides()[0].score;
    let figure = |pairing: usize| {
        Figure::mean((0..cells.blocks()).map(move |block| {
            (cells.sum(block, pairing, score), cells.matches(block, pairing).into())
        }))
    };
    let mut pairs = vec![None; design.pairings()];
    let played = cells.played();
    let there: Vec<usize> = (0..design.pairings()).filter(|&p| played[p] > 0).collect();
    // In chunks, because the shifts of all pairings at once would double the memory of a large
    // league.
    for there in there.chunks(64) {
        let figures: Vec<Figure> = there.iter().filter_map(|&pairing| figure(pairing)).collect();
        let estimates = intervals.of(&figures.iter().collect::<Vec<_>>());
        let scale = design.sides()[0].scale;
        let means =
            figures.iter().zip(estimates).map(|(figure, mean)| mean_estimate(scale, figure, mean));
        for (&pairing, mean) in there.iter().zip(means) {
            let interaction = mean.value - fit.expected(design, pairing);
            let matches = played[pairing];
            pairs[pairing] = Some(PairFigures { mean, interaction, matches });
        }
    }
    pairs
}

/// Fills in Nash averages, if the game is zero-sum and every pairing was played.
fn fill_nash(design: &PairingDesign, pairs: &[Option<PairFigures>], rows: &mut [RowFigures]) {
    if !design.is_zero_sum() {
        return;
    }
    let [first, second] = [0, 1].map(|kind| design.rows_of(kind).collect::<Vec<_>>());
    let mut place = vec![0; design.rows()];
    for list in [&first, &second] {
        list.iter().enumerate().for_each(|(position, &row)| place[row] = position);
    }
    let sign = match design.sides()[0].direction {
        Direction::High => 1.0,
        Direction::Low => -1.0,
    };
    let mut table = vec![vec![f64::NAN; second.len()]; first.len()];
    for (pairing, pair) in pairs.iter().enumerate() {
        if let Some(pair) = pair {
            let [down, across] = [0, 1].map(|side| place[design.row(pairing, side)]);
            table[down][across] = sign * pair.mean.value;
        }
    }
    let Some(Nash { weights, scores, .. }) = nash(&table) else { return };
    for ((list, weights), scores) in [first, second].iter().zip(weights).zip(scores) {
        for ((&row, weight), score) in list.iter().zip(weights).zip(scores) {
            rows[row].nash = Some((weight, sign * score));
        }
    }
}

#[cfg(test)]
mod tests;
