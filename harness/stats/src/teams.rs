//! Teams: matches whose entrants share the scores.
//!
//! All who play in a match have the same scores, so an entrant's strength is its effect on them: a
//! score is the level of its seed, plus an effect of the entrant on each seat, plus noise. The
//! effects are fitted by least squares over matches, and are given as distances from their mean. So
//! the effect is what a team gains if this entrant takes the seat of an average one.
//!
//! The levels of seeds are fitted too, so that a lucky seed is no merit of those who played more of
//! its matches: scores, and the seats of entrants, count as distances from their means on the seed.
//! The interval comes from whole seeds.
//!
//! # Source
//! D. Rosenbaum, "Measuring How NBA Players Help Their Teams Win", 2004 (adjusted plus-minus: the
//! same model of teams); for intervals from clusters, K.-Y. Liang, S. L. Zeger, "Longitudinal data
//! analysis using generalized linear models", Biometrika 73, 1986.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use stoker_engine::Seed;

use crate::design::SIDES;
use crate::estimate::Estimate;
use crate::figure::{Figure, effective_seeds};
use crate::intervals::IntervalMaker;
use crate::lineups::{MOST_PAIRED, Visit, block_of};
use crate::ranks::rank_intervals;
use crate::solve::{dot, solve};

/// The sums of matches of teams. The memory depends on the number of entrants, and not on that of
/// matches.
#[derive(Debug, Clone)]
pub struct TeamSums {
    entrants: usize,
    scores: usize,
    blocks: Vec<TeamBlock>,
    /// The seed whose matches are being counted.
    open: OpenSeed,
}

/// The sums of a seed that is not complete.
#[derive(Debug, Clone)]
struct OpenSeed {
    index: u64,
    matches: u64,
    /// By entrant: the number of seats.
    seats: Vec<u64>,
    /// By score: the sum over matches.
    totals: Vec<i64>,
}

/// The sums of a block of seeds, over the seats that each entrant had.
#[derive(Debug, Clone)]
struct TeamBlock {
    /// By entrant: the number of seats.
    seats: Vec<u64>,
    /// By score, then entrant: the sum of the scores.
    sums: Vec<i64>,
    /// By score, then entrant: the part of these sums that the means of the seeds account for.
    levels: Vec<f64>,
}

/// An entrant's effects on the scores of its teams.
#[derive(Debug, Clone, PartialEq)]
pub struct TeamEffects {
    /// The number of seats that it had; a match counts once for each.
    pub seats: u64,
    /// By score: the effect. `None` if the matches do not tell the effects of entrants apart.
    pub effects: Vec<Option<Estimate>>,
    /// The best and the worst rank that the data leave possible, by the first score.
    pub ranks: Option<(u32, u32)>,
}

impl TeamSums {
    /// Sums without matches of this many entrants and scores.
    #[must_use]
    pub fn new(entrants: usize, scores: usize) -> Self {
        let open = OpenSeed::new(0, entrants, scores);
        Self { entrants, scores, blocks: vec![], open }
    }

    /// Counts a match of these entrants, by seat, on the seed with this index. Scores are turned so
    /// that more is better. The matches of a seed come together.
    pub fn add(&mut self, index: u64, lineup: &[usize], scores: &[i64]) {
        if self.open.index != index {
            self.close();
            self.open = OpenSeed::new(index, self.entrants, self.scores);
        }
        let (entrants, block) = (self.entrants, block_of(index));
        while self.blocks.len() <= block {
            self.blocks.push(TeamBlock::new(entrants, self.scores));
        }
        let block = &mut self.blocks[block];
        self.open.matches += 1;
        for (total, &score) in self.open.totals.iter_mut().zip(scores) {
            *total += score;
        }
        for &row in lineup {
            block.seats[row] += 1;
            self.open.seats[row] += 1;
            for (place, &score) in scores.iter().take(self.scores).enumerate() {
                block.sums[place * entrants + row] += score;
            }
        }
    }

    /// Counts the level of the open seed.
    fn close(&mut self) {
        if let Some(block) = self.blocks.get_mut(block_of(self.open.index)) {
            self.open.add_levels(self.entrants, &mut block.levels);
        }
    }

