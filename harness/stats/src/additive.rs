//! The additive model of scores: y = m + H_i - D_j + G_ij + s_k + e.
//!
//! A side's score in a match is the sum of a level, an effect of every entrant in it, an effect of
//! the seed, and noise. The rest of a pairing's mean is its interaction. The effects are fitted by
//! least squares over matches. In a balanced design they are plain differences of means, and seeds
//! cancel. In other designs (the last seed is unfinished, or pairings are chosen during play)
//! matches of one seed are treated as correlated, as strongly as the data show.
//!
//! # Source
//! H. Scheffé, *The Analysis of Variance*, 1959, chapter 4 (two-way layouts); K.-Y. Liang, S. L.
//! Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986
//! (exchangeable working correlation within clusters, here seeds: the fit is consistent whatever
//! the true correlation, and its interval comes from whole seeds).

use arrayvec::ArrayVec;
use stoker_engine::Direction;

use super::cells::Cells;
use super::components::Components;
use super::design::{PairingDesign, SIDES};
use super::figure::Figure;
use super::solve::{dot, solve};

/// The fitted model for the score of one kind of side.
#[derive(Debug, Clone)]
pub struct Additive {
    /// Ratings by row: the effect in the direction that the side wants, less the mean effect of the
    /// kind. `None` for rows of other kinds, and for rows that cannot be compared with most others.
    pub ratings: Vec<Option<Figure>>,
    /// Effects on the score by row, for all kinds, in the score's own direction.
    effects: Vec<f64>,
}

impl Additive {
    /// Fits the score of a kind of side.
    ///
    /// An entrant has an effect on its own score, and one on the scores of unlike sides. Its
    /// opponents on identical sides are treated as one field, the same for everybody. `seeds` holds
    /// by row the number of seeds that it played.
    #[must_use]
    pub fn fit(design: &PairingDesign, cells: &Cells, seeds: &[u64], kind: usize) -> Self {
        let system = System::new(design, cells, kind);
        let effects = solve(|v, out| system.apply(v, out), &system.right_side());
        let blocks = (0..cells.blocks())
            .map(|block| solve(|v, out| system.apply(v, out), &system.estimating(block, &effects)));
        let shifts: Vec<Vec<f64>> = blocks.collect();
        let mut ratings = vec![None; design.rows()];
        let rows = system.comparable();
        let sign = sign(design, kind);
        let mean =
            |values: &[f64]| rows.iter().map(|&row| values[row]).sum::<f64>() / rows.len() as f64;
        let level = mean(&effects);
        let levels: Vec<f64> = shifts.iter().map(|shifts| mean(shifts)).collect();
        for &row in &rows {
            let shifts = shifts.iter().zip(&levels).map(|(s, level)| sign * (s[row] - level));
            ratings[row] = Some(Figure {
                value: sign * (effects[row] - level),
                shifts: shifts.collect(),
                seeds: seeds[row],
            });
        }
        Self { ratings, effects }
    }

    /// The values of the ratings without what their intervals need: for decisions during a run.
    #[must_use]
    pub fn values(design: &PairingDesign, cells: &Cells, kind: usize) -> Vec<Option<f64>> {
        let system = System::new(design, cells, kind);
        let effects = solve(|v, out| system.apply(v, out), &system.right_side());
        let rows = system.comparable();
        let sign = sign(design, kind);
        let level = rows.iter().map(|&row| effects[row]).sum::<f64>() / rows.len() as f64;
        let mut values = vec![None; design.rows()];
        rows.iter().for_each(|&row| values[row] = Some(sign * (effects[row] - level)));
        values
    }

    /// The score that the effects alone predict for a pairing of a two-sided design.
    #[must_use]
    pub fn expected(&self, design: &PairingDesign, pairing: usize) -> f64 {
        design.rows_in(pairing).map(|row| self.effects[row]).sum()
    }
}

/// 1 if a kind of side wants a high score, -1 if a low one.
fn sign(design: &PairingDesign, kind: usize) -> f64 {
    match design.side_of(kind).direction {
        Direction::High => 1.0,
        Direction::Low => -1.0,
    }
}

/// The scores of one side in the matches of a pairing.
struct PairingScores {
    pairing: usize,
    score: usize,
    /// The row whose score it is, then the rows of other kinds that affect it.
    rows: ArrayVec<usize, SIDES>,
}

/// The normal equations.
struct System<'a> {
    cells: &'a Cells,
    rows: usize,
    groups: Vec<PairingScores>,
    played: Vec<u64>,
    /// The correlated part by block; empty if seeds cancel.
    commons: Vec<CorrelatedPart>,
}

/// The correlated part of the scores of a block.
struct CorrelatedPart {
    /// The number of scores that each row affects.
    counts: Vec<f64>,
    /// The share that is taken away; all of it if the correlation is 1.
    share: f64,
}

