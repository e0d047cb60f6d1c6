//! Checks that files contain nothing about matches of void slots, and count these correctly.

use std::fs::File;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use stoker_bots::Mismatch;
use stoker_files::untrusted::Folder;

use super::Mismatches;
use crate::columns::{SAME_AS, VOID};
use crate::journal::Spans;
use crate::plan::MOST_PAIRINGS;
use crate::results::folder::{FAULTS, LEADERBOARD, MATCHES, RECORDS, RUN, manifest_in};
use crate::results::run_in;
use crate::standings::{ALL_SIDES, Standing};
use crate::storage::bounded::ShortLines;
use crate::storage::{FolderError, at};
use crate::void::Void;

/// The rows of a run's `matches.csv`, read in step with its records.
pub struct VoidRows {
    folder: Folder,
    rows: CsvRows,
    faults: CsvRows,
    /// By column: true if it does not depend on the outcome of a match.
    known: Vec<bool>,
    same_as: usize,
    void: usize,
    /// The number of columns that name entrants.
    sides: u64,
    /// The match of the next row, with true if it is void; `None` after the last.
    next: Option<(u64, bool)>,
    /// The match of the next fault.
    next_fault: Option<u64>,
    /// The number of void slots so far, and those among them that may be the first of their
    /// pairing.
    count: u64,
    firsts: Spans,
    /// The lowest match number that the next record can have.
    least: u64,
}

/// A mismatch with its place.
#[derive(Debug)]
pub struct AtLine {
    /// The file and line, or only the file.
    pub place: String,
    /// The mismatch.
    pub found: Mismatch,
}

impl VoidRows {
    /// Opens the rows of the run whose records are in this file; `None` if the file is not in the
    /// folder of a finished run. The files of a killed run can end in the middle of a row.
    ///
    /// # Errors
    /// If a file of the run cannot be read.
    pub fn beside(records: &Path) -> Result<Option<Self>, FolderError> {
        let named = records.file_name().is_some_and(|name| name == RECORDS);
        let folder = Folder::named(records.parent().unwrap_or(Path::new(""))).ok();
        let is_run = |folder: &Folder| {
            [MATCHES, FAULTS].iter().all(|file| folder.has_file(file))
                && manifest_in(folder).is_ok_and(|run| run.progress.complete)
        };
        let Some(folder) = folder.filter(|folder| named && is_run(folder)) else {
            return Ok(None);
        };
        let (mut rows, mut faults) =
            (CsvRows::open(&folder, MATCHES)?, CsvRows::open(&folder, FAULTS)?);
        let header = rows.header()?;
        let place = |name: &str| header.iter().position(|column| column == name);
        let (Some(same_as), Some(void)) = (place(SAME_AS), place(VOID)) else {
            return Err(rows.garbled("other columns"));
        };
        let is_side = |name: &str| header.iter().any(|other| other == format!("{name}_faults"));
        let is_known =
            |name: &str| ["match", "seed", "setting", VOID].contains(&name) || is_side(name);
        let known = header.iter().map(is_known).collect();
        let sides = header.iter().filter(|name| is_side(name)).count() as u64;
        faults.header()?;
        let (next, next_fault, firsts) = (None, None, Spans::default());
        let mut all = Self {
            folder,
            rows,
            faults,
            known,
            same_as,
            void,
            sides,
            next,
            next_fault,
            count: 0,
            firsts,
            least: 0,
        };
        all.advance_faults()?;
        Ok(Some(all))
    }

    /// True if any row so far is of a void slot.
    pub fn any(&self) -> bool {
        self.count > 0
    }

    /// Checks that the slot of a record is not void, and all rows before it.
    ///
    /// # Errors
    /// If a row cannot be read.
    pub fn record(&mut self, number: u64) -> Result<Vec<AtLine>, FolderError> {
        let mut found = vec![];
        let at = |folder: &Folder| folder.path().join(RECORDS).display().to_string();
        if number < self.least {
            found.extend(mismatch(
                at(&self.folder),
                "match",
                format!("{} or more", self.least),
                number,
            ));
        }
        self.least = number.saturating_add(1);
        while self.next.is_none_or(|(row, _)| row < number) && self.advance(&mut found)? {}
        if self.next == Some((number, true)) {
            let place = at(&self.folder);
            found.extend(mismatch(place, "match", "no record of a void match", number));
        }
        Ok(found)
    }

    /// Checks the remaining rows, and the counts.
    ///
    /// # Errors
    /// If a row or another file of the run cannot be read.
    pub fn finish(&mut self) -> Result<Vec<AtLine>, FolderError> {
        let mut found = vec![];
        while self.advance(&mut found)? {}
        let manifest = manifest_in(&self.folder)?;
        let place = |file: &str| self.folder.path().join(file).display().to_string();
        let told = manifest.progress.void;
        found.extend(mismatch(place(RUN), "progress.void", self.count, told));
        if manifest.sweep.is_none() && self.folder.has_file(LEADERBOARD) {
            let summary = run_in(&self.folder)?;
            let own = |row: &&Standing| row.side != ALL_SIDES;
            let told: u64 =
                summary.report.standings().iter().filter(own).map(|row| row.voids).sum();
            let sum = self.count.saturating_mul(self.sides);
            found.extend(mismatch(place(LEADERBOARD), "sum of void", sum, told));
        }
        Ok(found)
    }

