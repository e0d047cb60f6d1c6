//! The journal of a run: what makes a killed run resumable.
//!
//! Every finished match is one line with a checksum, written when the match ends and kept until
//! the run is finished. Result files are made from the journal alone, in the order of match
//! numbers, so that a run that was interrupted gives the bytes of one that was not.
//!
//! The journal is a folder of segments. Each time a run begins or goes on, it begins a segment.
//! Matches do not end in the order of their numbers, but a run never gets more than a window ahead
//! of the first match that is not finished; so every line is at most a window away from its place,
//! and reading a segment in order takes no more memory than a window of matches.
//!
//! A slot whose match could not be decided has a line too, so that it is not tried for ever. If it
//! is played again on request, the match wins over the void slot, wherever its line is.

mod entry;
pub(crate) mod fuzzing;
mod merged;
mod pages;
mod segment;
mod spans;

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use entry::Kind;
pub(crate) use entry::{Entry, Fate, Finished};
pub use merged::MergeError;
pub(crate) use merged::{Merged, Source};
pub(crate) use pages::Pages;
pub(crate) use spans::Spans;

use crate::door;
use crate::outcome::Original;
use crate::results::FolderError;
use crate::results::disk;
use segment::{Line, Lines};

/// More segments than this are rewritten as one when a run goes on.
const MOST_SEGMENTS: usize = 16;

/// The journal of a run, as it was found.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    plan: String,
    range: Range<u64>,
    segments: Vec<PathBuf>,
    /// The slots that need not be played.
    done: Spans,
    /// Those of them that are void.
    voids: Spans,
    damaged: u64,
    /// Copies without their originals, which are not done.
    orphans: u64,
}

impl Journal {
    /// Finds out which of these matches of the plan are in the journal in this folder.
    ///
    /// # Errors
    /// If a segment cannot be read, or is another plan's.
    pub(crate) fn open(folder: &Path, plan: &str, range: Range<u64>) -> Result<Self, FolderError> {
        let (folder, plan) = (folder.to_owned(), plan.to_owned());
        let segments = segments_in(&folder)?;
        let (done, voids) = (Spans::default(), Spans::default());
        let mut journal =
            Self { folder, plan, range, segments, done, voids, damaged: 0, orphans: 0 };
        let mut copies = Copies::default();
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

    /// How many lines were torn or changed: their matches are played again.
    pub(crate) fn damaged(&self) -> u64 {
        self.damaged
    }

    /// The segments, as sources.
    pub(crate) fn sources(&self) -> impl Iterator<Item = Source> + '_ {
        let source = |path: &PathBuf| Source { path: path.clone(), range: self.range.clone() };
        self.segments.iter().map(source)
    }

    /// Its matches, in the order of their numbers.
    pub(crate) fn entries(&self) -> Merged {
        Merged::new(&self.plan, self.sources().collect())
    }

    /// Rewrites the segments as one if there are many: a run that was interrupted a thousand times
    /// should not need a thousand open files. Copies whose originals are damaged go with that.
    pub(crate) fn tidy(&mut self) -> Result<(), MergeError> {
        if self.segments.len() > MOST_SEGMENTS || self.orphans > 0 {
            self.compact()
        } else {
            Ok(())
        }
    }

    /// Begins the next segment, for a run that gets at most a window of matches ahead.
    pub(crate) fn append(&mut self, window: usize) -> Result<Pages, FolderError> {
        disk::make_folder(&self.folder).map_err(|source| self.failed(source))?;
        let path = self.next_path();
        let pages = Pages::begin(&path, &segment::header(&self.plan, window))?;
        self.segments.push(path);
        Ok(pages)
    }

