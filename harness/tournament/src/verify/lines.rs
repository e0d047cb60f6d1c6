//! Compares a file of a run with the one that was made again, line by line.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::PathBuf;

use csv::StringRecord;
use stoker_files::untrusted::Folder;

use super::report::{FilePlace, FolderReport};
use crate::results::folder::RUN;
use crate::storage::FolderError;

/// Compares the file with this name in two folders: the one that was made again, and the run's.
///
/// # Errors
/// If one of the files exists and cannot be read.
pub(super) fn compare(
    file: &'static str,
    again: &Folder,
    run: &Folder,
    report: &mut FolderReport,
) -> Result<(), FolderError> {
    let (again, run) = (FileLines::open(again, file)?, FileLines::open(run, file)?);
    match (again, run) {
        (Some(again), Some(run)) => {
            report.compared.push(file);
            compare_lines(file, again, run, report)?;
        }
        (Some(_), None) => {
            report.differs(FilePlace::somewhere(file), "file", "a file", "no such file")
        }
        (None, Some(_)) => {
            report.differs(
                FilePlace::somewhere(file),
                "file",
                "no such file, for this kind of run",
                "a file",
            );
        }
        (None, None) => {}
    }
    Ok(())
}

/// True if there is a file with this name, whatever its content.
pub(super) fn is_there(folder: &Folder, file: &str) -> bool {
    folder.names().is_ok_and(|names| names.iter().any(|name| name == file))
}

fn compare_lines(
    file: &'static str,
    mut again: FileLines,
    mut run: FileLines,
    report: &mut FolderReport,
) -> Result<(), FolderError> {
    const END: &str = "the end of the file";
    let mut format =
        if file == RUN { FileFormat::Toml(String::new()) } else { FileFormat::Csv(None) };
    for number in 1.. {
        let spot = FilePlace::line(file, number);
        match (again.next()?, run.next()?) {
            (None, None) => break,
            (Some(expected), Some(got)) if expected == got => format.see(&got),
            (Some(expected), Some(got)) => {
                for (field, expected, got) in format.differences(&expected, &got) {
                    report.differs(spot, &field, expected, got);
                }
            }
            // One more line is enough: there may be any number of them.
            (Some(expected), None) => {
                report.differs(spot, "line", shown(&expected), END);
                break;
            }
            (None, Some(got)) => {
                report.differs(spot, "line", END, shown(&got));
                break;
            }
        }
    }
    Ok(())
}

/// The format of a file, with the context from the lines before.
enum FileFormat {
    /// The columns from the header; `None` before it.
    Csv(Option<StringRecord>),
    /// The prefix of keys: the name of the table, and a dot.
    Toml(String),
}

impl FileFormat {
    /// Updates the context from a line that does not differ.
    fn see(&mut self, line: &[u8]) {
        match self {
            Self::Csv(header) if header.is_none() => *header = cells(line),
            Self::Csv(_) => {}
            Self::Toml(table) => {
                let line = shown(line);
                let name = line.strip_prefix('[').map(|name| name.trim_matches(['[', ']']));
                if let Some(name) = name {
                    *table = format!("{name}.");
                }
            }
        }
    }

    /// The fields in which two lines differ, each with the expected and the actual value. If the
    /// lines have different fields, the whole line is the field.
    fn differences(&self, expected: &[u8], got: &[u8]) -> Vec<(String, String, String)> {
        let fields = match self {
            Self::Csv(header) => {
                header.as_ref().and_then(|header| differing(header, expected, got))
            }
            Self::Toml(table) => {
                let (expected, got) = (shown(expected), shown(got));
                let both = expected.split_once(" = ").zip(got.split_once(" = "));
                both.filter(|(expected, got)| expected.0 == got.0).map(
                    |((key, expected), (_, got))| {
                        vec![(format!("{table}{key}"), expected.to_owned(), got.to_owned())]
                    },
                )
            }
        };
        fields.unwrap_or_else(|| vec![("line".to_owned(), shown(expected), shown(got))])
    }
}

/// The columns in which two rows differ; `None` if one of them does not fit the header.
fn differing(
    header: &StringRecord,
    expected: &[u8],
    got: &[u8],
) -> Option<Vec<(String, String, String)>> {
    let fits = |cells: &StringRecord| cells.len() == header.len();
    let (expected, got) = (cells(expected).filter(fits)?, cells(got).filter(fits)?);
    let list: Vec<_> = header
        .iter()
        .zip(expected.iter().zip(&got))
        .filter(|(_, (expected, got))| expected != got)
        .map(|(name, (expected, got))| (name.to_owned(), expected.to_owned(), got.to_owned()))
        .collect();
    // Cells can be written in more than one way.
    Some(list).filter(|list| !list.is_empty())
}

/// The cells of a line of CSV.
fn cells(line: &[u8]) -> Option<StringRecord> {
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    rows.records().next()?.ok()
}

/// A line as text for display, with marks for bytes that are not text.
fn shown(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    String::from_utf8_lossy(line).into_owned()
}

/// The lines of a file, with their ends. An overlong line comes in parts.
struct FileLines {
    path: PathBuf,
    input: BufReader<File>,
}

impl FileLines {
    /// The longest part of a line, in bytes; far above any line that a run writes.
    const MOST: u64 = 16 << 20;

    /// Opens a file; `None` if there is none.
    fn open(folder: &Folder, file: &str) -> Result<Option<Self>, FolderError> {
        let path = folder.path().join(file);
        match folder.open_file(file) {
            Ok(file) => Ok(Some(Self { path, input: BufReader::new(file) })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(FolderError::Io { path, source }),
        }
    }

    fn next(&mut self) -> Result<Option<Vec<u8>>, FolderError> {
        let mut line = vec![];
        let read = self.input.by_ref().take(Self::MOST).read_until(b'\n', &mut line);
        read.map_err(|source| FolderError::Io { path: self.path.clone(), source })?;
        Ok(Some(line).filter(|line| !line.is_empty()))
    }
}
