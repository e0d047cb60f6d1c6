//! A CSV file of a run, read row by row.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use csv::StringRecord;

use super::ReuseError;
use crate::results::{FolderError, texts};

/// A CSV file of a run, with the columns that this version writes.
pub(super) struct CsvTable {
    path: PathBuf,
    rows: csv::Reader<ShortLines<File>>,
    line: u64,
}

impl CsvTable {
    pub(super) fn open<C: AsRef<str>>(path: PathBuf, columns: &[C]) -> Result<Self, ReuseError> {
        let file = File::open(&path).map_err(|source| io_error(&path, source))?;
        let mut table =
            Self { rows: csv::Reader::from_reader(ShortLines::new(file)), path, line: 1 };
        let header = table.rows.headers().cloned().map_err(|error| table.failed(error))?;
        match header.iter().eq(columns.iter().map(AsRef::as_ref)) {
            true => Ok(table),
            false => Err(table.garbled("other columns")),
        }
    }

    /// Reads the next row; false at the end.
    pub(super) fn read(&mut self, row: &mut StringRecord) -> Result<bool, ReuseError> {
        self.line = self.rows.position().line();
        let read = self.rows.read_record(row).map_err(|error| self.failed(error))?;
        *row = texts(row);
        Ok(read)
    }

    /// What is wrong in the row that was read last.
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

/// Passes a file on as long as its lines are not longer than any that a run writes: one without an
/// end should not fill the memory.
struct ShortLines<R> {
    inner: R,
    /// Bytes since the last line end.
    length: usize,
}

impl<R> ShortLines<R> {
    const MOST: usize = 1 << 20;

    fn new(inner: R) -> Self {
        Self { inner, length: 0 }
    }
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.length = match buffer[..read].iter().rposition(|&byte| byte == b'\n') {
            Some(end) => read - end - 1,
            None => self.length + read,
        };
        if self.length > Self::MOST {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a line is longer than any row",
            ));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_refused_before_it_fills_the_memory() {
        let mut short = ShortLines::new(&b"a,b\nc,d\n"[..]);
        assert_eq!(io::copy(&mut short, &mut io::sink()).unwrap(), 8);
        let error = io::copy(&mut ShortLines::new(io::repeat(b'x')), &mut io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than any row");
    }
}
