//! The Plackett-Luce model of finishing orders, on the Elo scale, fitted from pairs.
//!
//! It is the model of [`crate::elo`], fitted from the meetings of pairs instead of pairings.

use super::Visit;
use super::sums::{LineupSums, block_of};
use crate::bradley_terry::{ELO, Elo, logistic};
use crate::components::Components;
use crate::figure::Figure;
use crate::solve::{dot, solve};

/// Newton's method converges in less than ten steps; this is a bound, not a choice.
const STEPS: usize = 50;

struct MetPair {
    rows: [usize; 2],
    games: f64,
    /// Points of the first.
    points: f64,
}

struct PairModel {
    edges: Vec<MetPair>,
    rows: usize,
}

/// Elo by row; `None` for those that met nobody, or cannot be compared with most others, and for
/// all if pairs were not counted.
pub(super) fn elo(sums: &LineupSums, visit: Visit<'_>) -> Vec<Option<Elo>> {
    let rows = sums.rows.len();
    let mut all = vec![None; rows];
    let model = PairModel::new(sums);
    if model.edges.is_empty() {
        return all;
    }
    let strengths = model.fit();
    let curvature = model.curvature(&strengths);
    let solve = |b: &[f64]| solve(|v, out| model.apply(&curvature, v, out), b);
    let blocks = gradients(sums, &strengths, visit).into_iter().map(|g| solve(&g));
    let blocks: Vec<Vec<f64>> = blocks.collect();
    let comparable = model.comparable();
    let one_sided = comparable.iter().any(|&row| model.is_one_sided(row));
    for &row in &comparable {
        let contrast = |values: &[f64]| {
            let sum: f64 = comparable.iter().map(|&row| values[row]).sum();
            ELO * (values[row] - sum / comparable.len() as f64)
        };
        let mut shifts: Vec<f64> = blocks.iter().map(|shifts| contrast(shifts)).collect();
        // The tied game is not resampled, so the raw shifts do not add up to 0.
        let mean = shifts.iter().sum::<f64>() / shifts.len() as f64;
        shifts.iter_mut().for_each(|shift| *shift -= mean);
        let seeds = sums.rows[row].seeds();
        let model_error = one_sided.then(|| {
            let mut b = vec![0.0; rows];
            comparable.iter().for_each(|&row| b[row] = -1.0 / comparable.len() as f64);
            b[row] += 1.0;
            ELO * dot(&b, &solve(&b)).max(0.0).sqrt()
        });
        let figure = Figure { value: contrast(&strengths), shifts, seeds };
        all[row] = Some(Elo { figure, model_error });
    }
    all
}

/// The entrants, best first by their fitted strengths; those that met nobody have that of an
/// average entrant.
pub(super) fn order(sums: &LineupSums) -> Vec<usize> {
    let strengths = PairModel::new(sums).fit();
    let mut rows: Vec<usize> = (0..strengths.len()).collect();
    rows.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
    rows
}

/// By block of seeds: points less expected points, by row.
fn gradients(sums: &LineupSums, strengths: &[f64], visit: Visit<'_>) -> Vec<Vec<f64>> {
    let mut gradients = vec![vec![0.0; strengths.len()]; sums.blocks()];
    for (row, of_row) in sums.rows.iter().enumerate() {
        for (block, gradient) in of_row.blocks.iter().zip(&mut gradients) {
            gradient[row] += block.points as f64 / 2.0;
        }
    }
    visit(&mut |index, lineup| {
        let Some(gradient) = gradients.get_mut(block_of(index)) else { return };
        for &row in lineup {
            for &rival in lineup.iter().filter(|&&rival| rival != row) {
                gradient[row] -= logistic(strengths[row] - strengths[rival]);
            }
        }
    });
    gradients
}

impl PairModel {
    fn new(sums: &LineupSums) -> Self {
        let (mut edges, rows) = (vec![], sums.rows.len());
        if !sums.pairs.is_empty() {
            for a in 0..rows {
                for b in a + 1..rows {
                    let pair = sums.pairs[sums.pair(a, b)];
                    if pair.meetings > 0 {
                        let (games, points) = (pair.meetings.into(), f64::from(pair.points) / 2.0);
                        edges.push(MetPair { rows: [a, b], games, points });
                    }
                }
            }
        }
        Self { edges, rows }
    }

