//! Holm's correction for several tests.

/// The p-values corrected for their number, in the same order: if the hypotheses with a corrected
/// value of at most 5% are rejected, the probability that a true one is among them is at most 5%.
///
/// The smallest is multiplied by the number of tests, the next by one less, and so on. None is
/// below the one before it, or above 1.
///
/// # Examples
/// ```
/// use stoker_stats::holm;
/// assert_eq!(holm(&[0.25, 0.03125]), [0.25, 0.0625]);
/// ```
///
/// # Source
/// S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
/// Statistics 6 (1979).
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut least = 0.0f64;
    for (rank, &test) in order.iter().enumerate() {
        let tests = (p_values.len() - rank) as f64;
        least = least.max((tests * p_values[test]).min(1.0));
        corrected[test] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4 times 0.005; 3 times 0.01; 2 times 0.03; 0.04 itself is less than the 0.06 before it.
    #[test]
    fn the_smallest_is_multiplied_by_the_number_of_tests_and_the_next_by_one_less() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (value, expected) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((value - expected).abs() < 1e-12, "{value}, not {expected}");
        }
    }

    #[test]
    fn no_corrected_value_is_above_1() {
        assert_eq!(holm(&[0.9, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }
}
