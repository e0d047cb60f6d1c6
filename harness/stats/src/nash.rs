//! Nash averaging of a two-sided, zero-sum league.
//!
//! The crosstable is treated as a game in which either side picks one of its entrants, or a mixture
//! of them. Among the mixtures with the highest guaranteed score, the one of maximum entropy is
//! unique: copies of an entrant share its weight and change nothing else. An entrant's Nash score
//! is its mean score against the other side's mixture, so many weak opponents cannot raise it.
//!
//! # Source
//! D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating Evaluation", NeurIPS 2018,
//! <https://arxiv.org/abs/1806.02643>, sections 3 and 4 (maximum entropy, agents against tasks).

mod safest;

use safest::safest;

/// The most entrants on a side.
const MOST: usize = 256;

/// The equilibrium of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Nash {
    /// The mixtures of rows and of columns; each adds up to 1.
    pub weights: [Vec<f64>; 2],
    /// The mean score of each row against the mixture of columns, and of each column against the
    /// mixture of rows.
    pub scores: [Vec<f64>; 2],
    /// The mean score of one mixture against the other.
    pub value: f64,
}

/// The equilibrium of a table of mean scores that rows want high and columns low.
///
/// `None` if the table is empty, ragged or too large, or holds a figure that is not finite.
#[must_use]
pub fn nash(table: &[Vec<f64>]) -> Option<Nash> {
    let columns = table.first()?.len();
    let well_formed =
        |row: &Vec<f64>| row.len() == columns && row.iter().all(|cell| cell.is_finite());
    if columns == 0 || table.len().max(columns) > MOST || !table.iter().all(well_formed) {
        return None;
    }
    let turned: Vec<Vec<f64>> =
        (0..columns).map(|column| table.iter().map(|row| -row[column]).collect()).collect();
    let weights = [safest(table), safest(&turned)];
    let rows: Vec<f64> = table.iter().map(|row| product(row, &weights[1])).collect();
    let columns: Vec<f64> = turned.iter().map(|row| -product(row, &weights[0])).collect();
    let value = product(&rows, &weights[0]);
    Some(Nash { weights, scores: [rows, columns], value })
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(a: &[f64], b: &[f64]) {
        assert_eq!(a.len(), b.len());
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 2e-5), "{a:?}, not {b:?}");
    }

    /// Rock, paper, scissors, where scissors beats paper twice as high. By hand: rows are
    /// indifferent if the columns' weights are (1/2, 1/4, 1/4), and the table is antisymmetric.
    #[test]
    fn a_cycle_is_weighed_so_that_nobody_gains() {
        let nash =
            nash(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -2.0], vec![-1.0, 2.0, 0.0]]).unwrap();
        assert_near(&nash.weights[0], &[0.5, 0.25, 0.25]);
        assert_near(&nash.weights[1], &[0.5, 0.25, 0.25]);
        assert_near(&nash.scores[0], &[0.0; 3]);
        assert!(nash.value.abs() < 1e-5);
    }

    /// The 2 x 2 formula (J. von Neumann, O. Morgenstern): for ((3, -1), (-2, 1)) rows mix 3 : 4,
    /// columns 2 : 5, and the value is 1/7.
    #[test]
    fn a_table_without_a_saddle_is_mixed_by_the_formula() {
        let nash = nash(&[vec![3.0, -1.0], vec![-2.0, 1.0]]).unwrap();
        assert_near(&nash.weights[0], &[3.0 / 7.0, 4.0 / 7.0]);
        assert_near(&nash.weights[1], &[2.0 / 7.0, 5.0 / 7.0]);
        assert!((nash.value - 1.0 / 7.0).abs() < 1e-5);
    }

    #[test]
    fn who_dominates_has_all_the_weight() {
        let nash = nash(&[vec![257.0, 319.2, 341.2], vec![-3.2, 170.3, 286.1]]).unwrap();
        assert_near(&nash.weights[0], &[1.0, 0.0]);
        assert_near(&nash.weights[1], &[1.0, 0.0, 0.0]);
        assert!((nash.value - 257.0).abs() < 0.01, "{}", nash.value);
        assert!((nash.scores[0][1] + 3.2).abs() < 0.01 && (nash.scores[1][2] - 341.2).abs() < 0.01);
    }

    /// Matching pennies with three copies of heads, which share the half that heads has.
    #[test]
    fn copies_share_a_weight_and_change_nothing() {
        let (heads, tails) = (vec![1.0, -1.0], vec![-1.0, 1.0]);
        let nash = nash(&[heads.clone(), heads.clone(), tails, heads]).unwrap();
        assert_near(&nash.weights[0], &[1.0 / 6.0, 1.0 / 6.0, 0.5, 1.0 / 6.0]);
        assert_near(&nash.weights[1], &[0.5, 0.5]);
    }

    #[test]
    fn a_table_that_is_all_the_same_weighs_all_the_same() {
        let nash = nash(&[vec![4.0; 3], vec![4.0; 3]]).unwrap();
        assert_near(&nash.weights[0], &[0.5; 2]);
        assert_near(&nash.weights[1], &[1.0 / 3.0; 3]);
        assert!((nash.value - 4.0).abs() < 1e-9);
    }

    #[test]
    fn of_what_is_no_table_there_is_no_equilibrium() {
        assert_eq!(nash(&[]), None);
        assert_eq!(nash(&[vec![]]), None);
        assert_eq!(nash(&[vec![f64::NAN]]), None);
        assert_eq!(nash(&[vec![1.0, 2.0], vec![1.0]]), None);
    }

    /// In an equilibrium no row scores more than the value, and no column less.
    #[test]
    fn nobody_gains_by_leaving_a_large_equilibrium() {
        for (rows, columns, step) in [(60, 40, 7_919), (40, 60, 104_729), (30, 30, 1)] {
            let cell = |row: usize, column: usize| {
                let mix = (row * 7_907 + column * step + row * column * 31) % 1_009;
                f64::from(u16::try_from(mix).unwrap())
            };
            let table: Vec<Vec<f64>> = (0..rows)
                .map(|row| (0..columns).map(|column| cell(row, column)).collect())
                .collect();
            let nash = nash(&table).unwrap();
            let best = nash.scores[0].iter().copied().fold(f64::MIN, f64::max);
            let worst = nash.scores[1].iter().copied().fold(f64::MAX, f64::min);
            assert!(best - worst < 0.02, "{rows} x {columns}: {worst} to {best}");
            for weights in &nash.weights {
                assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(weights.iter().all(|&weight| weight >= 0.0));
            }
        }
    }
}
