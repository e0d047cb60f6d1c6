//! Teams: matches whose entrants share the scores.
//!
//! All who play in a match have the same scores, so an entrant's strength is its effect on them: a
//! score is a level, plus an effect of the entrant on each seat, plus noise. The effects are fitted
//! by least squares over matches, and are given as distances from their mean. So the effect is what
//! a team gains if this entrant takes the seat of an average one.
//!
//! A seed adds the same to all of its matches. All entrants play equally often on each seed, so
//! that cancels. The interval comes from whole seeds.
//!
//! # Source
//! D. Rosenbaum, "Measuring How NBA Players Help Their Teams Win", 2004 (adjusted plus-minus: the
//! same model of teams); for intervals from clusters, K.-Y. Liang, S. L. Zeger, "Longitudinal data
//! analysis using generalized linear models", Biometrika 73, 1986.

use std::cmp::Ordering;

use stoker_engine::Seed;

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
}

/// The sums of a block of seeds, over the seats that each entrant had.
#[derive(Debug, Clone)]
struct TeamBlock {
    /// By entrant: the number of seats.
    seats: Vec<u64>,
    /// By score, then entrant: the sum of the scores.
    sums: Vec<i64>,
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
        Self { entrants, scores, blocks: vec![] }
    }

    /// Counts a match of these entrants, by seat, on the seed with this index.
    pub fn add(&mut self, index: u64, lineup: &[usize], scores: &[i32]) {
        let (entrants, block) = (self.entrants, block_of(index));
        while self.blocks.len() <= block {
            let (seats, sums) = (vec![0; entrants], vec![0; entrants * self.scores]);
            self.blocks.push(TeamBlock { seats, sums });
        }
        let block = &mut self.blocks[block];
        for &row in lineup {
            block.seats[row] += 1;
            for (place, &score) in scores.iter().take(self.scores).enumerate() {
                block.sums[place * entrants + row] += i64::from(score);
            }
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
        for score in 0..self.scores {
            let figures = design.figures(self, score, visit);
            let estimates = intervals.of(&figures.iter().collect::<Vec<_>>());
            for (&row, estimate) in design.rows.iter().zip(estimates) {
                all[row].effects[score] = Some(with_width(estimate));
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

/// An interval without width does not say that the effect is certain, but that nothing has varied
/// yet, such as victories where nobody won. It is left out.
fn with_width(estimate: Estimate) -> Estimate {
    match estimate.interval {
        Some((low, high)) if high - low > 1e-9 => estimate,
        Some(_) | None => estimate.alone(),
    }
}

/// The normal equations: how often entrants played, and played together.
struct TeamDesign {
    /// The entrants that played.
    rows: Vec<usize>,
    /// By entrant, then entrant: the sum over matches of the products of their numbers of seats.
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
        visit(&mut |_, lineup| {
            for &row in lineup {
                lineup.iter().for_each(|&other| together[row * entrants + other] += 1.0);
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
            let sums = &block.sums[score * entrants..][..entrants];
            sums.iter().map(|&sum| sum as f64).collect()
        };
        let mut left: Vec<Vec<f64>> = sums.blocks.iter().map(of_block).collect();
        let mut all = vec![0.0; entrants];
        left.iter().for_each(|block| all.iter_mut().zip(block).for_each(|(a, b)| *a += b));
        let mut effects = self.solve(&all);
        visit(&mut |index, lineup| {
            let fitted: f64 = lineup.iter().map(|&row| effects[row]).sum();
            if let Some(block) = left.get_mut(block_of(index)) {
                lineup.iter().for_each(|&row| block[row] -= fitted);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts matches, and returns their effects.
    fn effects(entrants: usize, matches: &[(u64, &[usize], i32)]) -> Vec<TeamEffects> {
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
        let pairs: [(u64, &[usize], i32); 3] = [(0, &[0, 1], 3), (0, &[0, 2], 7), (0, &[2, 1], 8)];
        assert!(near(&values(&effects(3, &pairs)), &[-2.0, -1.0, 3.0]));
    }

    /// A seed that adds 100 to all of its matches changes nothing.
    #[test]
    fn a_seed_that_is_good_for_all_cancels() {
        let mut matches: Vec<(u64, &[usize], i32)> = vec![];
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

    /// Teams of copies: 0, 4, and twice 2 with one of each. Mean scores 3, 3 and 5 of the first
    /// kind, and 9, 10 and 0 of the second; the last one has not played.
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
        let matches: [(u64, &[usize], i32); 4] =
            [(0, &[0, 0], 0), (0, &[0, 1], 2), (0, &[1, 0], 2), (0, &[1, 1], 4)];
        assert!(near(&values(&effects(2, &matches)), &[-1.0, 1.0]));
    }

    #[test]
    fn entrants_that_always_play_together_are_not_told_apart() {
        let matches: [(u64, &[usize], i32); 2] = [(0, &[0, 1, 2], 5), (1, &[1, 2, 0], 9)];
        assert_eq!(values(&effects(3, &matches)), [None; 3]);
        // 1 and 2 always come together, 0 and 3 never.
        let matches: [(u64, &[usize], i32); 2] = [(0, &[0, 1, 2], 5), (1, &[3, 2, 1], 9)];
        assert_eq!(values(&effects(4, &matches)), [None; 4]);
        assert_eq!(values(&effects(1, &[(0, &[0, 0], 5)])), [None]);
    }
}
