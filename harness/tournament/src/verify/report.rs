//! The report of a check of a run's folder.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::voids::AtLine;
use super::{Mismatch, Mismatches};
use crate::results::folder::FILES;

/// The findings of a check of a run's folder.
#[derive(Debug, Default)]
pub struct FolderReport {
    folder: PathBuf,
    /// The number of slots that were read.
    pub slots: u64,
    /// The number of records that were replayed.
    pub games: u64,
    /// The number of matches that were played and have no correct record.
    pub(super) unproven: u64,
    /// The number of decisions that were replayed.
    pub turns: u64,
    /// Files that were made again and compared.
    pub compared: Vec<&'static str>,
    /// Notes on comparisons that were not possible, with the reason.
    pub notes: Vec<String>,
    /// Files that could not be read, with the reason.
    pub unread: Vec<String>,
    /// The mismatches, by file in the order of the report.
    found: BTreeMap<usize, FileMismatches>,
}

/// A place in a folder's files.
#[derive(Debug, Clone, Copy)]
pub(super) struct FilePlace {
    file: &'static str,
    /// The line; `None` for somewhere in the file.
    line: Option<u64>,
}

impl FilePlace {
    pub(super) fn somewhere(file: &'static str) -> Self {
        Self { file, line: None }
    }

    pub(super) fn line(file: &'static str, line: u64) -> Self {
        Self { file, line: Some(line) }
    }
}

/// The mismatches of one file.
#[derive(Debug)]
pub struct FileMismatches {
    /// The path of the file.
    pub path: PathBuf,
    /// The first mismatches.
    pub first: Vec<AtLine>,
    /// The number of mismatches.
    count: u64,
}

impl FileMismatches {
    /// The number of mismatches besides the first ones.
    pub fn more(&self) -> u64 {
        self.count - self.first.len() as u64
    }
}

/// The most mismatches of one file that are kept.
const KEPT: u64 = 5;
/// The most characters of a value that are kept: it may be a line of any length.
const LONGEST: usize = 10_000;

impl FolderReport {
    pub(super) fn of(folder: PathBuf) -> Self {
        Self { folder, ..Self::default() }
    }

    /// The number of mismatches in all files.
    pub fn mismatches(&self) -> u64 {
        self.found.values().map(|found| found.count).sum()
    }

    /// The mismatches, by file.
    pub fn found(&self) -> impl Iterator<Item = &FileMismatches> {
        self.found.values()
    }

    fn note(&mut self, FilePlace { file, line }: FilePlace, found: Mismatch) {
        let path = self.folder.join(file);
        let order = FILES.iter().position(|&other| other == file).unwrap_or(FILES.len());
        let of_file = self.found.entry(order);
        let of_file = of_file.or_insert_with(|| FileMismatches { path, first: vec![], count: 0 });
        of_file.count += 1;
        if of_file.count > KEPT {
            return;
        }
        let short = |text: String| match text.is_empty() {
            true => "nothing".to_owned(),
            false => text.chars().take(LONGEST).collect(),
        };
        let (expected, got) = (short(found.expected), short(found.got));
        let line = line.map(|line| format!(": line {line}")).unwrap_or_default();
        let place = format!("{}{line}", of_file.path.display());
        of_file.first.push(AtLine { place, found: Mismatch { expected, got, ..found } });
    }

    /// Notes that a field differs, even if both values look the same.
    pub(super) fn differs(
        &mut self,
        spot: FilePlace,
        field: &str,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) {
        let (expected, got) = (expected.into(), got.into());
        self.note(spot, Mismatch { decision: None, field: field.to_owned(), expected, got });
    }

    pub(super) fn note_all(&mut self, spot: FilePlace, found: Mismatches) {
        found.0.into_iter().for_each(|found| self.note(spot, found));
    }
}
