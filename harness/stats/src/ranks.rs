//! Intervals of ranks.

use super::figure::Figure;
use super::student::t_quantile;

/// The most figures that are compared pairwise.
const MOST: usize = 4_096;
/// The probability that a rank may lie outside its interval.
const OUTSIDE: f64 = 0.05;

/// The 95% interval of the rank of each figure; the greatest has rank 1. `None` below two seeds.
///
/// Each figure is compared with every other one, seed by seed, at a level that holds for all its
/// comparisons together (Bonferroni). Its best rank is one more than the number of figures found to
/// be greater. Its worst rank is the number of figures less those found to be smaller. The interval
/// holds the true rank (one more than the number of truly greater figures) with a probability of at
/// least 95%, however many figures there are and however close they lie. It is often wider than
/// necessary.
///
/// # Source
/// M. Mogstad, J. Romano, A. Shaikh, D. Wilhelm, "Inference for Ranks with Applications to Mobility
/// across Neighbourhoods and Academic Achievement across Countries", Review of Economic Studies 91,
/// 2024, <https://doi.org/10.1093/restud/rdad006>, section 3 (marginal confidence sets from
/// simultaneous intervals of differences).
#[must_use]
pub fn rank_intervals(figures: &[&Figure]) -> Vec<Option<(u32, u32)>> {
    let count = figures.len();
    if count > MOST {
        return vec![None; count];
    }
    let level = OUTSIDE / count.saturating_sub(1).max(1) as f64;
    let mut bounds = SignificanceBounds::new(level);
    let mut intervals: Vec<_> = figures
        .iter()
        .map(|figure| (figure.seeds > 1).then(|| (1, u32::try_from(count).unwrap_or(u32::MAX))))
        .collect();
    for a in 0..count {
        for b in a + 1..count {
            let greater = match bounds.sign(&figures[a].less(figures[b])) {
                0 => continue,
                1.. => (a, b),
                _ => (b, a),
            };
            if let Some((_, worst)) = &mut intervals[greater.0] {
                *worst -= 1;
            }
            if let Some((best, _)) = &mut intervals[greater.1] {
                *best += 1;
            }
        }
    }
    intervals
}

/// Decides if differences are significant.
struct SignificanceBounds {
    level: f64,
    /// The number of seeds of the last computed bound, and the bound.
    last: (u64, f64),
}

impl SignificanceBounds {
    fn new(level: f64) -> Self {
        Self { level, last: (0, f64::INFINITY) }
    }

    /// 1 if the difference is significantly above 0, -1 if below, else 0.
    fn sign(&mut self, difference: &Figure) -> i32 {
        let Some(error) = difference.standard_error() else { return 0 };
        let far = match error > 1e-9 * difference.value.abs() {
            true => difference.value.abs() > self.bound(difference.seeds) * error,
            // All seeds agree, so Student's t has no spread to measure by. The sign test decides.
            false => difference.value.abs() > 1e-9 && self.all_alike(difference.seeds),
        };
        i32::from(far) * if difference.value > 0.0 { 1 } else { -1 }
    }

    fn bound(&mut self, seeds: u64) -> f64 {
        if self.last.0 != seeds {
            self.last = (seeds, t_quantile(seeds - 1, self.level).unwrap_or(f64::INFINITY));
        }
        self.last.1
    }

    /// True if this many equal signs are significant. Their probability is 2 to the power of 1 -
    /// seeds.
    fn all_alike(&self, seeds: u64) -> bool {
        let chance = (1..seeds.min(1_000)).fold(1.0, |chance, _| chance / 2.0);
        chance <= self.level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(scores: &[i64]) -> Figure {
        Figure::mean(scores.iter().map(|&score| (score, 1))).unwrap()
    }

    fn ranks(all: &[&[i64]]) -> Vec<Option<(u32, u32)>> {
        let figures: Vec<_> = all.iter().map(|scores| figure(scores)).collect();
        rank_intervals(&figures.iter().collect::<Vec<_>>())
    }

    /// a - b is 9, 10, 11: t = 10 sqrt(3) = 17.3, above t(2; 0.025) = 6.2; b - c is 1, -1, 0.
    #[test]
    fn figures_that_differ_are_told_apart_and_others_share_their_ranks() {
        let intervals = ranks(&[&[10, 12, 13], &[1, 2, 2], &[0, 3, 2]]);
        assert_eq!(intervals, [Some((1, 1)), Some((2, 3)), Some((2, 3))]);
    }

    /// The scores overlap, but on every seed the first is about ten above the second.
    #[test]
    fn seeds_are_compared_one_by_one() {
        let intervals = ranks(&[&[0, 99, 51, 210], &[11, 110, 60, 220]]);
        assert_eq!(intervals, [Some((2, 2)), Some((1, 1))]);
    }

    /// Always 1 above: the chance is 2^(1-n), which is below 0.05 from six seeds on.
    #[test]
    fn differences_without_spread_are_judged_by_their_number() {
        assert_eq!(ranks(&[&[5; 5], &[4; 5]]), [Some((1, 2)); 2]);
        assert_eq!(ranks(&[&[5; 6], &[4; 6]]), [Some((1, 1)), Some((2, 2))]);
        assert_eq!(ranks(&[&[5; 9], &[5; 9]]), [Some((1, 2)); 2]);
    }

    #[test]
    fn one_seed_says_nothing_of_ranks_and_one_entrant_is_first() {
        assert_eq!(ranks(&[&[5], &[4]]), [None, None]);
        assert_eq!(ranks(&[&[5, 3]]), [Some((1, 1))]);
        assert!(rank_intervals(&[]).is_empty());
    }
}
