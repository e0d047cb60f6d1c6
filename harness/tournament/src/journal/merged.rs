//! The matches of many segments, in the order of their numbers.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use stoker_files::untrusted::Folder;

use super::JOURNAL;
use super::entry::Entry;
use super::segment::{SegmentLines, SortedSegment};
use crate::storage::{ClosedFolder, FolderError, at};

/// A segment that is to be read.
#[derive(Debug, Clone)]
pub(crate) struct SegmentRef {
    /// The journal.
    pub(crate) journal: JournalRef,
    /// The file in it.
    pub(crate) name: String,
    /// The numbers that its matches can have.
    pub(crate) range: Range<u64>,
}

/// A journal whose segments are to be read.
#[derive(Debug, Clone)]
pub(crate) enum JournalRef {
    /// The folder of the journal, held open.
    Open(Arc<Folder>),
    /// The run that contains the journal; it is opened only when its matches are next.
    In(ClosedFolder),
}

impl JournalRef {
    fn lines(&self, name: &str, plan: &str) -> Result<Option<SegmentLines>, FolderError> {
        match self {
            Self::Open(journal) => SegmentLines::open(journal, name, plan),
            Self::In(run) => {
                let journal = run.open()?.folder(JOURNAL).map_err(at(&run.path().join(JOURNAL)))?;
                SegmentLines::open(&journal, name, plan)
            }
        }
    }
}

/// The reasons why segments cannot be read as parts of one run.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file could not be read, or is not a journal of this plan.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// One match has two results.
    #[error("match {number} ended differently in {} and {}: they are not parts of one run, or its bots do not play the same twice; leave one of them out", left.display(), right.display())]
    Conflict {
        /// The match.
        number: u64,
        /// One file.
        left: PathBuf,
        /// The other.
        right: PathBuf,
    },
}

/// Reads segments side by side. A segment is open only while its matches are next, so a thousand
/// shards take no more memory than one.
#[derive(Debug)]
pub(crate) struct Merged {
    plan: String,
    /// The segments that are not opened yet, by the first number in their range; the lowest is
    /// last.
    closed: Vec<SegmentRef>,
    open: Vec<MergeHead>,
}

/// An open segment with its next match.
#[derive(Debug)]
struct MergeHead {
    next: Entry,
    rest: SortedSegment,
}

impl Merged {
    pub(crate) fn new(plan: &str, mut sources: Vec<SegmentRef>) -> Self {
        sources.sort_by_key(|source| std::cmp::Reverse(source.range.start));
        Self { plan: plan.to_owned(), closed: sources, open: vec![] }
    }

    /// Returns the next match. A match that several segments have comes once.
    pub(crate) fn next(&mut self) -> Result<Option<Entry>, MergeError> {
        self.open_those_at_turn()?;
        let Some(first) = self.lowest() else { return Ok(None) };
        let number = self.open[first].next.number;
        let (mut entry, path) = self.take(first)?;
        while let Some(duplicate) =
            self.lowest().filter(|&duplicate| self.open[duplicate].next.number == number)
        {
            let (other, right) = self.take(duplicate)?;
            let conflict = || MergeError::Conflict { number, left: path.clone(), right };
            entry = entry.or(other).ok_or_else(conflict)?;
        }
        Ok(Some(entry))
    }

    /// The open segment whose next match has the lowest number.
    fn lowest(&self) -> Option<usize> {
        (0..self.open.len()).min_by_key(|&head| self.open[head].next.number)
    }

    fn open_those_at_turn(&mut self) -> Result<(), FolderError> {
        loop {
            let lowest = self.lowest().map(|head| self.open[head].next.number);
            let at_turn =
                |source: &mut SegmentRef| lowest.is_none_or(|number| source.range.start <= number);
            let Some(source) = self.closed.pop_if(at_turn) else { return Ok(()) };
            let SegmentRef { journal, name, range } = source;
            if let Some(lines) = journal.lines(&name, &self.plan)? {
                let mut rest = SortedSegment::new(lines, range);
                let next = rest.next()?;
                self.open.extend(next.map(|next| MergeHead { next, rest }));
            }
        }
    }

    /// Takes the next match of a segment, and the name of its file.
    fn take(&mut self, head: usize) -> Result<(Entry, PathBuf), FolderError> {
        let path = self.open[head].rest.path().to_owned();
        let entry = match self.open[head].rest.next()? {
            Some(next) => std::mem::replace(&mut self.open[head].next, next),
            None => self.open.swap_remove(head).next,
        };
        Ok((entry, path))
    }
}
