//! The choice of records that a run keeps.

use std::fmt;
use std::str::FromStr;

/// The records that are kept: a pure function of match number over the whole plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// None.
    None,
    /// This number of records, spread evenly over the plan; all, if the plan has no more.
    Sample(u64),
    /// All.
    All,
}

impl Keep {
    /// True if the record of this match is kept, in a plan of `total` matches.
    ///
    /// A sample of n cuts the plan into n stretches and keeps one match of each. The golden-ratio
    /// sequence gives the position within each stretch. A fixed position would pick the same
    /// pairing again and again whenever a stretch is a multiple of the number of pairings.
    #[must_use]
    pub fn keeps(self, number: u64, total: u64) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Sample(n) if n >= total => true,
            Self::Sample(0) => false,
            Self::Sample(n) => {
                let (number, n, total) = (u128::from(number), u128::from(n), u128::from(total));
                number == of_stretch(number * n / total, n, total)
            }
        }
    }

    /// The matches whose records are kept, in order, in a plan of `total` matches.
    pub fn numbers(self, total: u64) -> impl Iterator<Item = u64> {
        let (all, n) = match self {
            Self::None => (0, 0),
            Self::All => (total, 0),
            Self::Sample(n) if n >= total => (total, 0),
            Self::Sample(n) => (0, n),
        };
        let of_stretch = move |stretch| {
            let number = of_stretch(u128::from(stretch), u128::from(n), u128::from(total));
            u64::try_from(number).unwrap_or(total)
        };
        (0..all).chain((0..n).map(of_stretch))
    }
}

/// The match that is kept of stretch number `stretch`, of `n` stretches of `total` matches
/// together.
fn of_stretch(stretch: u128, n: u128, total: u128) -> u128 {
    let start = (stretch * total).div_ceil(n);
    let end = ((stretch + 1) * total).div_ceil(n);
    start + golden(stretch, end - start)
}

/// The golden-ratio sequence, scaled to `0..below`.
pub(super) fn golden(step: u128, below: u128) -> u128 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let fraction = (step * u128::from(GOLDEN)) & u128::from(u64::MAX);
    (fraction * below) >> 64
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Sample(n) => write!(f, "sample:{n}"),
            Self::All => f.write_str("all"),
        }
    }
}

impl FromStr for Keep {
    type Err = ParseKeepError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Some(Self::None),
            "all" => Some(Self::All),
            _ => text.strip_prefix("sample:").and_then(|n| n.parse().ok()).map(Self::Sample),
        }
        .ok_or_else(|| ParseKeepError(text.to_owned()))
    }
}

/// A text that does not say which records to keep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not say which records to keep: give `none`, `sample:N` or `all`")]
pub struct ParseKeepError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(n: u64, total: u64) -> Vec<u64> {
        (0..total).filter(|&number| Keep::Sample(n).keeps(number, total)).collect()
    }

    #[test]
    fn a_sample_has_the_size_asked_for() {
        for (n, total) in [(0, 9), (1, 9), (7, 9), (9, 9), (20, 9), (100, 1_000), (97, 12_345)] {
            assert_eq!(kept(n, total).len() as u64, n.min(total), "{n} of {total}");
        }
    }

    #[test]
    fn the_kept_are_listed_as_they_are_told_apart() {
        for (n, total) in [(0, 9), (1, 9), (7, 9), (9, 9), (20, 9), (97, 12_345)] {
            assert_eq!(Keep::Sample(n).numbers(total).collect::<Vec<_>>(), kept(n, total));
        }
        assert_eq!(Keep::None.numbers(5).count(), 0);
        assert_eq!(Keep::All.numbers(5).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_sample_visits_all_of_ten_pairings_although_its_stretches_are_ten_long() {
        let pairings: std::collections::BTreeSet<_> =
            kept(100, 1_000).iter().map(|n| n % 10).collect();
        assert_eq!(pairings.len(), 10);
    }

    #[test]
    fn keeps_are_written_as_they_are_read() {
        for keep in [Keep::None, Keep::All, Keep::Sample(3)] {
            assert_eq!(keep.to_string().parse(), Ok(keep));
        }
        assert!("sample:-1".parse::<Keep>().is_err());
    }
}
