//! Who is better.

use std::cmp::Ordering;

use stoker_engine::Direction;

use super::additive::Additive;
use super::cells::Cells;
use super::design::Design;
use super::pinned;

/// The rows of a kind of side, those first that matches so far show to be the best: by rating, then
/// by mean score, then by number.
#[must_use]
pub fn order(design: &Design, cells: &Cells, kind: usize) -> Vec<usize> {
    let ratings = Additive::values(design, cells, kind);
    let mut rows: Vec<usize> = design.rows_of(kind).collect();
    // Stable: rows of equal standing stay in their order.
    rows.sort_by(|&a, &b| {
        greater(ratings[a], ratings[b]).then_with(|| by_mean(design, cells, a, b))
    });
    rows
}

/// The greater figure first, as it is written; who has none comes last.
pub fn greater(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a.map(pinned), b.map(pinned)) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// The better mean score first, compared without rounding; who has not played comes last.
pub fn by_mean(design: &Design, cells: &Cells, a: usize, b: usize) -> Ordering {
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

    /// The second beat a strong opponent by as much as the first beat a weak one: its mean is no
    /// better, its rating is. The third has not played.
    #[test]
    fn ratings_come_before_means_and_who_has_not_played_is_last() {
        let design = duel_of([3, 2], &[[0, 3], [1, 4], [0, 4], [2, 4]]);
        let cells = played(&design, &[(0, 0, 50), (1, 0, 50), (2, 0, 20)]);
        assert_eq!(order(&design, &cells, 0), [1, 0, 2]);
    }
}