    /// Reads the next row. Returns false after the last.
    fn advance(&mut self, found: &mut Vec<AtLine>) -> Result<bool, FolderError> {
        let Some(line) = self.rows.read()? else {
            self.next = None;
            return Ok(false);
        };
        let place = format!("{}: line {line}", self.folder.path().join(MATCHES).display());
        let row = &self.rows.row;
        let number = row.get(0).and_then(|number| number.parse::<u64>().ok());
        let before = self.next.map_or(0, |(before, _)| before + 1);
        let Some(number) = number.filter(|&number| number >= before && number < u64::MAX) else {
            return Err(self.rows.garbled(&format!("line {line}: match {before} should be here")));
        };
        found.extend(mismatch(place.clone(), "match", before, number));
        let reason = row.get(self.void).unwrap_or_default().to_owned();
        self.next = Some((number, !reason.is_empty()));
        if reason.is_empty() {
            let original = row.get(self.same_as).and_then(|original| original.parse().ok());
            if let Some(original) = original.filter(|&original| self.firsts.contains(original)) {
                found.extend(mismatch(place, SAME_AS, "a match that is not void", original));
            }
        } else {
            self.void_row(number, &reason, &place, found);
        }
        let faults = self.skip_faults(number)?;
        if !reason.is_empty() {
            for _ in 0..faults {
                let place = self.folder.path().join(FAULTS).display().to_string();
                found.extend(mismatch(place, "match", "no fault of a void match", number));
            }
        }
        Ok(true)
    }

    /// Checks the row of a void slot.
    fn void_row(&mut self, number: u64, reason: &str, place: &str, found: &mut Vec<AtLine>) {
        self.count += 1;
        if number < MOST_PAIRINGS as u64 {
            self.firsts.insert(number);
        }
        if Void::read(reason).is_none() {
            found.extend(mismatch(place.to_owned(), VOID, "a plain line", reason));
        }
        let cells = self.rows.row.iter().zip(&self.known).zip(self.rows.names.iter());
        for ((cell, known), name) in cells {
            if !known && !cell.is_empty() {
                found.extend(mismatch(place.to_owned(), name, "nothing, because it is void", cell));
            }
        }
    }

    /// Skips the faults up to a match, and counts its own.
    fn skip_faults(&mut self, number: u64) -> Result<u64, FolderError> {
        let mut own = 0;
        while let Some(of) = self.next_fault.filter(|&of| of <= number) {
            own += u64::from(of == number);
            self.advance_faults()?;
        }
        Ok(own)
    }

    fn advance_faults(&mut self) -> Result<(), FolderError> {
        self.next_fault = match self.faults.read()? {
            None => None,
            Some(line) => {
                let number = self.faults.row.get(0).and_then(|number| number.parse().ok());
                let garbled = || self.faults.garbled(&format!("line {line}: no number of a match"));
                Some(number.ok_or_else(garbled)?)
            }
        };
        Ok(())
    }
}

fn mismatch(
    place: String,
    field: &str,
    expected: impl std::fmt::Display,
    got: impl std::fmt::Display,
) -> Option<AtLine> {
    let mut findings = Mismatches::default();
    findings.compare(field, expected, got);
    findings.0.pop().map(|found| AtLine { place, found })
}

/// A CSV file, read row by row.
struct CsvRows {
    path: PathBuf,
    rows: csv::Reader<ShortLines<File>>,
    names: StringRecord,
    row: StringRecord,
}

impl CsvRows {
    fn open(folder: &Folder, file: &str) -> Result<Self, FolderError> {
        let path = folder.path().join(file);
        let file = folder.open_file(file).map_err(at(&path))?;
        let rows = csv::Reader::from_reader(ShortLines::new(file));
        Ok(Self { path, rows, names: StringRecord::new(), row: StringRecord::new() })
    }

    fn header(&mut self) -> Result<StringRecord, FolderError> {
        self.names = self.rows.headers().cloned().map_err(|error| self.failed(error))?;
        Ok(self.names.clone())
    }

    /// Reads the next row. Returns its line, or `None` at the end.
    fn read(&mut self) -> Result<Option<u64>, FolderError> {
        let line = self.rows.position().line();
        let read = self.rows.read_record(&mut self.row).map_err(|error| self.failed(error))?;
        Ok(read.then_some(line))
    }

    fn garbled(&self, message: &str) -> FolderError {
        FolderError::Garbled { path: self.path.clone(), message: message.to_owned() }
    }

    fn failed(&self, error: csv::Error) -> FolderError {
        let message = error.to_string();
        if let csv::ErrorKind::Io(source) = error.into_kind() {
            return FolderError::Io { path: self.path.clone(), source };
        }
        self.garbled(&message)
    }
}
