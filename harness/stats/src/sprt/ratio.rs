//! The generalised likelihood ratio of a t-value.

/// The log-likelihood ratio of a mean of `effect` standard deviations against a mean of 0. Either
/// hypothesis takes the standard deviation that fits it best.
///
/// `lean` is the mean of the differences divided by their root mean square, from -1 to 1. The ratio
/// depends on nothing else but the number of pairs. With the t-value t = mean / standard deviation
/// (over n, not n - 1) the lean is t / sqrt(1 + t^2).
///
/// Take differences of a normal distribution with mean s h and standard deviation s. The
/// log-likelihood of n of them with mean m and mean square q is, up to a constant, n (-ln s - q /
/// (2 s^2) + h m / s - h^2 / 2). Its derivative with respect to v = 1 / s is 0 where q v^2 - h m v
/// - 1 = 0. With w = v sqrt(q) and the lean r = m / sqrt(q) that is w = (h r + sqrt(h^2 r^2 + 4)) /
/// 2. The maximum, less the one for h = 0 (where w = 1), is n (ln w + h r w / 2 - h^2 / 2).
///
/// # Source
/// M. Van den Bergh, "Comments on Normalized Elo" and "A practical introduction to the GSPRT",
/// <https://www.cantate.be/Fishtest/>: the test on a t-value, as fishtest and fastchess run it.
/// Their distribution is multinomial, because a game has few results. Here it is normal, because a
/// score has many.
#[must_use]
pub fn log_ratio(pairs: u64, lean: f64, effect: f64) -> f64 {
    let pull = effect * lean;
    let w = f64::midpoint(pull, (pull * pull + 4.0).sqrt());
    pairs as f64 * (libm::log(w) + 0.5 * pull * w - 0.5 * effect * effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences 1, 2, 3, 4 and h = 0.5: m = 2.5, q = 7.5, r = 2.5 / sqrt(7.5) = 0.912_871,
    /// h r = 0.456_435, w = (0.456_435 + sqrt(4.208_333)) / 2 = 1.253_929,
    /// 4 (0.226_282 + 0.286_169 - 0.125) = 1.549_805.
    #[test]
    fn the_ratio_is_that_of_a_calculation_by_hand() {
        let ratio = log_ratio(4, 2.5 / 7.5f64.sqrt(), 0.5);
        assert!((ratio - 1.549_805).abs() < 5e-6, "{ratio}");
    }

    /// The log-likelihood of differences with mean `m` and mean square `q`, maximised over a fine
    /// grid of standard deviations.
    fn by_search(n: f64, m: f64, q: f64, h: f64) -> f64 {
        let at = |s: f64| n * (-libm::log(s) - q / (2.0 * s * s) + h * m / s - h * h / 2.0);
        (1..100_000).map(|step| at(f64::from(step) * 1e-4)).fold(f64::MIN, f64::max)
    }

    #[test]
    fn the_closed_form_is_the_maximum_over_standard_deviations() {
        for (m, q, h) in [(0.3, 2.0, 0.2), (-0.3, 2.0, 0.2), (1.9, 4.0, 1.5), (0.0, 1.0, 0.4)] {
            let searched = by_search(50.0, m, q, h) - by_search(50.0, m, q, 0.0);
            let ratio = log_ratio(50, m / f64::sqrt(q), h);
            assert!((ratio - searched).abs() < 1e-4, "{m} {q} {h}: {ratio}, {searched}");
        }
    }

    /// n (h t - h^2 / 2), the ratio for a known standard deviation, up to terms of third order.
    #[test]
    fn small_effects_have_the_ratio_of_a_known_standard_deviation() {
        let (t, h) = (0.01, 0.02);
        let ratio = log_ratio(1_000, t / f64::sqrt(1.0 + t * t), h);
        assert!((ratio - 1_000.0 * (h * t - h * h / 2.0)).abs() < 1e-4, "{ratio}");
    }

    #[test]
    fn differences_of_zero_speak_against_either_direction() {
        let against = log_ratio(100, 0.0, 0.2);
        assert!((against + 2.0).abs() < 1e-12, "{against}");
    }
}
