//! Reads files of records: plain, gzip or Zstandard. Memory is bounded, and every error names its
//! place.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::MultiGzDecoder;
use serde::de::IgnoredAny;
use stoker_files::untrusted::{Folder, open_file};

use super::{FORMAT, Record, RecordHead};

/// The longest line that is read, in bytes.
pub const MOST_LINE: usize = 16 << 20;

/// The error that ends the reading of a file of records.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}{problem}", path.display(), line.map_or_else(String::new, |line| format!("{line}: ")))]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// The line; `None` if the file cannot be opened.
    pub line: Option<LineStart>,
    /// The problem.
    pub problem: Problem,
}

/// The position of a line in a file, after decompression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineStart {
    /// Its number, from 1.
    pub number: u64,
    /// The position of its first byte, from 0.
    pub byte: u64,
}

impl fmt::Display for LineStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.byte {
            0 => write!(f, "line {}", self.number),
            byte => write!(f, "line {} (from byte {byte})", self.number),
        }
    }
}

/// Problems in a file of records.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The system cannot read the file.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// The compressed data are damaged.
    #[error("the compressed data are damaged: {0}")]
    Corrupt(io::Error),
    /// The file ends in the middle.
    #[error("the file ends in the middle: it was cut off, or is still being written")]
    Truncated,
    /// A line is longer than any record.
    #[error("longer than {} MiB, the most that a record can have", MOST_LINE >> 20)]
    TooLong,
    /// A line is not text.
    #[error("not UTF-8 text")]
    NotText,
    /// A line is not a record.
    #[error("not a record: {0}")]
    NotARecord(NotARecord),
    /// A record has another version of the format.
    #[error("a record of format {0}, but this program reads format {FORMAT}")]
    OtherFormat(u32),
}

/// The reason why a line is not a record, with a column but no line number: the JSON parser sees
/// one line at a time and takes each for the first.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotARecord(String);

impl From<serde_json::Error> for NotARecord {
    fn from(error: serde_json::Error) -> Self {
        Self(by_column(&error.to_string()))
    }
}

/// A message of the JSON parser about a single line, without the line number, which is always 1.
pub fn by_column(message: &str) -> String {
    message.replace(" at line 1 column ", " at column ")
}

/// The lines of a file of records: plain, gzip or Zstandard, told apart by content.
///
/// Iteration stops after the first error.
pub struct RecordLines {
    path: Arc<Path>,
    input: Option<Box<dyn BufRead>>,
    packed: Packed,
    line: u64,
    byte: u64,
}

/// The compression of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packed {
    Not,
    Gzip,
    Zstandard,
}

/// One line of a file of records.
#[derive(Debug, Clone)]
pub struct RecordLine {
    path: Arc<Path>,
    byte: u64,
    /// Its number, from 1.
    pub number: u64,
    /// Its text, without the line end.
    pub text: String,
}

impl RecordLines {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Self::opened(path, open_file(path))
    }

    /// Opens a file of a folder.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_in(folder: &Folder, name: &str) -> Result<Self, ReadError> {
        Self::opened(&folder.path().join(name), folder.open_file(name))
    }

    fn opened(path: &Path, file: io::Result<File>) -> Result<Self, ReadError> {
        let file = file.map_err(|e| ReadError {
            path: path.to_owned(),
            line: None,
            problem: Problem::Io(e),
        })?;
        Self::of(path, BufReader::new(file))
    }

    /// Reads the content of a file with this name.
    pub(super) fn of(path: &Path, mut file: impl BufRead + 'static) -> Result<Self, ReadError> {
        let fail =
            |source| ReadError { path: path.to_owned(), line: None, problem: Problem::Io(source) };
        let packed = match file.fill_buf().map_err(fail)? {
            [0x1f, 0x8b, ..] => Packed::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Packed::Zstandard,
            _ => Packed::Not,
        };
        let input: Box<dyn BufRead> = match packed {
            Packed::Not => Box::new(file),
            Packed::Gzip => Box::new(BufReader::new(MultiGzDecoder::new(file))),
            Packed::Zstandard => {
                let decoder = zstd::Decoder::with_buffer(file).map_err(fail)?;
                Box::new(BufReader::new(decoder))
            }
        };
        Ok(Self { path: path.into(), input: Some(input), packed, line: 0, byte: 0 })
    }

    fn read(&mut self, input: &mut dyn BufRead) -> Result<Option<RecordLine>, Problem> {
        let mut text = vec![];
        let read = input.take(MOST_LINE as u64 + 1).read_until(b'\n', &mut text);
        let length = read.map_err(|error| self.problem(error))?;
        if length == 0 {
            return Ok(None);
        }
        let byte = self.byte;
        if text.pop_if(|last| *last == b'\n').is_none() {
            if length > MOST_LINE {
                return Err(Problem::TooLong);
            }
            // An editor may have removed the last line end, so a complete record is accepted
            // without it. The reader of the line reports text that never was a record.
            let whole = serde_json::from_slice::<IgnoredAny>(&text);
            if whole.is_err_and(|error| error.is_eof()) {
                return Err(Problem::Truncated);
            }
        }
        let text = String::from_utf8(text).map_err(|_| Problem::NotText)?;
        let path = Arc::clone(&self.path);
        self.byte += length as u64;
        Ok(Some(RecordLine { path, byte, number: self.line, text }))
    }

    fn problem(&self, error: io::Error) -> Problem {
        match self.packed {
            _ if error.kind() == io::ErrorKind::UnexpectedEof => Problem::Truncated,
            Packed::Not => Problem::Io(error),
            Packed::Gzip | Packed::Zstandard => Problem::Corrupt(error),
        }
    }
}

impl Iterator for RecordLines {
    type Item = Result<RecordLine, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut input = self.input.take()?;
        self.line += 1;
        let byte = self.byte;
        match self.read(&mut input) {
            Ok(None) => None,
            Ok(Some(line)) => {
                self.input = Some(input);
                Some(Ok(line))
            }
            Err(problem) => Some(Err(ReadError {
                path: self.path.to_path_buf(),
                line: Some(LineStart { number: self.line, byte }),
                problem,
            })),
        }
    }
}

impl RecordLine {
    /// The ruleset of the record; the rest of the line is ignored.
    ///
    /// # Errors
    /// If the line is not a record, or is one of another format.
    pub fn head(&self) -> Result<RecordHead, ReadError> {
        let head: RecordHead = self.parse()?;
        if head.format == FORMAT {
            Ok(head)
        } else {
            Err(self.error(Problem::OtherFormat(head.format)))
        }
    }

    /// The record.
    ///
    /// # Errors
    /// If the line is not a record.
    pub fn record(&self) -> Result<Record, ReadError> {
        self.parse()
    }

    /// The number of its match; the rest of the line is ignored.
    ///
    /// # Errors
    /// If the line has no match number.
    pub fn match_number(&self) -> Result<u64, ReadError> {
        #[derive(serde::Deserialize)]
        struct Numbered {
            #[serde(rename = "match")]
            number: u64,
        }
        self.parse().map(|Numbered { number }| number)
    }

    fn parse<'l, T: serde::Deserialize<'l>>(&'l self) -> Result<T, ReadError> {
        serde_json::from_str(&self.text).map_err(|e| self.error(Problem::NotARecord(e.into())))
    }

    /// Its position in the file.
    #[must_use]
    pub fn start(&self) -> LineStart {
        LineStart { number: self.number, byte: self.byte }
    }

    fn error(&self, problem: Problem) -> ReadError {
        ReadError { path: self.path.to_path_buf(), line: Some(self.start()), problem }
    }
}