    /// The entrants, best first by the mean scores of their teams so far: by the first score, then
    /// by the next, then by number.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let sum = |place: usize, row: usize| {
            let of = |block: &TeamBlock| i128::from(block.sums[place * self.entrants + row]);
            self.blocks.iter().map(of).sum::<i128>()
        };
        let seats: Vec<i128> = (0..self.entrants)
            .map(|row| self.blocks.iter().map(|block| i128::from(block.seats[row])).sum())
            .collect();
        let mut rows: Vec<usize> = (0..self.entrants).collect();
        // Entrants that have not played come last. The sort is stable.
        rows.sort_by(|&a, &b| {
            let by_score = |place| (sum(place, b) * seats[a]).cmp(&(sum(place, a) * seats[b]));
            let by_scores = (0..self.scores).map(by_score);
            (seats[a] == 0)
                .cmp(&(seats[b] == 0))
                .then_with(|| by_scores.fold(Ordering::Equal, Ordering::then))
        });
        rows
    }

    /// The effects by entrant. `visit` repeats the lineups of all matches that were counted, with
    /// the indices of their seeds. The bootstrap draws from the master seed.
    #[must_use]
    pub fn effects(&self, visit: Visit<'_>, master: Seed) -> Vec<TeamEffects> {
        let seats = |row: usize| self.blocks.iter().map(|block| block.seats[row]).sum();
        let mut all: Vec<TeamEffects> = (0..self.entrants)
            .map(|row| TeamEffects {
                seats: seats(row),
                effects: vec![None; self.scores],
                ranks: None,
            })
            .collect();
        let Some(design) = TeamDesign::new(self, visit) else { return all };
        let intervals = IntervalMaker::new(self.blocks.len(), master);
        let mut closed = self.clone();
        closed.close();
        for score in 0..self.scores {
            let figures = design.figures(&closed, score, visit);
            let estimates = intervals.of(&figures.iter().collect::<Vec<_>>());
            for (&row, estimate) in design.rows.iter().zip(estimates) {
                all[row].effects[score] = Some(estimate.unless_still());
            }
            if score == 0 {
                let ranks = rank_intervals(&figures.iter().collect::<Vec<_>>());
                design.rows.iter().zip(ranks).for_each(|(&row, ranks)| all[row].ranks = ranks);
            }
        }
        all
    }

    /// The number of whole seeds that the seats of an entrant are worth: see [`Figure::seeds`].
    fn seeds(&self, row: usize) -> u64 {
        effective_seeds(self.blocks.iter().map(|block| block.seats[row]))
    }
}

impl TeamBlock {
    fn new(entrants: usize, scores: usize) -> Self {
        let cells = entrants * scores;
        Self { seats: vec![0; entrants], sums: vec![0; cells], levels: vec![0.0; cells] }
    }
}

impl OpenSeed {
    fn new(index: u64, entrants: usize, scores: usize) -> Self {
        Self { index, matches: 0, seats: vec![0; entrants], totals: vec![0; scores] }
    }

    fn add_levels(&self, entrants: usize, levels: &mut [f64]) {
        if self.matches == 0 {
            return;
        }
        for (levels, &total) in levels.chunks_mut(entrants).zip(&self.totals) {
            let mean = total as f64 / self.matches as f64;
            levels.iter_mut().zip(&self.seats).for_each(|(it, &seats)| *it += mean * seats as f64);
        }
    }
}

/// The normal equations: how often entrants played, and played together, beyond what the seeds
/// account for.
struct TeamDesign {
    /// The entrants that played.
    rows: Vec<usize>,
    /// By entrant, then entrant: the sum over matches of the products of their numbers of seats, as
    /// distances from their means on the seed.
    together: Vec<f64>,
    entrants: usize,
}

impl TeamDesign {
    /// `None` if the lineups do not tell the effects apart, or there are too many entrants.
    fn new(sums: &TeamSums, visit: Visit<'_>) -> Option<Self> {
        let entrants = sums.entrants;
        let played = |&row: &usize| sums.blocks.iter().any(|block| block.seats[row] > 0);
        let rows: Vec<usize> = (0..entrants).filter(played).collect();
        if rows.len() < 2 || entrants > MOST_PAIRED {
            return None;
        }
        let mut together = vec![0.0; entrants * entrants];
        by_seed(visit, entrants, |seed| {
            for lineup in &seed.lineups {
                for &row in lineup {
                    lineup.iter().for_each(|&other| together[row * entrants + other] += 1.0);
                }
            }
            let matches = seed.lineups.len() as f64;
            for &row in &seed.rows {
                for &other in &seed.rows {
                    let product = seed.seats[row] * seed.seats[other];
                    together[row * entrants + other] -= product as f64 / matches;
                }
            }
        });
        let design = Self { rows, together, entrants };
        design.tells_apart().then_some(design)
    }