    /// Rewrites all segments as one; those that it replaces go last, and until then say the same.
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
        for old in old {
            disk::remove(&old).map_err(|source| self.failed(source))?;
        }
        self.segments.drain(..self.segments.len() - 1);
        Ok(())
    }

    /// Whether it has no segment.
    pub(crate) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Adds a segment with all of these, which come in the order of their numbers. It is there as a
    /// whole or not at all.
    ///
    /// # Errors
    /// If they cannot be read or written.
    pub(crate) fn write_sorted<E: From<FolderError>>(
        &mut self,
        next: &mut dyn FnMut() -> Result<Option<Entry>, E>,
    ) -> Result<(), E> {
        disk::make_folder(&self.folder).map_err(|source| self.failed(source))?;
        let (path, fresh) = (self.next_path(), self.folder.join(FRESH));
        disk::remove(&fresh).map_err(|source| self.failed(source))?;
        let mut pages = Pages::begin(&fresh, &segment::header(&self.plan, 0))?;
        let mut line = String::new();
        while let Some(entry) = next()? {
            line.clear();
            entry.write(&mut line);
            pages.write(line.as_bytes())?;
        }
        pages.sync()?;
        disk::rename(&fresh, &path).map_err(|source| self.failed(source))?;
        self.segments.push(path);
        Ok(())
    }

    fn scan(&mut self, number: usize, copies: &mut Copies) -> Result<(), FolderError> {
        let Some(mut lines) = Lines::open(&self.segments[number], &self.plan)? else {
            return Ok(());
        };
        while let Some(line) = lines.next()? {
            match line {
                Line::Damaged => self.damaged += 1,
                Line::Whole(text) => match Entry::number_of(text) {
                    Some(number) if self.range.contains(&number) => match Entry::kind_of(text) {
                        Kind::Match => self.done.insert(number),
                        Kind::Copy(original) => copies.insert(number, original),
                        Kind::Void => self.voids.insert(number),
                    },
                    Some(_) | None => self.damaged += 1,
                },
            }
        }
        Ok(())
    }

    /// Counts copies as done whose originals were played: without these nobody knows what was
    /// copied, and a void slot tells nothing.
    fn adopt(&mut self, copies: &Copies) -> Result<(), FolderError> {
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
        for path in self.segments.clone() {
            let Some(mut lines) = Lines::open(&path, &self.plan)? else { continue };
            while let Some(line) = lines.next()? {
                let Line::Whole(text) = line else { continue };
                let found = (Entry::number_of(text), Entry::kind_of(text));
                let (Some(number), Kind::Copy(original)) = found else { continue };
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

    fn next_path(&self) -> PathBuf {
        let last = self.segments.last().and_then(|path| number_of(path)).unwrap_or(0);
        self.folder.join(format!("{PREFIX}{:06}", last + 1))
    }

    fn failed(&self, source: std::io::Error) -> FolderError {
        FolderError::Io { path: self.folder.clone(), source }
    }
}

/// Matches in the journal that were not played, because they repeat others.
#[derive(Debug, Default)]
struct Copies {
    numbers: Spans,
    /// Those that they repeat.
    originals: BTreeSet<Original>,
}

impl Copies {
    fn insert(&mut self, number: u64, original: Original) {
        self.numbers.insert(number);
        self.originals.insert(original);
    }
}

const PREFIX: &str = "segment-";
/// A segment that is not whole yet.
const FRESH: &str = ".segment";

/// The segments in a folder, in the order in which they were begun; none, if it is absent.
fn segments_in(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let failed = |source| FolderError::Io { path: folder.to_owned(), source };
    if !door::is_folder(folder).map_err(failed)? {
        return Ok(vec![]);
    }
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut segments: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| number_of(path).is_some())
        .collect();
    segments.sort_by_key(|path| number_of(path));
    Ok(segments)
}

/// The number of a segment, if the file is one.
fn number_of(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix(PREFIX)?.parse().ok()
}

/// Removes the journal of a run that is finished, or is to be replaced. Files that are not the
/// journal's stay.
pub(crate) fn remove(folder: &Path) -> Result<(), FolderError> {
    let failed = |source| FolderError::Io { path: folder.to_owned(), source };
    if !door::is_folder(folder).map_err(failed)? {
        return Ok(());
    }
    let fresh = folder.join(FRESH);
    for segment in segments_in(folder)?.into_iter().chain([fresh]) {
        disk::remove(&segment).map_err(failed)?;
    }
    match disk::remove_folder(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed.map_err(failed),
    }
}

#[cfg(test)]
mod tests;
