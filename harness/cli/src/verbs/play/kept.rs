//! The records of matches that people played, in one file.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use stoker_files::disk::{DiskFile, rename};
use stoker_files::untrusted::Folder;
use stoker_tournament::record::{Record, RecordLines};

/// The name of the file.
const RECORDS: &str = "records.jsonl";
/// The name of the file while it is written.
const NEW: &str = ".records.jsonl.new";
/// The most bytes that are kept in one file: thousands of matches.
const MOST: u64 = 256 << 20;

/// A file of records that grows by whole matches.
pub(super) struct KeptRecords {
    path: PathBuf,
    folder: Folder,
    text: String,
    records: u64,
}

impl KeptRecords {
    /// Opens the file in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be read, or holds something else.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let place = || format!("--record {}", path.display());
        let folder = Folder::make(path).with_context(place)?;
        let mut text = String::new();
        let mut records = 0;
        if folder.has_file(RECORDS) {
            for line in RecordLines::open_in(&folder, RECORDS)? {
                line?.head()?;
                records += 1;
            }
            let file = folder.open_file(RECORDS).with_context(place)?;
            file.take(MOST).read_to_string(&mut text).with_context(place)?;
            ensure!(
                (text.len() as u64) < MOST && (text.is_empty() || text.ends_with('\n')),
                "{}: {RECORDS} is not a file of records that can grow: name another folder",
                place()
            );
        }
        Ok(Self { path: path.to_owned(), folder, text, records })
    }

    /// The number of records.
    pub(super) fn len(&self) -> u64 {
        self.records
    }

    /// Adds a record. The file is replaced when the new one is whole, so that nothing is ever lost.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        self.text += &record.to_line();
        self.text.push('\n');
        self.records += 1;
        let written = self.write();
        written.with_context(|| format!("--record {}: the match is not kept", self.path.display()))
    }

    fn write(&self) -> std::io::Result<()> {
        let mut file = DiskFile::create(&self.folder, NEW)?;
        file.write_all(self.text.as_bytes())?;
        file.sync()?;
        rename(&self.folder, NEW, RECORDS)
    }
}
