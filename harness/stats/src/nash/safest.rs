//! The mixture of rows with the highest guaranteed score.

use crate::solve::dot;

/// The weight of entropy against the score, in units of the table's range: enough to choose among
/// mixtures with the same guarantee, too little to change four decimals of the weights.
const ENTROPY: f64 = 1e-6;
/// The final size of the barrier that keeps weights and slacks above 0.
const BARRIER: f64 = 1e-12;
/// The factor by which the barrier shrinks with every step.
const SHRINK: f64 = 0.2;
/// The most steps; far more than were ever needed.
const STEPS: usize = 200;

/// The mixture of rows whose lowest mean over the columns is highest; of several, the one with the
/// highest entropy.
///
/// The table has at least one row and one column, all rows are equally long, and all figures are
/// finite.
///
/// # Source
/// S. J. Wright, *Primal-Dual Interior-Point Methods*, 1997, chapter 1 (the steps), with the
/// entropy as a vanishing part of the objective.
pub(super) fn safest(table: &[Vec<f64>]) -> Vec<f64> {
    let all = || table.iter().flatten().copied();
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let uniform = vec![1.0 / table.len() as f64; table.len()];
    if high - low <= 0.0 {
        return uniform;
    }
    let scaled = |row: &Vec<f64>| row.iter().map(|cell| (cell - low) / (high - low)).collect();
    let mut point = SearchPoint::start(table.iter().map(scaled).collect(), uniform);
    for _ in 0..STEPS {
        let before = point.gap();
        let barrier = (SHRINK * before).max(BARRIER);
        point.step(barrier);
        if barrier <= BARRIER && point.gap() <= 2.0 * BARRIER && point.unrest() < 1e-9 {
            break;
        }
    }
    let sum: f64 = point.weights.iter().sum();
    point.weights.iter().map(|weight| weight / sum).collect()
}

/// The state of the search: the mixture of rows, and the opponent's mixture of columns.
struct SearchPoint {
    table: Vec<Vec<f64>>,
    weights: Vec<f64>,
    /// Prices (dual variables) of the weights being positive, by row.
    prices: Vec<f64>,
    opponent: Vec<f64>,
    /// The mixture's mean less the guaranteed score, by column.
    slacks: Vec<f64>,
    /// The price of the weights adding up to 1.
    level: f64,
}

impl SearchPoint {
    fn start(table: Vec<Vec<f64>>, weights: Vec<f64>) -> Self {
        let columns = table[0].len();
        let means: Vec<f64> =
            (0..columns).map(|column| table.iter().map(|row| row[column]).sum::<f64>()).collect();
        let slacks = means.iter().map(|sum| 1.0 + sum / weights.len() as f64).collect();
        let opponent = vec![1.0 / columns as f64; columns];
        let prices = weights.iter().map(|_| 1.0).collect();
        Self { table, weights, prices, opponent, slacks, level: 0.0 }
    }

    /// The mean of the products that the complementarity conditions require to be 0.
    fn gap(&self) -> f64 {
        let left = dot(&self.weights, &self.prices) + dot(&self.opponent, &self.slacks);
        left / (self.weights.len() + self.opponent.len()) as f64
    }

    /// The gain from more weight by row, which is 0 at the end.
    fn pulls(&self) -> Vec<f64> {
        let of_row = |(row, (weight, price)): (&Vec<f64>, (&f64, &f64))| {
            dot(row, &self.opponent) - ENTROPY * (libm::log(*weight) + 1.0) + price - self.level
        };
        self.table.iter().zip(self.weights.iter().zip(&self.prices)).map(of_row).collect()
    }

    fn unrest(&self) -> f64 {
        self.pulls().iter().map(|pull| pull.abs()).fold(0.0, f64::max)
    }

    /// One step of Newton's method towards a gap of this size.
    fn step(&mut self, barrier: f64) {
        let (rows, columns) = (self.weights.len(), self.opponent.len());
        let pulls: Vec<f64> = (0..rows)
            .zip(self.pulls())
            .map(|(i, pull)| pull + barrier / self.weights[i] - self.prices[i])
            .collect();
        let give: Vec<f64> =
            (0..rows).map(|i| self.weights[i] / (ENTROPY + self.prices[i])).collect();
        let given: Vec<f64> = give.iter().zip(&pulls).map(|(give, pull)| give * pull).collect();
        let factor = self.factor(&give);
        let of_weights = factor.solve(&self.by_column(&give));
        let of_ones = factor.solve(&vec![1.0; columns]);
        let moved = self.by_column(&given);
        let want: Vec<f64> =
            (0..columns).map(|j| barrier / self.opponent[j] - self.slacks[j] - moved[j]).collect();
        let free = factor.solve(&want);
        let (level, base) = self.border(&give, &given, [&free, &of_weights, &of_ones]);
        let opponent: Vec<f64> =
            (0..columns).map(|j| free[j] + level * of_weights[j] + base * of_ones[j]).collect();
        let weights: Vec<f64> = (0..rows)
            .map(|i| give[i] * (dot(&self.table[i], &opponent) - level + pulls[i]))
            .collect();
        let prices: Vec<f64> = (0..rows)
            .map(|i| (barrier - self.prices[i] * weights[i]) / self.weights[i] - self.prices[i])
            .collect();
        let slacks: Vec<f64> = self.by_column(&weights).iter().map(|sum| sum - base).collect();
        self.advance(&weights, &prices, &opponent, &slacks, level);
    }

