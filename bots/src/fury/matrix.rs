//! Zero-sum matrix games, solved exactly by the simplex method.
//!
//! Idea: with all payoffs above 0, the column player's best mix is the solution `y` of "greatest
//! sum with A y <= 1", scaled to 1; the row player's is the dual solution. With Bland's rule it
//! never cycles, except by rounding: the number of pivots is bounded.
//! Cost: a few microseconds for a round of combat, at most 7 rows and 10 columns.

/// Smaller numbers count as 0.
const EPSILON: f64 = 1e-9;

/// Payoffs are less: squares of larger ones leave nothing of the smaller ones.
const LARGEST: f64 = 1e6;
/// The most pivots for each row and column. Games of 10 by 10 need a tenth of that in all.
const PIVOTS: usize = 100;

/// The state of the search for the best mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Search {
    /// The goal grew.
    Grew,
    /// The goal cannot grow.
    Done,
    /// Rounding has left no row to pivot on.
    Lost,
}

/// The solution of a matrix game.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The expected payoff of the row player.
    pub value: f64,
    /// The probability of each row.
    pub rows: Vec<f64>,
    /// The probability of each column.
    pub columns: Vec<f64>,
}

/// Solves the game in which the row player gets `payoffs[row][column]` from the column player;
/// `None` if there is no row or no column, the rows differ in length, or a payoff is not a number or
/// too large, or the payoffs differ too much in size.
///
/// # Examples
/// ```
/// let pennies = stoker_bots::fury::solve(&[vec![1.0, -1.0], vec![-1.0, 1.0]]).unwrap();
/// assert!(pennies.value.abs() < 1e-9);
/// assert!((pennies.rows[0] - 0.5).abs() < 1e-9);
/// ```
#[must_use]
pub fn solve(payoffs: &[Vec<f64>]) -> Option<Solution> {
    let (rows, columns) = (payoffs.len(), payoffs.first()?.len());
    if columns == 0 || payoffs.iter().any(|row| row.len() != columns) {
        return None;
    }
    if !payoffs.iter().flatten().all(|payoff| payoff.abs() < LARGEST) {
        return None;
    }
    let least = payoffs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let shift = 1.0 - least;
    let mut tableau = Tableau::new(payoffs, shift);
    tableau.solve()?;
    let total = tableau.cells[rows][columns + rows];
    let scaled = |part: f64| (part / total).max(0.0);
    let mut mix = vec![0.0; columns];
    for (row, &basic) in tableau.basis.iter().enumerate() {
        if let Some(share) = mix.get_mut(basic) {
            *share = scaled(tableau.cells[row][columns + rows]);
        }
    }
    let duals = (0..rows).map(|row| scaled(tableau.cells[rows][columns + row])).collect();
    Some(Solution { value: 1.0 / total - shift, rows: duals, columns: mix })
}

/// Constraints with their slack, and the goal as the last row.
struct Tableau {
    cells: Vec<Vec<f64>>,
    /// The variable of each constraint: columns first, then slacks.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(payoffs: &[Vec<f64>], shift: f64) -> Self {
        let (rows, columns) = (payoffs.len(), payoffs[0].len());
        let constraint = |(number, row): (usize, &Vec<f64>)| {
            let slack = (0..rows).map(|slack| if slack == number { 1.0 } else { 0.0 });
            row.iter().map(|payoff| payoff + shift).chain(slack).chain([1.0]).collect()
        };
        let mut cells: Vec<Vec<f64>> = payoffs.iter().enumerate().map(constraint).collect();
        let goal = vec![-1.0; columns].into_iter().chain(vec![0.0; rows + 1]).collect();
        cells.push(goal);
        Self { cells, basis: (columns..columns + rows).collect() }
    }

    /// Pivots until the goal cannot grow; `None` if that is not reached.
    fn solve(&mut self) -> Option<()> {
        let most = PIVOTS * (self.basis.len() + self.cells.len());
        let last = (0..most).map(|_| self.improve()).find(|search| *search != Search::Grew);
        (last == Some(Search::Done)).then_some(())
    }

    /// One pivot.
    fn improve(&mut self) -> Search {
        let rows = self.basis.len();
        let last = self.cells[rows].len() - 1;
        let entering = (0..last).find(|&column| self.cells[rows][column] < -EPSILON);
        let Some(entering) = entering else { return Search::Done };
        let ratio = |row: usize| {
            let cell = self.cells[row][entering];
            (cell > EPSILON).then(|| self.cells[row][last] / cell)
        };
        let ratios = (0..rows).filter_map(|row| Some((row, ratio(row)?)));
        let leaving = ratios.min_by(|(one, left), (other, right)| {
            left.total_cmp(right).then(self.basis[*one].cmp(&self.basis[*other]))
        });
        let Some((leaving, _)) = leaving else { return Search::Lost };
        self.pivot(leaving, entering);
        Search::Grew
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let by = self.cells[leaving][entering];
        self.cells[leaving].iter_mut().for_each(|cell| *cell /= by);
        let pivot = self.cells[leaving].clone();
        for (number, row) in self.cells.iter_mut().enumerate() {
            let factor = row[entering];
            if number != leaving && factor != 0.0 {
                row.iter_mut().zip(&pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
            }
        }
        self.basis[leaving] = entering;
    }
}

#[cfg(test)]
mod tests;
