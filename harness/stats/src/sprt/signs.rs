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

/// The share of seeds on which two entrants must differ if their difference is to be as large as
/// the effect: 3.8% for 0.2.
///
/// Results are yes or no, so a difference d of a seed is -1, 0 or 1. Let p be the share of seeds
/// that differ. Then mean(d)^2 <= p^2 <= p mean(d^2), and t^2 <= p / (1 - p) for the t-value of d.
#[must_use]
pub fn rare_share(effect: f64) -> f64 {
    effect * effect / (1.0 + effect * effect)
}

/// A test of the share of seeds that differ, which runs beside that of who is better.
#[derive(Debug, Clone, Copy)]
pub(super) struct RareDifferences {
    pub(super) effect: f64,
    /// The probability of calling differences rare that are not.
    pub(super) error: f64,
}

impl RareDifferences {
    /// The share that the test looks for, as a part of [`rare_share`]. A greater part finds shares
    /// just below it sooner, and takes longer where no seed differs.
    const PART: f64 = 0.25;

    /// True if so many seeds that differ, of all these, are certainly too few.
    ///
    /// The likelihood ratio of a small share against [`rare_share`] is a supermartingale if the
    /// true share is that or more. So it ever reaches 1 / error with a probability of at most
    /// error, however often the test looks.
    ///
    /// # Source
    /// J. Ville, *Étude critique de la notion de collectif*, 1939 (the inequality); A. Wald,
    /// *Sequential Analysis*, 1947, chapter 5 (the test of a proportion).
    pub(super) fn are_certain(self, differ: u64, all: u64) -> bool {
        let rare = rare_share(self.effect);
        let rarer = Self::PART * rare;
        let same = all.saturating_sub(differ);
        let ratio = differ as f64 * libm::log(Self::PART)
            + same as f64 * (libm::log1p(-rarer) - libm::log1p(-rare));
        ratio >= -libm::log(self.error)
    }
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

    /// For 0.2: 0.04 / 1.04 = 0.038462 and a quarter of it, 0.009615. Every seed alike adds
    /// ln(0.990385 / 0.961538) = 0.029559, and ln 100 = 4.605170, so 155.8 seeds. One that differs
    /// takes away 1.386294: 203.7 seeds.
    #[test]
    fn differences_are_rare_once_the_ratio_says_so() {
        assert!((rare_share(0.2) - 0.038_462).abs() < 1e-6);
        let rare = RareDifferences { effect: 0.2, error: 0.01 };
        assert!(!rare.are_certain(0, 155) && rare.are_certain(0, 156));
        assert!(!rare.are_certain(1, 203) && rare.are_certain(1, 204));
    }
}