    /// The most likely strengths, by Newton's method, with a tied game against an average entrant
    /// for each. A step that overshoots is halved.
    fn fit(&self) -> Vec<f64> {
        let mut v = vec![0.0; self.rows];
        let mut likelihood = self.likelihood(&v);
        for _ in 0..STEPS {
            let curvature = self.curvature(&v);
            let step = solve(|v, out| self.apply(&curvature, v, out), &self.gradient(&v));
            let mut length = 1.0;
            let improved = (0..40).find_map(|_| {
                let next: Vec<f64> = v.iter().zip(&step).map(|(v, s)| v + length * s).collect();
                let better = self.likelihood(&next);
                length /= 2.0;
                // Near the maximum, rounding hides small gains.
                (better >= likelihood - 1e-12 * likelihood.abs()).then_some((next, better))
            });
            let Some((next, better)) = improved else { break };
            (v, likelihood) = (next, better);
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        v
    }

    fn likelihood(&self, v: &[f64]) -> f64 {
        let edge = |edge: &MetPair| {
            let [a, b] = edge.rows.map(|row| v[row]);
            let lost = edge.games - edge.points;
            edge.points * a + lost * b
                - edge.games * (a.max(b) + libm::log1p(libm::exp(-(a - b).abs())))
        };
        let tied = v.iter().map(|x| x.abs() / 2.0 + libm::log1p(libm::exp(-x.abs())));
        self.edges.iter().map(edge).sum::<f64>() - tied.sum::<f64>()
    }

    fn gradient(&self, v: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = v.iter().map(|&x| 0.5 - logistic(x)).collect();
        for edge in &self.edges {
            let [a, b] = edge.rows;
            let above = edge.points - edge.games * logistic(v[a] - v[b]);
            gradient[a] += above;
            gradient[b] -= above;
        }
        gradient
    }

    /// The second derivatives: of each edge, then of each tied game.
    fn curvature(&self, v: &[f64]) -> Vec<f64> {
        let bend = |x: f64| logistic(x) * logistic(-x);
        let edge = |edge: &MetPair| edge.games * bend(v[edge.rows[0]] - v[edge.rows[1]]);
        self.edges.iter().map(edge).chain(v.iter().map(|&x| bend(x))).collect()
    }

    /// The product with the negative second derivative.
    fn apply(&self, curvature: &[f64], v: &[f64], out: &mut [f64]) {
        let (edges, tied) = curvature.split_at(self.edges.len());
        for ((out, tied), v) in out.iter_mut().zip(tied).zip(v) {
            *out = tied * v;
        }
        for (edge, pull) in self.edges.iter().zip(edges) {
            let [a, b] = edge.rows;
            let force = pull * (v[a] - v[b]);
            out[a] += force;
            out[b] -= force;
        }
    }

    /// The largest set of rows that can be compared with each other.
    fn comparable(&self) -> Vec<usize> {
        let mut components = Components::new(self.rows);
        let mut met = vec![false; self.rows];
        for edge in &self.edges {
            components.join(edge.rows[0], edge.rows[1]);
            edge.rows.into_iter().for_each(|row| met[row] = true);
        }
        let rows: Vec<usize> = (0..self.rows).filter(|&row| met[row]).collect();
        components.largest(&rows)
    }

    /// True if an entrant finished ahead of everyone in all of its matches, or behind.
    #[expect(clippy::float_cmp, reason = "halves are exact")]
    fn is_one_sided(&self, row: usize) -> bool {
        let (mut won, mut games) = (0.0, 0.0);
        for edge in self.edges.iter().filter(|edge| edge.rows.contains(&row)) {
            games += edge.games;
            won += if edge.rows[0] == row { edge.points } else { edge.games - edge.points };
        }
        won == 0.0 || won == games
    }
}
