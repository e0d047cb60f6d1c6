//! The Bradley-Terry model of wins, on the Elo scale.
//!
//! The odds of a side against another are exp(a - b) for their strengths a and b; a tie is half a
//! win and half a loss. A strength is the level of the kind of side plus the entrant's own part, so
//! entrants get no credit for a game that favours their side. The fit is regularised: every entrant
//! and every kind has one additional, tied game against an average opponent. All games count at
//! once, whatever their order. Identical sides are compared pair by pair (full rank breaking),
//! which estimates the strengths of the Plackett-Luce model of their ranking.
//!
//! # Source
//! R. A. Bradley, M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39, 1952; D.
//! R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004
//! (existence and uniqueness; here found by Newton's method); H. Azari Soufiani, W. Chen, D.
//! Parkes, L. Xia, "Generalized Method-of-Moments for Rank Aggregation", NIPS 2013 (full breaking
//! is consistent for Plackett-Luce).

use super::cells::Cells;
use super::components::Components;
use super::design::PairingDesign;
use super::figure::Figure;
use super::solve::{dot, solve};

/// Elo points per unit of strength: odds of ten to one are 400 points.
///
/// # Source
/// A. Elo, *The Rating of Chessplayers, Past and Present*, 1978, 8.4.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method converges in less than ten steps; this is a bound, not a choice.
const STEPS: usize = 100;

/// An entrant's Elo on its kind of side, relative to the mean of the kind.
#[derive(Debug, Clone)]
pub struct Elo {
    /// The figure.
    pub figure: Figure,
    /// The standard error by the model. It exists only if some entrant of the kind won, or lost,
    /// every single comparison: then the seeds have no spread to resample, and all entrants of the
    /// kind are measured against a mean that includes it.
    pub model_error: Option<f64>,
}

/// Elo by row; `None` for rows that met nobody, or cannot be compared with most others.
///
/// `seeds` holds by row the number of seeds that it played.
#[must_use]
pub fn elo(design: &PairingDesign, cells: &Cells, seeds: &[u64]) -> Vec<Option<Elo>> {
    let mut all = vec![None; design.rows()];
    if design.sides().len() < 2 || cells.blocks() == 0 {
        return all;
    }
    let model = WinLikelihood::new(design, cells);
    let strengths = model.fit();
    let curvature = model.curvature(&strengths);
    let solve = |b: &[f64]| solve(|v, out| model.apply(&curvature, v, out), b);
    let blocks: Vec<Vec<f64>> =
        (0..cells.blocks()).map(|block| solve(&model.block_gradient(block, &strengths))).collect();
    for kind in 0..design.kinds() {
        let rows = model.comparable(kind);
        let contrast = Contrast { rows: &rows };
        let one_sided = rows.iter().any(|&row| model.is_one_sided(row));
        for &row in &rows {
            let mut shifts: Vec<f64> =
                blocks.iter().map(|shifts| ELO * contrast.of(shifts, row)).collect();
            // The tied game is not resampled, so the raw shifts do not add up to 0.
            let mean = shifts.iter().sum::<f64>() / shifts.len() as f64;
            shifts.iter_mut().for_each(|shift| *shift -= mean);
            let (value, seeds) = (ELO * contrast.of(&strengths, row), seeds[row]);
            let model_error = one_sided.then(|| {
                let b = contrast.vector(strengths.len(), row);
                ELO * dot(&b, &solve(&b)).max(0.0).sqrt()
            });
            all[row] = Some(Elo { figure: Figure { value, shifts, seeds }, model_error });
        }
    }
    all
}

/// An entrant's part less the mean of those it is compared with.
struct Contrast<'a> {
    rows: &'a [usize],
}

impl Contrast<'_> {
    fn of(&self, values: &[f64], row: usize) -> f64 {
        let sum: f64 = self.rows.iter().map(|&row| values[row]).sum();
        values[row] - sum / self.rows.len() as f64
    }

    fn vector(&self, size: usize, row: usize) -> Vec<f64> {
        let mut vector = vec![0.0; size];
        self.rows.iter().for_each(|&row| vector[row] = -1.0 / self.rows.len() as f64);
        vector[row] += 1.0;
        vector
    }
}

/// Two sides of a pairing.
struct PairingSides {
    pairing: usize,
    rows: [usize; 2],
    games: f64,
}

/// The likelihood. Its variables are the entrants' parts by row, then the levels of the kinds.
struct WinLikelihood<'a> {
    design: &'a PairingDesign,
    cells: &'a Cells,
    edges: Vec<PairingSides>,
    /// Points won by row, and the most that the row could win.
    points: Vec<f64>,
    most: Vec<f64>,
}

impl<'a> WinLikelihood<'a> {
    fn new(design: &'a PairingDesign, cells: &'a Cells) -> Self {
        let (mut edges, mut most) = (vec![], vec![0.0; design.rows()]);
        for (pairing, &played) in cells.played().iter().enumerate().filter(|(_, n)| **n > 0) {
            let games = played as f64;
            for (a, row) in design.rows_in(pairing).enumerate() {
                most[row] += games * (design.sides().len() - 1) as f64;
                let later = design.rows_in(pairing).skip(a + 1);
                edges.extend(later.map(|other| PairingSides {
                    pairing,
                    rows: [row, other],
                    games,
                }));
            }
        }
        let mut points = vec![0.0; design.rows()];
        for block in 0..cells.blocks() {
            add_points(design, cells, block, &mut points);
        }
        Self { design, cells, edges, points, most }
    }

