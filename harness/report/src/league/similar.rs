//! An order in which entrants with similar results are neighbours.

/// The indices of these rows, ordered by similarity: the first row, then always the nearest row
/// that is left. Rows are near if they differ little in the columns that both have.
pub(super) fn by_similarity(rows: &[Vec<Option<f64>>]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..rows.len()).collect();
    let mut order = vec![];
    let mut last: Option<usize> = None;
    while !left.is_empty() {
        let near = |&(_, &row): &(usize, &usize)| match last {
            Some(last) => distance(&rows[last], &rows[row]),
            None => row as f64,
        };
        let nearest = left.iter().enumerate().min_by(|a, b| near(a).total_cmp(&near(b)));
        let Some((place, _)) = nearest else { break };
        let row = left.remove(place);
        order.push(row);
        last = Some(row);
    }
    order
}

/// The mean squared difference; infinite if they share no column.
fn distance(a: &[Option<f64>], b: &[Option<f64>]) -> f64 {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some((*a)? - (*b)?));
    let (sum, count) = both.fold((0.0, 0_u32), |(sum, count), d| (sum + d * d, count + 1));
    if count == 0 { f64::INFINITY } else { sum / f64::from(count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_alike_are_neighbours() {
        let rows = [[0.0, 9.0], [9.0, 0.0], [1.0, 9.0], [8.0, 0.0]];
        let rows = rows.map(|row| row.map(Some).to_vec());
        assert_eq!(by_similarity(&rows), [0, 2, 3, 1]);
        assert_eq!(by_similarity(&[vec![None], vec![Some(1.0)], vec![None]]), [0, 1, 2]);
    }
}
