//! The mean of paired differences, and its standard error.

/// The mean of a sample, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanDifference {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean: 0 if all are equal, infinite if there are fewer than two.
    pub stderr: f64,
}

impl MeanDifference {
    /// The mean of whole numbers, which are summed exactly.
    #[must_use]
    pub fn of(sample: &[i32]) -> Self {
        let count = sample.len() as f64;
        let sum = sample.iter().map(|&it| i64::from(it)).sum::<i64>() as f64;
        let squares = sample.iter().map(|&it| i128::from(it) * i128::from(it)).sum::<i128>() as f64;
        if sample.len() < 2 {
            return Self { mean: if sample.is_empty() { 0.0 } else { sum }, stderr: f64::INFINITY };
        }
        let mean = sum / count;
        let variance = ((squares - sum * mean) / (count - 1.0)).max(0.0);
        Self { mean, stderr: (variance / count).sqrt() }
    }

    /// True if it is above 0 by at least two standard errors.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.mean > 0.0 && self.mean >= 2.0 * self.stderr
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of 1, 2, 3, 6 is 3. The sum of squared deviations is 4 + 1 + 0 + 9 = 14, so the
    /// variance is 14 / 3, and the standard error is the root of a fourth of it.
    #[test]
    fn the_standard_error_is_that_of_the_mean() {
        let found = MeanDifference::of(&[1, 2, 3, 6]);
        assert!((found.mean - 3.0).abs() < 1e-12);
        assert!((found.stderr - (14.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!(found.is_clear());
    }

    #[test]
    fn equal_differences_are_clear_and_one_is_not() {
        assert!(MeanDifference::of(&[5, 5, 5]).is_clear());
        assert!(!MeanDifference::of(&[0, 0, 0]).is_clear());
        assert!(!MeanDifference::of(&[100]).is_clear());
        assert!(!MeanDifference::of(&[]).is_clear());
    }
}
