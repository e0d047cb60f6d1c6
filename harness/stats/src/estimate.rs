//! A figure with its interval.

use super::{pinned, rounded};

/// The most decimals of a figure: files have no more.
const MOST_DECIMALS: usize = 4;
/// Half a unit of the last of these.
const HALF_UNIT: f64 = 0.5e-4;

/// A figure with its 95% interval, if there are data to make one from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The low and the high end, which always enclose the figure. `None` with fewer than two seeds,
    /// and if all games are copies of one.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A figure whose interval reaches `half` to either side.
    pub(super) fn around(value: f64, half: Option<f64>) -> Self {
        Self { value, interval: half.map(|half| (value - half, value + half)) }
    }

    /// The figure without its interval.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { interval: None, ..self }
    }

    /// The figure without an interval that has no width. Of victories and of effects, such an
    /// interval does not say that the figure is certain, but that nothing has varied yet, as where
    /// nobody won.
    #[must_use]
    pub fn unless_still(self) -> Self {
        match self.interval {
            Some((low, high)) if high - low > 1e-9 => self,
            Some(_) | None => self.alone(),
        }
    }

    /// The estimate in another unit; `unit` must be increasing.
    #[must_use]
    pub fn map(self, unit: impl Fn(f64) -> f64) -> Self {
        let ends = |(low, high)| (unit(low), unit(high));
        Self { value: unit(self.value), interval: self.interval.map(ends) }
    }

    /// The estimate as it will be read back from a file.
    #[must_use]
    pub fn pinned(self) -> Self {
        self.map(pinned)
    }

    /// The interval with this many decimals, such as `-4.0 to 20.6`, or with more if it is too
    /// narrow for these: 0.012 to 0.034 is not shown as `0.0 to 0.0`. One without width has the
    /// decimals of its figure: 0.6667 is not shown as `0.7 to 0.7`.
    #[must_use]
    pub fn range(self, decimals: usize) -> Option<String> {
        let (low, high) = self.interval?;
        let units = |decimals: usize| (0..decimals).fold(high - low, |width, _| 10.0 * width);
        let is_exact = |decimals: usize| {
            rounded(low, decimals).parse().is_ok_and(|shown: f64| (shown - low).abs() < HALF_UNIT)
        };
        let shows = |decimals: &usize| match high > low {
            true => units(*decimals) >= 2.0,
            false => is_exact(*decimals),
        };
        let enough = (decimals..MOST_DECIMALS).find(shows).unwrap_or(MOST_DECIMALS);
        let decimals = enough.max(decimals);
        Some(format!("{} to {}", rounded(low, decimals), rounded(high, decimals)))
    }

    /// Figure, low end and high end, as columns of a table.
    #[must_use]
    pub fn columns(estimate: Option<Self>) -> [Option<f64>; 3] {
        let (low, high) = estimate.and_then(|estimate| estimate.interval).unzip();
        [estimate.map(|estimate| estimate.value), low, high]
    }

    /// The estimate that has these columns; `None` without a figure.
    #[must_use]
    pub fn of_columns([value, low, high]: [Option<f64>; 3]) -> Option<Self> {
        Some(Self { value: value?, interval: low.zip(high) })
    }
}

impl std::ops::Neg for Estimate {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, interval: self.interval.map(|(low, high)| (-high, -low)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_told_in_columns_and_read_from_them() {
        let estimate = Estimate::around(3.0, Some(2.0));
        for estimate in [estimate, estimate.alone()] {
            assert_eq!(Estimate::of_columns(Estimate::columns(Some(estimate))), Some(estimate));
        }
        assert_eq!(Estimate::columns(None), [None; 3]);
        assert_eq!(Estimate::of_columns([None, Some(1.0), Some(2.0)]), None);
    }

    #[test]
    fn an_interval_is_shown_with_as_many_decimals_as_it_takes() {
        let shown = |low, high| Estimate { value: low, interval: Some((low, high)) }.range(1);
        assert_eq!(shown(-4.0, 20.64).unwrap(), "-4.0 to 20.6");
        assert_eq!(shown(0.66, 0.74).unwrap(), "0.66 to 0.74");
        assert_eq!(shown(2.0 / 3.0, 2.0 / 3.0).unwrap(), "0.6667 to 0.6667");
        assert_eq!(shown(0.25, 0.25).unwrap(), "0.25 to 0.25");
        assert_eq!(shown(3.0, 3.0).unwrap(), "3.0 to 3.0");
    }

    #[test]
    fn the_other_way_round_the_low_end_becomes_the_high_one() {
        let estimate = Estimate { value: -3.0, interval: Some((-5.0, 0.04)) };
        assert_eq!((-estimate).interval, Some((-0.04, 5.0)));
        assert_eq!((-estimate).range(1).unwrap(), "0.0 to 5.0");
        assert_eq!(estimate.alone().range(1), None);
    }
}
