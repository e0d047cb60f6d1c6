//! Which shards are complete.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

/// The most shards of one plan: their names must fit on a command line.
pub const MOST_SHARDS: u32 = 4_000;

/// What a folder holds of a plan that is cut into shards, which are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shards {
    count: NonZeroU32,
    complete: BTreeSet<u32>,
    stopped: BTreeSet<u32>,
}

/// A folder holds a shard of the same plan cut in another way.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is a shard of {count}: give --shards {count}, or another folder with --out")]
pub struct OtherSplit {
    /// The shard's name.
    pub name: String,
    /// How many shards it is one of.
    pub count: u32,
}

impl Shards {
    /// Reads what a folder holds from the names in it, in any order; names that are not a shard's
    /// are passed over.
    ///
    /// # Errors
    /// If one is a shard of another count.
    ///
    /// # Examples
    /// ```
    /// use std::num::NonZeroU32;
    /// use stoker_research::slurm::{Shards, array};
    ///
    /// let names = ["1-of-5", "4-of-5.part", ".nfs0001"];
    /// let shards = Shards::among(names, NonZeroU32::new(5).unwrap()).unwrap();
    /// assert_eq!(array(&shards.missing()), "2-5");
    /// assert_eq!(shards.stopped(), 1);
    /// ```
    pub fn among<'n>(
        names: impl IntoIterator<Item = &'n str>,
        count: NonZeroU32,
    ) -> Result<Self, OtherSplit> {
        let mut shards = Self { count, complete: BTreeSet::new(), stopped: BTreeSet::new() };
        for name in names {
            let (whole, set) = match name.strip_suffix(".part") {
                Some(whole) => (whole, &mut shards.stopped),
                None => (name, &mut shards.complete),
            };
            match parse(whole) {
                Some((number, of)) if of == count.get() => set.insert(number),
                Some((_, count)) => return Err(OtherSplit { name: name.to_owned(), count }),
                None => continue,
            };
        }
        Ok(shards)
    }

    /// How many there are to be.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count.get()
    }

    /// How many are complete.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.complete.len()
    }

    /// How many were begun and are not complete.
    #[must_use]
    pub fn stopped(&self) -> usize {
        self.stopped.difference(&self.complete).count()
    }

    /// Those that are not complete, ascending.
    #[must_use]
    pub fn missing(&self) -> Vec<u32> {
        (1..=self.count()).filter(|number| !self.complete.contains(number)).collect()
    }
}

/// Number and count of the shard with this name, if it is written as a job's scripts write it.
fn parse(name: &str) -> Option<(u32, u32)> {
    let (number, count) = name.split_once("-of-")?;
    let (number, count) = (number.parse().ok()?, count.parse().ok()?);
    let own = format!("{number}-of-{count}") == name;
    (own && (1..=count).contains(&number)).then_some((number, count))
}

/// Ascending numbers as Slurm's `--array` takes them.
///
/// # Examples
/// ```
/// assert_eq!(stoker_research::slurm::array(&[3, 17, 18, 19, 20]), "3,17-20");
/// ```
#[must_use]
pub fn array(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|left, right| left + 1 == *right);
    let text = |run: &[u32]| match run {
        [first, .., last] => format!("{first}-{last}"),
        [one] => one.to_string(),
        [] => String::new(),
    };
    runs.map(text).collect::<Vec<_>>().join(",")
}