    /// The sums over rows of the table times these figures, by column.
    fn by_column(&self, by_row: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.opponent.len()];
        for (row, figure) in self.table.iter().zip(by_row) {
            sums.iter_mut().zip(row).for_each(|(sum, cell)| *sum += figure * cell);
        }
        sums
    }

    /// The equations for the opponent's mixture, factored.
    fn factor(&self, give: &[f64]) -> Factor {
        let columns = self.opponent.len();
        let mut matrix = vec![vec![0.0; columns]; columns];
        for (row, give) in self.table.iter().zip(give) {
            for (j, line) in matrix.iter_mut().enumerate() {
                let scaled = give * row[j];
                line[..=j].iter_mut().zip(row).for_each(|(to, cell)| *to += scaled * cell);
            }
        }
        for (j, line) in matrix.iter_mut().enumerate() {
            line[j] += self.slacks[j] / self.opponent[j];
        }
        Factor::new(matrix)
    }

    /// The changes of the level and the guaranteed score that keep the sum of either mixture at 1.
    fn border(&self, give: &[f64], given: &[f64], solved: [&[f64]; 3]) -> (f64, f64) {
        let by_column = self.by_column(give);
        let [free, of_weights, of_ones] = solved;
        let total = |solved: &[f64]| solved.iter().sum::<f64>();
        // Unknowns x, y: the changes of the weights and of the opponent's weights add up to 0.
        let a = give.iter().sum::<f64>() - dot(&by_column, of_weights);
        let b = -dot(&by_column, of_ones);
        let e = given.iter().sum::<f64>() + dot(&by_column, free);
        let (c, d, f) = (total(of_weights), total(of_ones), -total(free));
        let determinant = a * d - b * c;
        ((e * d - b * f) / determinant, (a * f - e * c) / determinant)
    }

    /// Moves along a step, but stops before a variable reaches 0.
    fn advance(&mut self, w: &[f64], p: &[f64], o: &[f64], s: &[f64], level: f64) {
        let room = |at: &[f64], by: &[f64]| {
            let ratio = |(at, by): (&f64, &f64)| if *by < 0.0 { -at / by } else { f64::MAX };
            at.iter().zip(by).map(ratio).fold(f64::MAX, f64::min)
        };
        let pairs = [(&self.weights, w), (&self.prices, p), (&self.opponent, o), (&self.slacks, s)];
        let room = pairs.iter().map(|(at, by)| room(at, by)).fold(f64::MAX, f64::min);
        let length = (0.99 * room).min(1.0);
        let go = |at: &mut Vec<f64>, by: &[f64]| {
            at.iter_mut().zip(by).for_each(|(at, by)| *at += length * by);
        };
        go(&mut self.weights, w);
        go(&mut self.prices, p);
        go(&mut self.opponent, o);
        go(&mut self.slacks, s);
        self.level += length * level;
    }
}

/// A lower triangle whose product with its transpose is a given matrix.
struct Factor(Vec<Vec<f64>>);

impl Factor {
    /// Factors a symmetric, positive definite matrix. Only its lower triangle is read.
    ///
    /// # Source
    /// Wright, as above, chapter 11: a pivot lost to rounding is replaced by a huge one, which
    /// leaves its variable unchanged.
    fn new(mut matrix: Vec<Vec<f64>>) -> Self {
        let largest = (0..matrix.len()).map(|i| matrix[i][i]).fold(0.0, f64::max);
        for i in 0..matrix.len() {
            let (done, rest) = matrix.split_at_mut(i);
            let row = &mut rest[0];
            for j in 0..i {
                row[j] = (row[j] - dot(&row[..j], &done[j][..j])) / done[j][j];
            }
            let pivot = row[i] - dot(&row[..i], &row[..i]);
            row[i] = if pivot > 1e-30 * largest { pivot.sqrt() } else { 1e64 };
        }
        Self(matrix)
    }

    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..x.len() {
            x[i] = (x[i] - dot(&self.0[i][..i], &x[..i])) / self.0[i][i];
        }
        for i in (0..x.len()).rev() {
            x[i] /= self.0[i][i];
            let solved = x[i];
            x[..i].iter_mut().zip(&self.0[i]).for_each(|(x, cell)| *x -= cell * solved);
        }
        x
    }
}
