//! The journal of a run, from which a killed run is resumed.
//!
//! Every finished match is one line with a checksum. It is written when the match ends and kept
//! until the run is finished. Result files are made from the journal alone, in the order of match
//! numbers, so an interrupted run gives the same bytes as one that was not interrupted.
//!
//! The journal is a folder of segments. A run begins a segment each time it starts or goes on.
//! Matches do not end in the order of their numbers, but a run never gets more than a window ahead
//! of the first match that is not finished. Every line is therefore at most a window away from its
//! place, and reading a segment in order takes no more memory than a window of matches.
//!
//! A slot whose match could not be decided has a line too, so that it is not tried for ever. If it
//! is played again on request, the match wins over the void slot, wherever its line is.

mod entry;
pub mod fuzzing;
mod merged;
mod pages;
mod segment;
mod spans;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use stoker_files::disk;
use stoker_files::untrusted::Folder;

use crate::outcome::Original;
use crate::storage::{FolderError, at, inner};
use entry::LineKind;
use segment::{SegmentLine, SegmentLines};

pub(crate) use entry::{Entry, Finished, SlotResult};
pub use merged::MergeError;
pub(crate) use merged::{JournalRef, Merged, SegmentRef};
pub(crate) use pages::SegmentWriter;
pub(crate) use spans::Spans;

/// The folder of the journal, while the run goes on.
pub(crate) const JOURNAL: &str = "journal";

/// The most segments that a resumed run leaves as they are; more are rewritten as one.
const MOST_SEGMENTS: usize = 16;

/// The journal of a run, as it was found.
#[derive(Debug)]
pub(crate) struct Journal {
    run: Arc<Folder>,
    /// The folder of segments, if it is there.
    folder: Option<Arc<Folder>>,
    plan: String,
    range: Range<u64>,
    segments: Vec<String>,
    /// The slots that need not be played.
    done: Spans,
    /// The done slots that are void.
    voids: Spans,
    damaged: u64,
    /// The number of copies whose originals are missing; these copies are not done.
    orphans: u64,
}

impl Journal {
    /// Finds the matches of this range that are in the journal of this run.
    ///
    /// # Errors
    /// If a segment cannot be read, or belongs to another plan.
    pub(crate) fn open(
        run: &Arc<Folder>,
        plan: &str,
        range: Range<u64>,
    ) -> Result<Self, FolderError> {
        let (run, plan) = (Arc::clone(run), plan.to_owned());
        let folder = inner(&run, JOURNAL)?.map(Arc::new);
        let segments = folder.as_deref().map_or(Ok(vec![]), segments_in)?;
        let (done, voids) = (Spans::default(), Spans::default());
        let mut journal =
            Self { run, folder, plan, range, segments, done, voids, damaged: 0, orphans: 0 };
        let mut copies = JournalCopies::default();
        for number in 0..journal.segments.len() {
            journal.scan(number, &mut copies)?;
        }
        journal.adopt(&copies)?;
        journal.accept_voids();
        Ok(journal)
    }

    /// The slots that need not be played.
    pub(crate) fn done(&self) -> &Spans {
        &self.done
    }

    /// The slots whose matches could not be decided.
    pub(crate) fn voids(&self) -> &Spans {
        &self.voids
    }

    /// Reopens the void slots from this one on, as if they had not been played.
    pub(crate) fn reopen_voids(&mut self, from: u64) {
        let reopened = self.voids.within(from..self.range.end);
        self.done.subtract(&reopened);
        self.voids.subtract(&reopened);
    }

    /// The number of lines that were torn or changed. Their matches are played again.
    pub(crate) fn damaged(&self) -> u64 {
        self.damaged
    }

