//! Rows of `faults.csv`, read one by one without the rules that they were played by.

use std::fs::File;
use std::path::PathBuf;

use csv::{ByteRecord, StringRecord};
use stoker_files::untrusted::Folder;

use super::folder::FAULTS;
use super::match_rows::FAULT_COLUMNS;
use crate::storage::bounded::ShortLines;
use crate::storage::{FolderError, at, garbled, texts};

/// The rows of `faults.csv`, in order.
pub struct FaultLines {
    path: PathBuf,
    rows: csv::Reader<ShortLines<File>>,
    row: ByteRecord,
}

/// A row of `faults.csv`; texts are as they were before they were escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultLine {
    /// The number of the match.
    pub number: u64,
    /// The decision at which it happened; the number of decisions if after the last.
    pub turn: u32,
    /// The number of the round, in games with rounds.
    pub round: Option<u32>,
    /// The side.
    pub side: String,
    /// The name of the seat.
    pub seat: String,
    /// The entrant that it is charged to.
    pub entrant: String,
    /// The entrants on the other sides.
    pub against: String,
    /// Its kind, as in the columns of the leaderboard.
    pub kind: String,
    /// The loss that it caused, as in the column `loses`.
    pub loses: String,
    /// The reason, for the entrant's author.
    pub reason: String,
}

impl FaultLines {
    /// Opens the file of a run.
    ///
    /// # Errors
    /// If it cannot be read, or has columns that no run writes.
    pub fn open(folder: &Folder) -> Result<Self, FolderError> {
        let path = folder.path().join(FAULTS);
        let file = folder.open_file(FAULTS).map_err(at(&path))?;
        let mut rows = csv::ReaderBuilder::new().from_reader(ShortLines::new(file));
        let known = rows.byte_headers().is_ok_and(|header| {
            header.iter().eq(FAULT_COLUMNS.iter().map(|column| column.as_bytes()))
        });
        match known {
            true => Ok(Self { path, rows, row: ByteRecord::new() }),
            false => Err(garbled(folder, FAULTS, "other columns")),
        }
    }

    /// Reads the next row; `None` after the last.
    ///
    /// # Errors
    /// If the file cannot be read further, or the row is not one that a run writes.
    pub fn read(&mut self) -> Result<Option<FaultLine>, FolderError> {
        let line = self.rows.position().line();
        let damaged = |message: &str| FolderError::Garbled {
            path: self.path.clone(),
            message: format!("line {line}: {message}"),
        };
        match self.rows.read_byte_record(&mut self.row) {
            Ok(true) => fault(&self.row).map(Some).ok_or_else(|| damaged("a garbled row")),
            Ok(false) => Ok(None),
            Err(error) => Err(damaged(&error.to_string())),
        }
    }
}

fn fault(row: &ByteRecord) -> Option<FaultLine> {
    let row: StringRecord = row.iter().map(|cell| String::from_utf8_lossy(cell)).collect();
    let cells = texts(&row);
    let cell = |number: usize| cells.get(number).map(str::to_owned);
    Some(FaultLine {
        number: cells.get(0)?.parse().ok()?,
        turn: cells.get(1)?.parse().ok()?,
        round: cells.get(2)?.parse().ok(),
        side: cell(3)?,
        seat: cell(5)?,
        entrant: cell(6)?,
        against: cell(7)?,
        kind: cell(8)?,
        loses: cell(9)?,
        reason: cell(10)?,
    })
}