impl<'a> System<'a> {
    fn new(design: &PairingDesign, cells: &'a Cells, kind: usize) -> Self {
        let played = cells.played();
        let mut groups = vec![];
        for pairing in (0..design.pairings()).filter(|&pairing| played[pairing] > 0) {
            for (side, of) in design.sides().iter().enumerate().filter(|(_, of)| of.kind == kind) {
                let others = design.rows_in(pairing).filter(|&row| design.kind_of(row) != kind);
                let rows = [design.row(pairing, side)].into_iter().chain(others).collect();
                groups.push(PairingScores { pairing, score: of.score, rows });
            }
        }
        let mut system = Self { cells, rows: design.rows(), groups, played, commons: vec![] };
        if !system.is_proportional() {
            let effects = solve(|v, out| system.apply(v, out), &system.right_side());
            let correlation = system.correlation_around(&effects);
            let common = |block| system.common(block, correlation);
            system.commons = (0..cells.blocks()).map(common).collect();
        }
        system
    }

    /// True if every block has the pairings in the same proportion. Then seeds cancel.
    fn is_proportional(&self) -> bool {
        let in_all: u64 = self.played.iter().sum();
        (0..self.cells.blocks()).all(|block| {
            let matches = |pairing| u128::from(self.cells.matches(block, pairing));
            let in_block: u128 = (0..self.played.len()).map(matches).sum();
            self.played.iter().enumerate().all(|(pairing, &played)| {
                matches(pairing) * u128::from(in_all) == in_block * u128::from(played)
            })
        })
    }

    fn common(&self, block: usize, correlation: f64) -> CorrelatedPart {
        let (mut counts, mut scores) = (vec![0.0; self.rows], 0.0);
        for group in &self.groups {
            let matches = f64::from(self.cells.matches(block, group.pairing));
            scores += matches;
            group.rows.iter().for_each(|&row| counts[row] += matches);
        }
        CorrelatedPart { counts, share: correlation / (1.0 - correlation + correlation * scores) }
    }

    /// The product with the matrix of the normal equations.
    fn apply(&self, v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for group in &self.groups {
            let fitted: f64 = group.rows.iter().map(|&row| v[row]).sum();
            let term = self.played[group.pairing] as f64 * fitted;
            group.rows.iter().for_each(|&row| out[row] += term);
        }
        for CorrelatedPart { counts, share } in &self.commons {
            let common = share * dot(counts, v);
            out.iter_mut().zip(counts).for_each(|(out, count)| *out -= common * count);
        }
    }

    fn right_side(&self) -> Vec<f64> {
        let mut all = vec![0.0; self.rows];
        let none = vec![0.0; self.rows];
        for block in 0..self.cells.blocks() {
            let of_block = self.estimating(block, &none);
            all.iter_mut().zip(of_block).for_each(|(all, term)| *all += term);
        }
        all
    }

    /// The contribution of a block to the estimating equations. All contributions together are 0.
    fn estimating(&self, block: usize, effects: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.rows];
        let mut total = 0.0;
        for group in &self.groups {
            let residual = self.residual(block, group, effects);
            total += residual;
            group.rows.iter().for_each(|&row| out[row] += residual);
        }
        if let Some(CorrelatedPart { counts, share }) = self.commons.get(block) {
            let common = share * total;
            out.iter_mut().zip(counts).for_each(|(out, count)| *out -= common * count);
        }
        out
    }

    /// The sum of a group's scores in a block, less the sum that the effects predict.
    fn residual(&self, block: usize, group: &PairingScores, effects: &[f64]) -> f64 {
        let fitted: f64 = group.rows.iter().map(|&row| effects[row]).sum();
        let sum = self.cells.sum(block, group.pairing, group.score) as f64;
        sum - f64::from(self.cells.matches(block, group.pairing)) * fitted
    }

    /// The correlation of two residuals of one block, estimated by moments.
    fn correlation_around(&self, effects: &[f64]) -> f64 {
        let (mut squares, mut scores, mut products, mut pairs) = (0.0, 0.0, 0.0, 0.0);
        for block in 0..self.cells.blocks() {
            let (mut total, mut own, mut count, mut same) = (0.0, 0.0, 0.0, 0.0);
            for group in &self.groups {
                let matches = f64::from(self.cells.matches(block, group.pairing));
                let residual = self.residual(block, group, effects);
                total += residual;
                own += residual * residual;
                count += matches;
                same += matches * matches;
            }
            (squares, scores) = (squares + own, scores + count);
            (products, pairs) = (products + total * total - own, pairs + count * count - same);
        }
        if squares <= 0.0 || pairs <= 0.0 {
            return 0.0;
        }
        (products / pairs / (squares / scores)).clamp(0.0, 0.99)
    }

    /// The largest set of rows of the kind that can be compared with each other.
    ///
    /// If no other row affects a score, all of them can.
    fn comparable(&self) -> Vec<usize> {
        let own: Vec<usize> = {
            let mut rows: Vec<usize> = self.groups.iter().map(|group| group.rows[0]).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        if self.groups.iter().all(|group| group.rows.len() == 1) {
            return own;
        }
        let mut components = Components::new(self.rows);
        for group in &self.groups {
            group.rows.iter().for_each(|&row| components.join(group.rows[0], row));
        }
        components.largest(&own)
    }
}

#[cfg(test)]
mod tests;
