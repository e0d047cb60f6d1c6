//! A list that only grows, and that its clones share.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Entries that are kept together: a clone copies at most this many.
const CHUNK: usize = 32;

/// A list that only grows. A clone shares what was there when it was made, so that it costs the
/// same however long the list is.
///
/// # Examples
/// ```
/// use stoker_engine::log::Log;
/// let mut log: Log<u8> = (0..100).collect();
/// let earlier = log.clone();
/// log.push(100);
/// assert!(log.since(99).eq(&[99, 100]));
/// assert_eq!(earlier.len(), 100);
/// ```
#[derive(Clone)]
pub struct Log<T> {
    older: Option<Arc<LogChunk<T>>>,
    latest: ArrayVec<T, CHUNK>,
    len: usize,
}

struct LogChunk<T> {
    entries: ArrayVec<T, CHUNK>,
    older: Option<Arc<Self>>,
}

impl<T> Log<T> {
    /// The empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { older: None, latest: ArrayVec::new_const(), len: 0 }
    }

    /// The number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// True if there is no entry.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an entry at the end.
    #[inline]
    pub fn push(&mut self, entry: T) {
        if self.latest.is_full() {
            let entries = std::mem::take(&mut self.latest);
            self.older = Some(Arc::new(LogChunk { entries, older: self.older.take() }));
        }
        self.latest.push(entry);
        self.len += 1;
    }

    /// The entries, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.since(0)
    }

    /// The entries from this number on, oldest first; none if there are not this many.
    pub fn since(&self, number: usize) -> impl Iterator<Item = &T> {
        let mut start = self.len - self.latest.len();
        let mut chunks = vec![&self.latest];
        let mut older = self.older.as_deref();
        while let Some(chunk) = older.filter(|_| start > number) {
            start -= chunk.entries.len();
            chunks.push(&chunk.entries);
            older = chunk.older.as_deref();
        }
        chunks.into_iter().rev().flatten().skip(number - start.min(number))
    }
}

/// By hand, so that a long list is not taken apart by one call inside another for each chunk.
impl<T> Drop for Log<T> {
    fn drop(&mut self) {
        let mut older = self.older.take();
        while let Some(chunk) = older.and_then(Arc::into_inner) {
            older = chunk.older;
        }
    }
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: PartialEq> PartialEq for Log<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for Log<T> {}

impl<T: std::fmt::Debug> std::fmt::Debug for Log<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T> FromIterator<T> for Log<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut log = Self::new();
        entries.into_iter().for_each(|entry| log.push(entry));
        log
    }
}

impl<T: Serialize> Serialize for Log<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Log<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_and_its_clones_grow_apart() {
        for len in [0, 1, 31, 32, 33, 64, 100] {
            let mut one: Log<usize> = (0..len).collect();
            let mut other = one.clone();
            assert_eq!(one, other);
            (0..70).for_each(|entry| one.push(entry));
            (0..70).for_each(|entry| other.push(entry + 1));
            assert!(one.iter().copied().eq((0..len).chain(0..70)));
            assert!(other.iter().copied().eq((0..len).chain(1..71)));
            assert_ne!(one, other);
        }
    }

    #[test]
    fn the_entries_from_any_number_on_can_be_read() {
        let log: Log<usize> = (0..100).collect();
        for number in 0..110 {
            assert!(log.since(number).copied().eq(number..100), "{number}");
        }
    }

    #[test]
    fn a_very_long_list_can_be_dropped() {
        drop((0..10_000_000).collect::<Log<u32>>());
    }
}
