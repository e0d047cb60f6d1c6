//! The records of matches that people played, in one file.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use stoker_files::untrusted::Folder;
use stoker_tournament::record::{Record, RecordLines};
use stoker_tournament::storage::{lock, put};

/// The name of the file.
const RECORDS: &str = "records.jsonl";
/// The most bytes that are kept in one file: thousands of matches.
const MOST: u64 = 256 << 20;

/// A file of records that grows by whole matches. Its folder is locked against other sessions.
pub(super) struct KeptRecords {
    path: PathBuf,
    folder: Folder,
    text: String,
    /// The number of the next match.
    next: u64,
    /// The match added last, and the place in the text where its record begins.
    last: Option<(u64, usize)>,
    /// The number of records that are not stored.
    unstored: usize,
}

impl KeptRecords {
    /// Opens the file in a folder, which is made if it is not there, and writes it once: if that is
    /// not possible, it is better known before the match than after it.
    ///
    /// # Errors
    /// If it cannot be read or written, is in use, or holds something else.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let place = || format!("--record {}", path.display());
        let folder = Folder::make(path).with_context(place)?;
        lock(&folder).with_context(place)?;
        let (mut text, mut next) = (String::new(), 0);
        if folder.has_file(RECORDS) {
            for line in RecordLines::open_in(&folder, RECORDS)? {
                let line = line?;
                line.head()?;
                next = next.max(line.match_number()?.saturating_add(1));
            }
            let file = folder.open_file(RECORDS).with_context(place)?;
            file.take(MOST).read_to_string(&mut text).with_context(place)?;
            ensure!(
                (text.len() as u64) < MOST && (text.is_empty() || text.ends_with('\n')),
                "{}: {RECORDS} is not a file of records that can grow: name another folder",
                place()
            );
        }
        let kept = Self { path: path.to_owned(), folder, text, next, last: None, unstored: 0 };
        kept.write().with_context(place)?;
        Ok(kept)
    }

    /// The number of the next match: none in the file has it.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Adds a record. It takes the place of the last one if both are of one match.
    ///
    /// # Errors
    /// If it cannot be written. It is then written with the next one.
    pub(super) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        match self.last {
            Some((number, start)) if number == record.number => self.text.truncate(start),
            _ => self.last = Some((record.number, self.text.len())),
        }
        self.text += &record.to_line();
        self.text.push('\n');
        self.unstored += 1;
        self.store()
    }

    /// Stores the records that are not stored yet.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn store(&mut self) -> anyhow::Result<()> {
        if self.unstored > 0 {
            let lost = || format!("--record {}: a match is not kept", self.path.display());
            self.write().with_context(lost)?;
            self.unstored = 0;
        }
        Ok(())
    }

    /// Replaces the file when the new one is whole, so that nothing is ever lost.
    fn write(&self) -> anyhow::Result<()> {
        Ok(put(&self.folder, RECORDS, self.text.as_bytes())?)
    }
}
