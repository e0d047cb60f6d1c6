//! Intervals of shares: of matches won, or of meetings in which one finished ahead.

use super::design::ScoreScale;
use super::estimate::Estimate;
use super::figure::Figure;
use super::student::{NORMAL_95, t95};

/// A share of all cases, with its 95% interval.
///
/// The interval is Wilson's, which stays between 0 and 1 and is not empty if the share is 0 or 1.
/// Cases on one seed are not independent. The number of cases is therefore replaced by the number
/// of independent cases that would have the standard error found over seeds. If the seeds show no
/// spread, every seed counts as one case. Student's t takes the place of the normal distribution.
///
/// # Source
/// E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of
/// the American Statistical Association 22, 1927; N. Dean, M. Pagano, "Evaluating Confidence
/// Interval Methods for Binomial Proportions in Clustered Surveys", Journal of Survey Statistics
/// and Methodology 3, 2015, <https://doi.org/10.1093/jssam/smv024> (the modified Wilson interval).
#[must_use]
pub fn share(figure: &Figure) -> Estimate {
    of_spread(figure.value, figure.standard_error(), figure.seeds)
}

/// The mean of a score: of victories, which are 0 or 1, it is a share.
pub(super) fn mean_estimate(scale: ScoreScale, figure: &Figure, by_spread: Estimate) -> Estimate {
    match scale {
        ScoreScale::Points => by_spread,
        ScoreScale::Victory => share(figure),
    }
}

/// A difference of means of a score.
pub(super) fn difference_of(scale: ScoreScale, difference: Estimate) -> Estimate {
    match scale {
        ScoreScale::Victory => difference.unless_still(),
        ScoreScale::Points => difference,
    }
}

/// The greater distance from the mean to an end of its interval, by Student's t over seeds; `None`
/// without an interval.
pub(super) fn reach(scale: ScoreScale, mean: f64, error: Option<f64>, seeds: u64) -> Option<f64> {
    match scale {
        ScoreScale::Points => Some(t95(seeds.checked_sub(1)?)? * error?),
        ScoreScale::Victory => {
            let (low, high) = of_spread(mean, error, seeds).interval?;
            Some((mean - low).max(high - mean))
        }
    }
}

/// A share with its interval, from its standard error over seeds, and the number of seeds.
pub(super) fn of_spread(share: f64, error: Option<f64>, seeds: u64) -> Estimate {
    let interval = error.and_then(|error| {
        let t = t95(seeds.checked_sub(1)?)?;
        let (spread, variance) = (share * (1.0 - share), error * error);
        let cases = if variance > 1e-12 * spread && spread > 0.0 {
            spread / variance
        } else {
            seeds as f64
        };
        Some(wilson(share, cases, t))
    });
    Estimate { value: share, interval }
}

/// The share of independent cases, with Wilson's interval.
pub(super) fn of_cases(share: f64, cases: u64) -> Estimate {
    let interval = (cases > 0).then(|| wilson(share, cases as f64, NORMAL_95));
    Estimate { value: share, interval }
}

fn wilson(share: f64, cases: f64, t: f64) -> (f64, f64) {
    let square = t * t / cases;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt() / (1.0 + square);
    // Rounding must not put the share outside of its interval.
    ((middle - half).clamp(0.0, share), (middle + half).clamp(share, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson's example: 10 of 100 with z = 1.96 gives 0.0552 to 0.1744.
    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = wilson(0.1, 100.0, 1.959_964);
        assert!((low - 0.055_23).abs() < 1e-5 && (high - 0.174_37).abs() < 1e-5, "{low} {high}");
    }

    /// No win on 30 seeds: t(29) = 2.04523, so the high end is t² / (30 + t²) = 0.12237.
    #[test]
    fn a_share_of_nothing_has_an_interval_that_counts_seeds() {
        let figure = Figure::mean([(0, 5); 30].into_iter()).unwrap();
        let (low, high) = share(&figure).interval.unwrap();
        assert!(low.abs() < 1e-9 && (high - 0.122_37).abs() < 1e-5, "{low} {high}");
    }

    /// Every seed is all or nothing: five cases a seed are worth one.
    #[test]
    fn cases_on_one_seed_that_are_alike_count_once() {
        let wins = (0..40).map(|seed| (5 * i64::from(seed % 2 == 0), 5));
        let clustered = share(&Figure::mean(wins).unwrap()).interval.unwrap();
        let single = (0..40).map(|seed| (i64::from(seed % 2 == 0), 1));
        let alone = share(&Figure::mean(single).unwrap()).interval.unwrap();
        assert!((clustered.0 - alone.0).abs() < 1e-9 && (clustered.1 - alone.1).abs() < 1e-9);
    }

    #[test]
    fn one_seed_has_no_interval() {
        let figure = Figure::mean([(1, 2)].into_iter()).unwrap();
        assert_eq!(share(&figure), Estimate { value: 0.5, interval: None });
    }
}
