//! What a check of a run's folder found.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::voids::AtLine;
use super::{Findings, Mismatch};

/// What a check of a run's folder found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    folder: PathBuf,
    /// Slots that were read.
    pub(crate) slots: u64,
    /// Records that were replayed.
    pub(crate) games: u64,
    /// Matches that were played and have no record that holds.
    pub(super) unproven: u64,
    /// Decisions of those that were replayed.
    pub(crate) turns: u64,
    /// Files that were made again and compared.
    pub(crate) compared: Vec<&'static str>,
    /// What could not be compared, and why.
    pub(crate) notes: Vec<String>,
    /// Files that could not be read, with the reason.
    pub(crate) unread: Vec<String>,
    /// The first mismatches of each file.
    pub(crate) found: Vec<AtLine>,
    /// How many there are in each file.
    counts: BTreeMap<&'static str, u64>,
}

/// Mismatches of one file that are kept.
const KEPT: u64 = 5;
/// Characters of a value that are kept: it may be a line of any length.
const LONGEST: usize = 300;

impl Report {
    pub(super) fn of(folder: PathBuf) -> Self {
        Self { folder, ..Self::default() }
    }

    /// How many mismatches there are.
    pub(crate) fn mismatches(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The files that have more mismatches than were kept, and how many more.
    pub(crate) fn more(&self) -> impl Iterator<Item = (PathBuf, u64)> {
        let more = self.counts.iter().filter(|&(_, &count)| count > KEPT);
        more.map(|(file, count)| (self.folder.join(file), count - KEPT))
    }

    /// Notes a mismatch at a line of a file, or somewhere in it.
    pub(super) fn note(&mut self, file: &'static str, line: Option<u64>, found: Mismatch) {
        let count = self.counts.entry(file).or_default();
        *count += 1;
        if *count > KEPT {
            return;
        }
        let short = |text: String| text.chars().take(LONGEST).collect();
        let (expected, got) = (short(found.expected), short(found.got));
        let path = self.folder.join(file);
        let line = line.map(|line| format!(": line {line}")).unwrap_or_default();
        let place = format!("{}{line}", path.display());
        self.found.push(AtLine { place, found: Mismatch { expected, got, ..found } });
    }

    /// Notes that a field differs, whatever both sides look like.
    pub(super) fn differs(
        &mut self,
        (file, line): (&'static str, Option<u64>),
        field: &str,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) {
        let (expected, got) = (expected.into(), got.into());
        self.note(file, line, Mismatch { decision: None, field: field.to_owned(), expected, got });
    }

    pub(super) fn note_all(&mut self, file: &'static str, line: Option<u64>, found: Findings) {
        found.0.into_iter().for_each(|found| self.note(file, line, found));
    }
}