    /// True if any contrast of effects can be estimated. One that has nothing to do with the design
    /// stands for all.
    fn tells_apart(&self) -> bool {
        let mut contrast = vec![0.0; self.entrants];
        for (number, &row) in self.rows.iter().enumerate() {
            contrast[row] = ((number * number * 7 + number * 3) % 11) as f64 + number as f64 / 7.0;
        }
        self.centre(&mut contrast);
        let mut product = vec![0.0; self.entrants];
        self.apply(&self.solve(&contrast), &mut product);
        let off: Vec<f64> = product.iter().zip(&contrast).map(|(a, b)| a - b).collect();
        dot(&off, &off) <= 1e-12 * dot(&contrast, &contrast)
    }

    fn solve(&self, b: &[f64]) -> Vec<f64> {
        solve(|v, out| self.apply(v, out), b)
    }

    fn apply(&self, v: &[f64], out: &mut [f64]) {
        for (out, row) in out.iter_mut().zip(self.together.chunks(self.entrants)) {
            *out = dot(row, v);
        }
    }

    /// Makes the values of those who played distances from their mean.
    fn centre(&self, values: &mut [f64]) {
        let mean = self.rows.iter().map(|&row| values[row]).sum::<f64>() / self.rows.len() as f64;
        self.rows.iter().for_each(|&row| values[row] -= mean);
    }

    /// The effects on a score of those who played.
    fn figures(&self, sums: &TeamSums, score: usize, visit: Visit<'_>) -> Vec<Figure> {
        let entrants = self.entrants;
        let of_block = |block: &TeamBlock| -> Vec<f64> {
            let of_score = score * entrants..(score + 1) * entrants;
            let sums = block.sums[of_score.clone()].iter().zip(&block.levels[of_score]);
            sums.map(|(&sum, level)| sum as f64 - level).collect()
        };
        let mut left: Vec<Vec<f64>> = sums.blocks.iter().map(of_block).collect();
        let mut all = vec![0.0; entrants];
        left.iter().for_each(|block| all.iter_mut().zip(block).for_each(|(a, b)| *a += b));
        let mut effects = self.solve(&all);
        by_seed(visit, entrants, |seed| {
            let Some(block) = left.get_mut(block_of(seed.index)) else { return };
            let fitted =
                |lineup: &SeatedEntrants| lineup.iter().map(|&row| effects[row]).sum::<f64>();
            let all: Vec<f64> = seed.lineups.iter().map(fitted).collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            for (lineup, fitted) in seed.lineups.iter().zip(all) {
                lineup.iter().for_each(|&row| block[row] -= fitted - mean);
            }
        });
        let mut shifts: Vec<Vec<f64>> = left.iter().map(|block| self.solve(block)).collect();
        shifts.iter_mut().for_each(|shift| self.centre(shift));
        self.centre(&mut effects);
        let figure = |&row: &usize| Figure {
            value: effects[row],
            shifts: shifts.iter().map(|shift| shift[row]).collect(),
            seeds: sums.seeds(row),
        };
        self.rows.iter().map(figure).collect()
    }
}

/// The entrants of a match, by seat.
type SeatedEntrants = ArrayVec<usize, SIDES>;

/// The lineups of a seed.
struct VisitedSeed {
    index: u64,
    lineups: Vec<SeatedEntrants>,
    /// By entrant: the number of seats.
    seats: Vec<u64>,
    /// The entrants that have any.
    rows: Vec<usize>,
}

/// Hands on the lineups seed by seed.
fn by_seed(visit: Visit<'_>, entrants: usize, mut each: impl FnMut(&VisitedSeed)) {
    let (lineups, rows) = (vec![], vec![]);
    let mut seed = VisitedSeed { index: 0, lineups, seats: vec![0; entrants], rows };
    visit(&mut |index, lineup| {
        if seed.index != index && !seed.lineups.is_empty() {
            each(&seed);
            seed.clear();
        }
        seed.index = index;
        seed.add(lineup);
    });
    if !seed.lineups.is_empty() {
        each(&seed);
    }
}

impl VisitedSeed {
    fn add(&mut self, lineup: &[usize]) {
        for &row in lineup {
            if self.seats[row] == 0 {
                self.rows.push(row);
            }
            self.seats[row] += 1;
        }
        self.lineups.push(lineup.iter().copied().collect());
    }