    /// The segments, as sources.
    pub(crate) fn sources(&self) -> impl Iterator<Item = SegmentRef> + '_ {
        self.folder.iter().flat_map(|folder| {
            let source = |name: &String| SegmentRef {
                journal: JournalRef::Open(Arc::clone(folder)),
                name: name.clone(),
                range: self.range.clone(),
            };
            self.segments.iter().map(source)
        })
    }

    /// The matches of the journal, in the order of their numbers.
    pub(crate) fn entries(&self) -> Merged {
        Merged::new(&self.plan, self.sources().collect())
    }

    /// Rewrites the segments as one if there are many: a run that was interrupted a thousand times
    /// should not need a thousand open files. This also drops copies whose originals are damaged.
    pub(crate) fn tidy(&mut self) -> Result<(), MergeError> {
        if self.segments.len() > MOST_SEGMENTS || self.orphans > 0 {
            self.compact()
        } else {
            Ok(())
        }
    }

    /// Begins the next segment, for a run that gets at most a window of matches ahead.
    pub(crate) fn append(&mut self, window: usize) -> Result<SegmentWriter, FolderError> {
        let (folder, name) = (self.made()?, self.next_name());
        let pages = SegmentWriter::begin(&folder, &name, &segment::header(&self.plan, window))?;
        self.segments.push(name);
        Ok(pages)
    }

    /// Rewrites all segments as one. The old segments are removed last; until then they say the
    /// same.
    fn compact(&mut self) -> Result<(), MergeError> {
        let old = self.segments.clone();
        let mut entries = self.entries();
        let done = self.done.clone();
        self.write_sorted::<MergeError>(&mut || {
            loop {
                match entries.next()? {
                    Some(entry) if !done.contains(entry.number) => {}
                    entry => return Ok(entry),
                }
            }
        })?;
        self.orphans = 0;
        let folder = self.made()?;
        for old in old {
            disk::remove(&folder, &old).map_err(at(folder.path()))?;
        }
        self.segments.drain(..self.segments.len() - 1);
        Ok(())
    }

    /// True if it has no segment.
    pub(crate) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Adds a segment with all of these entries, which come in the order of their numbers. The
    /// segment is there as a whole or not at all.
    ///
    /// # Errors
    /// If the entries cannot be read or written.
    pub(crate) fn write_sorted<E: From<FolderError>>(
        &mut self,
        next: &mut dyn FnMut() -> Result<Option<Entry>, E>,
    ) -> Result<(), E> {
        let (folder, name) = (self.made()?, self.next_name());
        disk::remove(&folder, FRESH).map_err(at(folder.path()))?;
        let mut pages = SegmentWriter::begin(&folder, FRESH, &segment::header(&self.plan, 0))?;
        let mut line = String::new();
        while let Some(entry) = next()? {
            line.clear();
            entry.write(&mut line);
            pages.write(line.as_bytes())?;
        }
        pages.sync()?;
        disk::rename(&folder, FRESH, &name).map_err(at(folder.path()))?;
        self.segments.push(name);
        Ok(())
    }

    fn scan(&mut self, number: usize, copies: &mut JournalCopies) -> Result<(), FolderError> {
        let Some(mut lines) = self.lines(&self.segments[number])? else { return Ok(()) };
        while let Some(line) = lines.next()? {
            match line {
                SegmentLine::Damaged => self.damaged += 1,
                SegmentLine::Whole(text) => match Entry::number_of(text) {
                    Some(number) if self.range.contains(&number) => match Entry::kind_of(text) {
                        LineKind::Match => self.done.insert(number),
                        LineKind::Copy(original) => copies.insert(number, original),
                        LineKind::Void => self.voids.insert(number),
                    },
                    Some(_) | None => self.damaged += 1,
                },
            }
        }
        Ok(())
    }

    /// Counts copies as done if all first matches of their pairing were played. Without these it is
    /// unknown what was copied, and a void slot does not tell.
    fn adopt(&mut self, copies: &JournalCopies) -> Result<(), FolderError> {
        let done = &self.done;
        let is_there = |original: &Original| {
            let first = original.first_matches();
            first.is_some_and(|first| first.into_iter().all(|number| done.contains(number)))
        };
        let orphaned: BTreeSet<_> =
            copies.originals.iter().copied().filter(|original| !is_there(original)).collect();
        if orphaned.is_empty() {
            self.done.add(&copies.numbers);
            return Ok(());
        }
        for name in self.segments.clone() {
            let Some(mut lines) = self.lines(&name)? else { continue };
            while let Some(line) = lines.next()? {
                let SegmentLine::Whole(text) = line else { continue };
                let found = (Entry::number_of(text), Entry::kind_of(text));
                let (Some(number), LineKind::Copy(original)) = found else { continue };
                match orphaned.contains(&original) {
                    true => self.orphans += 1,
                    false if self.range.contains(&number) => self.done.insert(number),
                    false => {}
                }
            }
        }
        Ok(())
    }

    /// Counts void slots as done, unless they were played at another time.
    fn accept_voids(&mut self) {
        self.voids.subtract(&self.done);
        self.done.add(&self.voids);
    }

    fn next_name(&self) -> String {
        let last = self.segments.last().and_then(|name| number_of(name)).unwrap_or(0);
        format!("{PREFIX}{:06}", last + 1)
    }

    fn lines(&self, name: &str) -> Result<Option<SegmentLines>, FolderError> {
        self.folder.as_ref().map_or(Ok(None), |folder| SegmentLines::open(folder, name, &self.plan))
    }

    /// The folder of segments; it is created if it does not exist.
    fn made(&mut self) -> Result<Arc<Folder>, FolderError> {
        let folder = disk::make_folder(&self.run, JOURNAL);
        let folder = Arc::new(folder.map_err(at(&self.run.path().join(JOURNAL)))?);
        self.folder = Some(Arc::clone(&folder));
        Ok(folder)
    }
}

/// Matches in the journal that were not played, because they repeat others.
#[derive(Debug, Default)]
struct JournalCopies {
    numbers: Spans,
    /// The matches that they repeat.
    originals: BTreeSet<Original>,
}

impl JournalCopies {
    fn insert(&mut self, number: u64, original: Original) {
        self.numbers.insert(number);
        self.originals.insert(original);
    }
}

const PREFIX: &str = "segment-";
/// The name of a segment that is not complete yet.
const FRESH: &str = ".segment";

/// The segments in a folder, in the order in which they were begun.
fn segments_in(folder: &Folder) -> Result<Vec<String>, FolderError> {
    let names = folder.names().map_err(at(folder.path()))?;
    let names = names.into_iter().filter_map(|name| name.into_string().ok());
    let mut segments: Vec<_> = names.filter(|name| number_of(name).is_some()).collect();
    segments.sort_by_key(|name| number_of(name));
    Ok(segments)
}

/// The number of a segment, if the file is one.
fn number_of(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

/// Removes the journal of a run that is finished or about to be replaced. Files that do not belong
/// to the journal stay.
pub(crate) fn remove(run: &Folder) -> Result<(), FolderError> {
    let Some(folder) = inner(run, JOURNAL)? else { return Ok(()) };
    for segment in segments_in(&folder)?.iter().map(String::as_str).chain([FRESH]) {
        disk::remove(&folder, segment).map_err(at(folder.path()))?;
    }
    match disk::remove_folder(run, JOURNAL) {
        Err(error) if error.kind() == std::io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed.map_err(at(folder.path())),
    }
}

#[cfg(test)]
mod tests;
