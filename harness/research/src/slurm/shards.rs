//! The state of a plan's shards.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

/// The most shards of one plan: their names must fit on a command line.
pub const MOST_SHARDS: u32 = 4_000;

/// The shards of a plan in a folder, numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shards {
    count: NonZeroU32,
    complete: BTreeSet<u32>,
    stopped: BTreeSet<u32>,
}

/// A folder holds a shard of the same plan with another number of shards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is a shard of {count}: give --shards {count}, or another folder with --out")]
pub struct OtherSplit {
    /// The shard's name.
    pub name: String,
    /// The number of shards in its name.
    pub count: u32,
}

impl Shards {
    /// Reads the state of shards from the names in a folder, in any order; other names are skipped.
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

    /// The number of shards of the plan.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count.get()
    }

    /// The number of complete shards.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.complete.len()
    }

    /// The number of shards that were begun and are not complete.
    #[must_use]
    pub fn stopped(&self) -> usize {
        self.stopped.difference(&self.complete).count()
    }

    /// The shards that are not complete, ascending.
    #[must_use]
    pub fn missing(&self) -> Vec<u32> {
        (1..=self.count()).filter(|number| !self.complete.contains(number)).collect()
    }
}

/// The number and count of the shard with this name, if it is spelled as a job's scripts spell it.
fn parse(name: &str) -> Option<(u32, u32)> {
    let (number, count) = name.split_once("-of-")?;
    let (number, count) = (number.parse().ok()?, count.parse().ok()?);
    let own = format!("{number}-of-{count}") == name;
    (own && (1..=count).contains(&number)).then_some((number, count))
}

/// The text of ascending numbers for Slurm's `--array`.
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
