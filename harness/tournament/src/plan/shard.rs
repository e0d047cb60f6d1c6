//! Parts of a plan.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::Games;

/// A part of a plan: one of several stretches of consecutive matches, of about equal length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The shard with this number, from 1; `None` if `index` is not in `1..=of`.
    #[must_use]
    pub fn new(index: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&index).then_some(Self { index, of })
    }

    /// Its number, from 1.
    #[must_use]
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards of the plan.
    #[must_use]
    pub fn of(self) -> u64 {
        self.of
    }

    /// The numbers of its slots, in a plan of `total` slots. No series is cut.
    ///
    /// Shards are stretches rather than every n-th match, so that they can be merged one after the
    /// other.
    #[must_use]
    pub fn range(self, total: u64, games: Games) -> Range<u64> {
        let matches = total / games.get();
        let cut = |shard: u64| {
            let number = u128::from(shard) * u128::from(matches) / u128::from(self.of);
            u64::try_from(number).unwrap_or(matches) * games.get()
        };
        cut(self.index - 1)..cut(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// A text that is not a shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a shard: write I/N for the I-th of N, as in 3/8")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').map(|(index, of)| (index.parse(), of.parse()));
        match numbers {
            Some((Ok(index), Ok(of))) => Self::new(index, of),
            _ => None,
        }
        .ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_every_match_once_and_differ_by_at_most_one() {
        for (of, total) in [(1, 7), (3, 7), (7, 7), (9, 7), (1_000, 1 << 60), (3, u64::MAX)] {
            let ranges = || (1..=of).map(|index| Shard::new(index, of).unwrap());
            let ranges = || ranges().map(|shard| shard.range(total, Games::ONE));
            let ends = ranges().fold(0, |end, range| {
                assert_eq!(range.start, end);
                assert!((total / of..=total / of + 1).contains(&(range.end - range.start)));
                range.end
            });
            assert_eq!(ends, total);
        }
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        for wrong in ["", "3", "0/8", "9/8", "-1/8", "1/0", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
