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
/// The shift in Elo points below which a block of seeds moves nothing: the rest is rounding.
const STILL: f64 = 1e-6;
/// Newton's method converges in less than ten steps; this is a bound, not a choice.
const STEPS: usize = 100;

/// An entrant's Elo on its kind of side, relative to the mean of the kind.
#[derive(Debug, Clone)]
pub struct Elo {
    /// The figure.
    pub figure: Figure,
    /// The standard error by the model. It exists only if the seeds have no spread to resample:
    /// because some entrant of the kind won, or lost, every single comparison, and all entrants of
    /// the kind are measured against a mean that includes it; or because every seed gave the same
    /// results.
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
    let fit = WinFit::new(WinLikelihood::new(design, cells, RowVariables::of_rows(design)));
    for kind in 0..design.kinds() {
        let rows = fit.model.comparable(&design.rows_of(kind).collect::<Vec<_>>());
        let wins = SeenWins::among(rows.iter().map(|&row| fit.model.is_one_sided(row)));
        for &row in &rows {
            let contrast = fit.less_mean(row, &rows);
            all[row] = Some(fit.elo(&contrast, seeds[row], wins));
        }
    }
    all
}

/// The victories of those who are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeenWins {
    /// Somebody won everything, or nothing.
    OneSided,
    /// Everybody won some matches and lost some.
    Mixed,
}

impl SeenWins {
    /// The victories of those of whom these say that they won everything, or nothing.
    pub(super) fn among(mut are_one_sided: impl Iterator<Item = bool>) -> Self {
        if are_one_sided.any(|one_sided| one_sided) { Self::OneSided } else { Self::Mixed }
    }
}

/// The fitted variables of a likelihood, and how each block of seeds moves them.
pub(super) struct WinFit<'a> {
    pub(super) model: WinLikelihood<'a>,
    values: Vec<f64>,
    curvature: Vec<f64>,
    blocks: Vec<Vec<f64>>,
}

impl<'a> WinFit<'a> {
    pub(super) fn new(model: WinLikelihood<'a>) -> Self {
        let values = model.fit();
        let curvature = model.curvature(&values);
        let moved = |block| {
            let gradient = model.block_gradient(block, &values);
            solve(|v, out| model.apply(&curvature, v, out), &gradient)
        };
        let blocks = (0..model.cells.blocks()).map(moved).collect();
        Self { model, values, curvature, blocks }
    }

    /// An entrant's part less the mean of those it is compared with.
    pub(super) fn less_mean(&self, part: usize, among: &[usize]) -> Contrast {
        let each = -1.0 / among.len() as f64;
        let mut contrast: Contrast = among.iter().map(|&part| (part, each)).collect();
        contrast.push((part, 1.0));
        contrast
    }

    /// The level of the first kind of side less that of the second.
    pub(super) fn first_less_second(&self) -> Contrast {
        let parts = self.model.parts.count;
        vec![(parts, 1.0), (parts + 1, -1.0)]
    }

    /// A contrast of the fitted variables, on the Elo scale.
    pub(super) fn elo(&self, contrast: &Contrast, seeds: u64, wins: SeenWins) -> Elo {
        let of = |values: &[f64]| -> f64 {
            contrast.iter().map(|&(variable, weight)| weight * values[variable]).sum()
        };
        let mut shifts: Vec<f64> = self.blocks.iter().map(|shifts| ELO * of(shifts)).collect();
        // The tied game is not resampled, so the raw shifts do not add up to 0.
        let mean = shifts.iter().sum::<f64>() / shifts.len() as f64;
        shifts.iter_mut().for_each(|shift| *shift -= mean);
        let is_still = shifts.iter().all(|shift| shift.abs() < STILL);
        let figure = Figure { value: ELO * of(&self.values), shifts, seeds };
        let model_error =
            (wins == SeenWins::OneSided || is_still).then(|| self.model_error(contrast));
        let model_error = model_error.filter(|&error| error > STILL);
        Elo { figure, model_error }
    }

    fn model_error(&self, contrast: &Contrast) -> f64 {
        let mut b = vec![0.0; self.values.len()];
        contrast.iter().for_each(|&(variable, weight)| b[variable] += weight);
        let x = solve(|v, out| self.model.apply(&self.curvature, v, out), &b);
        ELO * dot(&b, &x).max(0.0).sqrt()
    }
}

/// Weights of some variables of the likelihood.
pub(super) type Contrast = Vec<(usize, f64)>;

/// The variable that stands for the entrant of each row.
pub(super) struct RowVariables {
    /// By row; `None` if matches with this row do not count.
    of_row: Vec<Option<usize>>,
    count: usize,
}

impl RowVariables {
    /// Every row has a part of its own.
    fn of_rows(design: &PairingDesign) -> Self {
        Self { of_row: (0..design.rows()).map(Some).collect(), count: design.rows() }
    }

    /// The rows of a group share one part; matches with rows of no group do not count.
    pub(super) fn of_groups(design: &PairingDesign, groups: &[Vec<usize>]) -> Self {
        let mut of_row = vec![None; design.rows()];
        for (part, rows) in groups.iter().enumerate() {
            rows.iter().for_each(|&row| of_row[row] = Some(part));
        }
        Self { of_row, count: groups.len() }
    }

    /// True if the matches of a pairing count.
    pub(super) fn count_in(&self, design: &PairingDesign, pairing: usize) -> bool {
        design.rows_in(pairing).all(|row| self.of_row[row].is_some())
    }
}

/// Two sides of a pairing.
struct PairingSides {
    pairing: usize,
    rows: [usize; 2],
    games: f64,
}

