//! The points of a long line that are drawn.

/// The indices of the points that can be seen. Of all points above one pixel, these are the first,
/// the lowest, the highest and the last.
///
/// Lines look the same without the others, and a path of a million points fits a page.
pub(super) fn seen(points: &[(f64, f64)]) -> Vec<usize> {
    let column = |at: usize| points[at].0.floor().to_bits();
    let mut kept = vec![];
    let mut start = 0;
    while start < points.len() {
        let length = (start..points.len()).take_while(|&at| column(at) == column(start)).count();
        let run = start..start + length.max(1);
        let by_height = |a: &usize, b: &usize| points[*a].1.total_cmp(&points[*b].1);
        let finite = run.clone().filter(|&at| points[at].1.is_finite());
        let low = finite.clone().min_by(by_height).unwrap_or(start);
        let high = finite.max_by(by_height).unwrap_or(start);
        let mut few = [run.start, low, high, run.end - 1];
        few.sort_unstable();
        kept.extend(few);
        start = run.end;
    }
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_stay_and_a_long_line_becomes_short() {
        let mut points: Vec<_> = (0..100_000).map(|n| (f64::from(n) / 1000.0, 5.0)).collect();
        points[51_234].1 = 9.0;
        let seen = seen(&points);
        assert!(seen.len() <= 400 && seen.contains(&51_234), "{}", seen.len());
        assert_eq!((seen[0], seen[seen.len() - 1]), (0, 99_999));
        assert_eq!(super::seen(&[(0.0, 1.0), (0.5, 2.0), (3.0, 1.0)]), [0, 1, 2]);
        assert!(super::seen(&[]).is_empty());
    }
}
