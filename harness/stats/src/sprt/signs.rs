//! The likelihood ratio of which of two does better, where results are yes or no.

use crate::student::normal_below;

/// The log-likelihood ratio of an entrant that does better in a share of the differing pairs,
/// against one that does better in half of them. The share is that of [`better_share`].
///
/// Pairs in which both won, or neither, say nothing about who is better: given the number of pairs
/// that differ, the wins are binomial whatever the probabilities of victory are.
///
/// # Source
/// Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
/// percentages", Psychometrika 12, 1947 (the test on the pairs that differ); A. Wald, *Sequential
/// Analysis*, 1947, chapter 6 (its sequential form).
pub(super) fn sign_ratio(better: u64, worse: u64, effect: f64) -> f64 {
    let share = better_share(effect);
    better as f64 * libm::log(2.0 * share) + worse as f64 * libm::log(2.0 * (1.0 - share))
}

/// The share of seeds on which A does better than B if scores are normal and their difference is
/// this effect: 58% for 0.2. Where results are yes or no, it is the share of the seeds on which the
/// two differ.
#[must_use]
pub fn better_share(effect: f64) -> f64 {
    normal_below(effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The normal distribution below 0.2 is 0.579260; 10 ln 1.158519 + 4 ln 0.841481 = 0.781057.
    #[test]
    fn the_ratio_is_that_of_a_calculation_by_hand() {
        assert!((better_share(0.2) - 0.579_260).abs() < 1e-6);
        let ratio = sign_ratio(10, 4, 0.2);
        assert!((ratio - 0.781_057).abs() < 1e-5, "{ratio}");
    }
}
