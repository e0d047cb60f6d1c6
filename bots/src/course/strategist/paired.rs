//! Differences in pairs: what one option is worth more than another on the same draws.

/// The mean of differences, and how far off it can be.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Paired {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Paired {
    /// Takes in one more.
    #[inline]
    pub(super) fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// True if there is none yet.
    pub(super) fn is_empty(&self) -> bool {
        self.count < 1.0
    }

    /// The mean; 0 of none.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard error of the mean; endless where fewer than two differences tell.
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

    /// Of 1, 2, 3, 6 the mean is 3, the sum of squared deviations 4 + 1 + 0 + 9 = 14, so the
    /// variance 14 / 3, and the standard error the root of a fourth of it.
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
