//! A CSV file of a run, read row by row.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use stoker_files::untrusted::Folder;

use super::ReuseError;
use crate::storage::bounded::ShortLines;
use crate::storage::{FolderError, texts};

/// A CSV file of a run, with the columns that this version writes.
pub(super) struct CsvTable {
    path: PathBuf,
    rows: csv::Reader<ShortLines<File>>,
    line: u64,
}

impl CsvTable {
    pub(super) fn open<C: AsRef<str>>(
        folder: &Folder,
        name: &str,
        columns: &[C],
    ) -> Result<Self, ReuseError> {
        let path = folder.path().join(name);
        let file = folder.open_file(name).map_err(|source| io_error(&path, source))?;
        let mut table =
            Self { rows: csv::Reader::from_reader(ShortLines::new(file)), path, line: 1 };
        let header = table.rows.headers().cloned().map_err(|error| table.failed(error))?;
        match header.iter().eq(columns.iter().map(AsRef::as_ref)) {
            true => Ok(table),
            false => Err(table.garbled("other columns")),
        }
    }

    /// Reads the next row. Returns false at the end.
    pub(super) fn read(&mut self, row: &mut StringRecord) -> Result<bool, ReuseError> {
        self.line = self.rows.position().line();
        let read = self.rows.read_record(row).map_err(|error| self.failed(error))?;
        *row = texts(row);
        Ok(read)
    }

    /// An error about the row that was read last.
    pub(super) fn garbled(&self, message: impl Into<String>) -> ReuseError {
        ReuseError::Row { path: self.path.clone(), line: self.line, message: message.into() }
    }

    fn failed(&self, error: csv::Error) -> ReuseError {
        let message = error.to_string();
        if let csv::ErrorKind::Io(source) = error.into_kind() {
            return io_error(&self.path, source);
        }
        self.garbled(message)
    }
}

fn io_error(path: &Path, source: io::Error) -> ReuseError {
    FolderError::Io { path: path.to_owned(), source }.into()
}