    fn clear(&mut self) {
        self.rows.drain(..).for_each(|row| self.seats[row] = 0);
        self.lineups.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts matches, and returns their effects.
    fn effects(entrants: usize, matches: &[(u64, &[usize], i64)]) -> Vec<TeamEffects> {
        let mut sums = TeamSums::new(entrants, 1);
        matches.iter().for_each(|(index, lineup, score)| sums.add(*index, lineup, &[*score]));
        let visit = |each: &mut dyn FnMut(u64, &[usize])| {
            matches.iter().for_each(|(index, lineup, _)| each(*index, lineup));
        };
        sums.effects(&visit, Seed(1))
    }

    fn values(all: &[TeamEffects]) -> Vec<Option<f64>> {
        all.iter().map(|of| of.effects[0].map(|effect| effect.value)).collect()
    }

    fn near(found: &[Option<f64>], expected: &[f64]) -> bool {
        let near = |(found, expected): (&Option<f64>, &f64)| {
            found.is_some_and(|found| (found - expected).abs() < 1e-9)
        };
        found.len() == expected.len() && found.iter().zip(expected).all(near)
    }

    /// Pairs of entrants worth 1, 2 and 6: scores 3, 7 and 8. The mean is 3.
    #[test]
    fn the_effects_of_an_additive_score_are_found() {
        let pairs: [(u64, &[usize], i64); 3] = [(0, &[0, 1], 3), (0, &[0, 2], 7), (0, &[2, 1], 8)];
        assert!(near(&values(&effects(3, &pairs)), &[-2.0, -1.0, 3.0]));
    }

    /// A seed that adds 100 to all of its matches changes nothing.
    #[test]
    fn a_seed_that_is_good_for_all_cancels() {
        let mut matches: Vec<(u64, &[usize], i64)> = vec![];
        for (seed, luck) in [(0, 0), (1, 100), (2, 7)] {
            matches.push((seed, &[0, 1], 3 + luck));
            matches.push((seed, &[0, 2], 7 + luck));
            matches.push((seed, &[2, 1], 8 + luck));
        }
        let all = effects(3, &matches);
        assert!(near(&values(&all), &[-2.0, -1.0, 3.0]));
        // Nothing else varies, so there is no interval.
        assert_eq!(all[0].effects[0].unwrap().interval, None);
        assert_eq!(all[0].seats, 6);
    }

    /// On the lucky seed, the match of 1 and 2 is left out, because it was forfeited.
    #[test]
    fn a_lucky_seed_is_no_merit_of_those_who_played_more_of_its_matches() {
        let matches: [(u64, &[usize], i64); 8] = [
            (0, &[0, 1], 3),
            (0, &[0, 2], 7),
            (0, &[2, 1], 8),
            (1, &[0, 1], 103),
            (1, &[0, 2], 107),
            (2, &[0, 1], 10),
            (2, &[0, 2], 14),
            (2, &[2, 1], 15),
        ];
        let all = effects(3, &matches);
        assert!(near(&values(&all), &[-2.0, -1.0, 3.0]), "{all:?}");
        assert_eq!(all[0].effects[0].unwrap().interval, None);
    }

    /// Mean scores 3, 3 and 5 of the first kind, and 9, 10 and 0 of the second; the last one has not
    /// played.
    #[test]
    fn the_order_goes_by_the_first_score_and_then_by_the_next() {
        let mut sums = TeamSums::new(4, 2);
        for (row, scores) in [(0, [3, 9]), (1, [3, 10]), (2, [5, 0])] {
            sums.add(0, &[row, row], &scores);
        }
        assert_eq!(sums.order(), [2, 1, 0, 3]);
    }

    #[test]
    fn an_entrant_can_have_several_seats() {
        let matches: [(u64, &[usize], i64); 4] =
            [(0, &[0, 0], 0), (0, &[0, 1], 2), (0, &[1, 0], 2), (0, &[1, 1], 4)];
        assert!(near(&values(&effects(2, &matches)), &[-1.0, 1.0]));
    }

    #[test]
    fn entrants_that_always_play_together_are_not_told_apart() {
        let matches: [(u64, &[usize], i64); 2] = [(0, &[0, 1, 2], 5), (1, &[1, 2, 0], 9)];
        assert_eq!(values(&effects(3, &matches)), [None; 3]);
        // 1 and 2 always come together, 0 and 3 never.
        let matches: [(u64, &[usize], i64); 2] = [(0, &[0, 1, 2], 5), (1, &[3, 2, 1], 9)];
        assert_eq!(values(&effects(4, &matches)), [None; 4]);
        assert_eq!(values(&effects(1, &[(0, &[0, 0], 5)])), [None]);
    }
}
