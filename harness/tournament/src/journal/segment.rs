//! One file of the journal: a header, then one line per match, nearly in order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use stoker_files::untrusted::Folder;

use super::entry::{Entry, begin, seal, unseal};
use crate::record::MOST_LINE;
use crate::storage::{FolderError, at};

/// The start of the header: the format's name and version.
const FORMAT: &str = "stoker journal 1";

/// The longest line, in bytes: a record and a margin for the other fields.
const MOST: u64 = MOST_LINE as u64 + (1 << 20);

/// The largest window that a header is allowed to name.
const MOST_WINDOW: usize = 1 << 20;

/// The header of a segment.
///
/// No line is more than `window` places away from its place in the order of match numbers.
pub(super) fn header(plan: &str, window: usize) -> String {
    let mut line = String::new();
    let start = begin(&mut line);
    line.push_str(&format!("{FORMAT}\t{plan}\t{window}"));
    seal(&mut line, start);
    line
}

/// The lines of a segment, as they are in the file.
#[derive(Debug)]
pub(super) struct SegmentLines {
    path: PathBuf,
    file: BufReader<File>,
    line: Vec<u8>,
    window: usize,
}

/// A line of a segment.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SegmentLine<'l> {
    /// A whole line, without its checksum.
    Whole(&'l str),
    /// A line that was torn, or changed after it was written.
    Damaged,
}

impl SegmentLines {
    /// Opens a segment of this plan; `None` if not even its header is whole.
    pub(super) fn open(
        folder: &Folder,
        name: &str,
        plan: &str,
    ) -> Result<Option<Self>, FolderError> {
        let path = &folder.path().join(name);
        let file = folder.open_file(name).map_err(at(path))?;
        let file = BufReader::with_capacity(1 << 16, file);
        let mut lines = Self { path: path.clone(), file, line: vec![], window: 0 };
        let Some(SegmentLine::Whole(text)) = lines.next()? else { return Ok(None) };
        let fields: Vec<&str> = text.split('\t').collect();
        let window = match fields[..] {
            [FORMAT, of, window] if of == plan => window.parse().ok(),
            [FORMAT, _, _] => return Err(garbled(path, "it is the journal of another plan")),
            _ => None,
        };
        let window = window.filter(|window| *window <= MOST_WINDOW);
        lines.window = window.ok_or_else(|| garbled(path, "it is no journal of this version"))?;
        Ok(Some(lines))
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<SegmentLine<'_>>, FolderError> {
        self.line.clear();
        let read = (&mut self.file).take(MOST).read_until(b'\n', &mut self.line);
        if read.map_err(at(&self.path))? == 0 {
            return Ok(None);
        }
        Ok(Some(unseal(&self.line).map_or(SegmentLine::Damaged, SegmentLine::Whole)))
    }
}

/// The matches of a segment in the order of their numbers. No more than a window of them is in
/// memory.
#[derive(Debug)]
pub(super) struct SortedSegment {
    lines: SegmentLines,
    /// The numbers of this run's matches; others are skipped.
    range: Range<u64>,
    waiting: BTreeMap<u64, Entry>,
    ended: bool,
}

impl SortedSegment {
    pub(super) fn new(lines: SegmentLines, range: Range<u64>) -> Self {
        Self { lines, range, waiting: BTreeMap::new(), ended: false }
    }

    /// The next match; damaged lines are skipped.
    pub(super) fn next(&mut self) -> Result<Option<Entry>, FolderError> {
        while !self.ended && self.waiting.len() <= self.lines.window {
            match self.lines.next()? {
                None => self.ended = true,
                Some(SegmentLine::Damaged) => {}
                // A line that names no match, such as a second header, was not counted as one.
                Some(SegmentLine::Whole(text)) => match Entry::number_of(text) {
                    Some(number) if self.range.contains(&number) => {
                        let entry = Entry::parse(text);
                        let garbled = |what: &str| {
                            let message = format!("the line of match {number} is {what}");
                            garbled(&self.lines.path, &message)
                        };
                        let entry = entry.map_err(garbled)?;
                        let entry = match self.waiting.remove(&number) {
                            None => entry,
                            Some(before) => {
                                before.or(entry).ok_or_else(|| garbled("there with two results"))?
                            }
                        };
                        self.waiting.insert(number, entry);
                    }
                    Some(_) | None => {}
                },
            }
        }
        Ok(self.waiting.pop_first().map(|(_, entry)| entry))
    }

    pub(super) fn path(&self) -> &Path {
        &self.lines.path
    }
}

fn garbled(path: &Path, message: &str) -> FolderError {
    FolderError::Garbled { path: path.to_owned(), message: message.to_owned() }
}
