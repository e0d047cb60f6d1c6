//! Paired differences: the gain of one option over another on the same draws.

/// The mean of differences, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Paired {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Paired {
    /// Adds a difference.
    #[inline]
    pub(super) fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// Returns true if there are no differences yet.
    pub(super) fn is_empty(&self) -> bool {
        self.count < 1.0
    }

    /// The mean; 0 if there are no differences.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard error of the mean; infinite for fewer than two differences.
    pub(super) fn error(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        let mean = self.mean();
        let variance = (self.squares / self.count - mean * mean).max(0.0);
        (variance / (self.count - 1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of 1, 2, 3 and 6 is 3, and the sum of squared deviations is 4 + 1 + 0 + 9 = 14. So
    /// the variance is 14 / 3, and the standard error is the root of a quarter of it.
    #[test]
    fn the_standard_error_is_that_of_the_mean() {
        let mut paired = Paired::default();
        [1.0, 2.0, 3.0, 6.0].into_iter().for_each(|difference| paired.add(difference));
        assert!((paired.mean() - 3.0).abs() < 1e-12);
        assert!((paired.error() - (14.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn one_difference_proves_nothing() {
        let mut paired = Paired::default();
        paired.add(100.0);
        assert!(paired.error().is_infinite());
    }
}