    fn strength(&self, v: &[f64], row: usize) -> f64 {
        v[row] + v[self.design.rows() + self.design.kind_of(row)]
    }

    /// The log-likelihood, with the penalty of the tied games.
    fn likelihood(&self, v: &[f64]) -> f64 {
        let won = (0..self.design.rows()).map(|row| self.points[row] * self.strength(v, row));
        let games = self.edges.iter().map(|edge| {
            let [a, b] = edge.rows.map(|row| self.strength(v, row));
            edge.games * (a.max(b) + libm::log1p(libm::exp(-(a - b).abs())))
        });
        let tied = v.iter().map(|x| x.abs() / 2.0 + libm::log1p(libm::exp(-x.abs())));
        won.sum::<f64>() - games.sum::<f64>() - tied.sum::<f64>()
    }

    /// Points less expected points: by row, then by kind.
    fn gradient_of(
        &self,
        points: &[f64],
        v: &[f64],
        games: impl Fn(&PairingSides) -> f64,
    ) -> Vec<f64> {
        let mut gradient = points.to_vec();
        for edge in &self.edges {
            let [a, b] = edge.rows;
            let (games, p) = (games(edge), logistic(self.strength(v, a) - self.strength(v, b)));
            gradient[a] -= games * p;
            gradient[b] -= games * (1.0 - p);
        }
        gradient.resize(v.len(), 0.0);
        for row in 0..self.design.rows() {
            gradient[self.design.rows() + self.design.kind_of(row)] += gradient[row];
        }
        gradient
    }

    fn gradient(&self, v: &[f64]) -> Vec<f64> {
        let mut gradient = self.gradient_of(&self.points, v, |edge| edge.games);
        gradient.iter_mut().zip(v).for_each(|(g, &x)| *g += 0.5 - logistic(x));
        gradient
    }

    /// The contribution of one block of seeds to the gradient.
    fn block_gradient(&self, block: usize, v: &[f64]) -> Vec<f64> {
        let mut points = vec![0.0; self.design.rows()];
        add_points(self.design, self.cells, block, &mut points);
        self.gradient_of(&points, v, |edge| f64::from(self.cells.matches(block, edge.pairing)))
    }

    /// The second derivatives: of each edge, then of each tied game.
    fn curvature(&self, v: &[f64]) -> Vec<f64> {
        let bend = |x: f64| logistic(x) * logistic(-x);
        let edge = |edge: &PairingSides| {
            let [a, b] = edge.rows;
            edge.games * bend(self.strength(v, a) - self.strength(v, b))
        };
        self.edges.iter().map(edge).chain(v.iter().map(|&x| bend(x))).collect()
    }

    /// The product with the negative second derivative.
    fn apply(&self, curvature: &[f64], v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let (edges, tied) = curvature.split_at(self.edges.len());
        for (edge, pull) in self.edges.iter().zip(edges) {
            let [a, b] = edge.rows;
            let force = pull * (self.strength(v, a) - self.strength(v, b));
            out[a] += force;
            out[b] -= force;
        }
        for row in 0..self.design.rows() {
            out[self.design.rows() + self.design.kind_of(row)] += out[row];
        }
        for ((out, tied), v) in out.iter_mut().zip(tied).zip(v) {
            *out += tied * v;
        }
    }

    /// The most likely strengths, by Newton's method. A step that overshoots is halved.
    fn fit(&self) -> Vec<f64> {
        let mut v = vec![0.0; self.design.rows() + self.design.kinds()];
        let mut likelihood = self.likelihood(&v);
        for _ in 0..STEPS {
            let curvature = self.curvature(&v);
            let step = solve(|v, out| self.apply(&curvature, v, out), &self.gradient(&v));
            let Some((next, better)) = self.improved(&v, &step, likelihood) else { break };
            (v, likelihood) = (next, better);
            if step.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        v
    }

    fn improved(&self, v: &[f64], step: &[f64], before: f64) -> Option<(Vec<f64>, f64)> {
        let mut length = 1.0;
        for _ in 0..40 {
            let next: Vec<f64> = v.iter().zip(step).map(|(v, step)| v + length * step).collect();
            let likelihood = self.likelihood(&next);
            // Near the maximum, rounding hides small gains.
            if likelihood >= before - 1e-12 * before.abs() {
                return Some((next, likelihood));
            }
            length /= 2.0;
        }
        None
    }

    #[expect(clippy::float_cmp, reason = "halves are exact")]
    fn is_one_sided(&self, row: usize) -> bool {
        self.points[row] == 0.0 || self.points[row] == self.most[row]
    }

    /// The largest set of rows of a kind that can be compared with each other.
    fn comparable(&self, kind: usize) -> Vec<usize> {
        let mut components = Components::new(self.design.rows());
        self.edges.iter().for_each(|edge| components.join(edge.rows[0], edge.rows[1]));
        let met = |&row: &usize| self.most[row] > 0.0;
        components.largest(&self.design.rows_of(kind).filter(met).collect::<Vec<_>>())
    }
}

fn add_points(design: &PairingDesign, cells: &Cells, block: usize, points: &mut [f64]) {
    for pairing in 0..design.pairings() {
        for (side, row) in design.rows_in(pairing).enumerate() {
            points[row] += f64::from(cells.points(block, pairing, side)) / 2.0;
        }
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[cfg(test)]
mod tests;