/// The likelihood. Its variables are the entrants' parts, then the levels of the kinds.
pub(super) struct WinLikelihood<'a> {
    design: &'a PairingDesign,
    cells: &'a Cells,
    pub(super) parts: RowVariables,
    edges: Vec<PairingSides>,
    /// Points won by row.
    points: Vec<f64>,
    /// Points won by part against others, and the most that it could win.
    won: Vec<f64>,
    most: Vec<f64>,
}

impl<'a> WinLikelihood<'a> {
    pub(super) fn new(design: &'a PairingDesign, cells: &'a Cells, parts: RowVariables) -> Self {
        let mut edges = vec![];
        for (pairing, &played) in cells.played().iter().enumerate().filter(|(_, n)| **n > 0) {
            if !parts.count_in(design, pairing) {
                continue;
            }
            for (a, row) in design.rows_in(pairing).enumerate() {
                let later = design.rows_in(pairing).skip(a + 1);
                edges.extend(later.map(|other| PairingSides {
                    pairing,
                    rows: [row, other],
                    games: played as f64,
                }));
            }
        }
        let zero = vec![0.0; parts.count];
        let points = vec![0.0; design.rows()];
        let mut model = Self { design, cells, parts, edges, points, won: zero.clone(), most: zero };
        model.count_points();
        model
    }

    fn count_points(&mut self) {
        let mut against_others = vec![0.0; self.design.rows()];
        let mut points = against_others.clone();
        for block in 0..self.cells.blocks() {
            self.add_points(block, &mut points, |_| true);
            self.add_points(block, &mut against_others, |pairing| !self.is_self_play(pairing));
        }
        self.points = points;
        for (row, won) in against_others.into_iter().enumerate() {
            let part = self.part(row);
            self.won[part] += won;
        }
        let mut most = vec![0.0; self.parts.count];
        for edge in self.edges.iter().filter(|edge| !self.is_self_play(edge.pairing)) {
            edge.rows.iter().for_each(|&row| most[self.part(row)] += edge.games);
        }
        self.most = most;
    }

    /// True if an entrant met itself, on two unlike sides.
    fn is_self_play(&self, pairing: usize) -> bool {
        let mut parts = self.design.rows_in(pairing).map(|row| self.parts.of_row[row]);
        self.design.is_duel() && parts.next() == parts.next()
    }

    fn add_points(&self, block: usize, points: &mut [f64], counts: impl Fn(usize) -> bool) {
        for pairing in 0..self.design.pairings() {
            if !self.parts.count_in(self.design, pairing) || !counts(pairing) {
                continue;
            }
            for (side, row) in self.design.rows_in(pairing).enumerate() {
                points[row] += f64::from(self.cells.points(block, pairing, side)) / 2.0;
            }
        }
    }

    /// The part of a row whose matches count.
    fn part(&self, row: usize) -> usize {
        self.parts.of_row[row].unwrap_or(0)
    }

    fn level(&self, row: usize) -> usize {
        self.parts.count + self.design.kind_of(row)
    }

    fn strength(&self, v: &[f64], row: usize) -> f64 {
        v[self.part(row)] + v[self.level(row)]
    }

    /// Adds up what belongs to rows by part, then by kind.
    fn by_variable(&self, of_rows: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for (row, of_row) in of_rows.iter().enumerate() {
            out[self.part(row)] += of_row;
            out[self.level(row)] += of_row;
        }
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

    /// Points less expected points: by part, then by kind.
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
        let mut by_variable = vec![0.0; v.len()];
        self.by_variable(&gradient, &mut by_variable);
        by_variable
    }

    fn gradient(&self, v: &[f64]) -> Vec<f64> {
        let mut gradient = self.gradient_of(&self.points, v, |edge| edge.games);
        gradient.iter_mut().zip(v).for_each(|(g, &x)| *g += 0.5 - logistic(x));
        gradient
    }

    /// The contribution of one block of seeds to the gradient.
    fn block_gradient(&self, block: usize, v: &[f64]) -> Vec<f64> {
        let mut points = vec![0.0; self.design.rows()];
        self.add_points(block, &mut points, |_| true);
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
        let mut forces = vec![0.0; self.design.rows()];
        let (edges, tied) = curvature.split_at(self.edges.len());
        for (edge, pull) in self.edges.iter().zip(edges) {
            let [a, b] = edge.rows;
            let force = pull * (self.strength(v, a) - self.strength(v, b));
            forces[a] += force;
            forces[b] -= force;
        }
        self.by_variable(&forces, out);
        for ((out, tied), v) in out.iter_mut().zip(tied).zip(v) {
            *out += tied * v;
        }
    }

    /// The most likely strengths, by Newton's method. A step that overshoots is halved.
    fn fit(&self) -> Vec<f64> {
        let mut v = vec![0.0; self.parts.count + self.design.kinds()];
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

    /// True if a part won, or lost, every comparison with others.
    #[expect(clippy::float_cmp, reason = "halves are exact")]
    pub(super) fn is_one_sided(&self, part: usize) -> bool {
        self.won[part] == 0.0 || self.won[part] == self.most[part]
    }

    /// The largest set of these parts that can be compared with each other.
    pub(super) fn comparable(&self, parts: &[usize]) -> Vec<usize> {
        let mut components = Components::new(self.parts.count);
        for edge in &self.edges {
            let [a, b] = edge.rows.map(|row| self.part(row));
            components.join(a, b);
        }
        let met = |part: &usize| self.most[*part] > 0.0;
        components.largest(&parts.iter().copied().filter(met).collect::<Vec<_>>())
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[cfg(test)]
mod tests;
