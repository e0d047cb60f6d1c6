//! Orders of rows and figures.

use std::cmp::Ordering;

use stoker_engine::Direction;

use super::additive::Additive;
use super::cells::Cells;
use super::design::PairingDesign;
use super::pinned;

/// The rows of a kind of side, best first by the matches so far: by rating, then by mean score,
/// then by number.
#[must_use]
pub fn order(design: &PairingDesign, cells: &Cells, kind: usize) -> Vec<usize> {
    let ratings = Additive::values(design, cells, kind);
    let mut rows: Vec<usize> = design.rows_of(kind).collect();
    // The sort is stable: rows of equal standing keep their order.
    rows.sort_by(|&a, &b| {
        greater(ratings[a], ratings[b]).then_with(|| by_mean(design, cells, a, b))
    });
    rows
}

/// Compares figures as they are written. The greater comes first, `None` last.
pub fn greater(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a.map(pinned), b.map(pinned)) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Compares mean scores without rounding. The better comes first, a row without matches last.
pub fn by_mean(design: &PairingDesign, cells: &Cells, a: usize, b: usize) -> Ordering {
    let [of_a, of_b] = [a, b].map(|row| cells.row(row).count());
    if of_a == 0 || of_b == 0 {
        return of_b.cmp(&of_a);
    }
    let total = |row: usize| cells.row(row).total();
    let rising = (total(a) * i128::from(of_b)).cmp(&(total(b) * i128::from(of_a)));
    match design.side_of(design.kind_of(a)).direction {
        Direction::High => rising.reverse(),
        Direction::Low => rising,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::*;

    /// The second beat a strong opponent by as much as the first beat a weak one. Its mean is no
    /// better, but its rating is. The third has not played.
    #[test]
    fn ratings_come_before_means_and_who_has_not_played_is_last() {
        let design = duel_of([3, 2], &[[0, 3], [1, 4], [0, 4], [2, 4]]);
        let cells = played(&design, &[(0, 0, 50), (1, 0, 50), (2, 0, 20)]);
        assert_eq!(order(&design, &cells, 0), [1, 0, 2]);
    }
}
