//! `timings.csv`, read back.

use stoker_files::untrusted::Folder;

use super::folder::TIMINGS;
use crate::storage::FolderError;
use crate::storage::csv_text::{figure, garbled, read};
use crate::timings::COLUMNS;

/// The time that the answers of an entrant on a kind of side took.
#[derive(Debug, Clone, PartialEq)]
pub struct TimingRow {
    /// The kind of side.
    pub side: String,
    /// The entrant.
    pub entrant: String,
    /// The number of answers that were timed.
    pub turns: u64,
    /// Wall-clock time.
    pub wall: TurnTimes,
    /// Processor time.
    pub cpu: TurnTimes,
}

/// Times of answers, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnTimes {
    /// The mean.
    pub mean: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The longest.
    pub max: f64,
}

/// Reads `timings.csv`; rows without times are left out.
///
/// # Errors
/// If it cannot be read, or is not as a run writes it.
pub fn read_timings(folder: &Folder) -> Result<Vec<TimingRow>, FolderError> {
    let (header, rows) = read(folder, TIMINGS)?;
    if !header.iter().eq(COLUMNS) {
        return Err(garbled(folder, TIMINGS, "other columns"));
    }
    let timed = rows.iter().filter(|row| row.get(3).is_some_and(|mean| !mean.is_empty()));
    let rows = timed.map(timing).collect::<Option<_>>();
    rows.ok_or_else(|| garbled(folder, TIMINGS, "an unknown row"))
}

fn timing(row: &csv::StringRecord) -> Option<TimingRow> {
    let time = |column: usize| figure(row.get(column)?).ok()?;
    let times = |first: usize| {
        Some(TurnTimes { mean: time(first)?, p95: time(first + 1)?, max: time(first + 2)? })
    };
    Some(TimingRow {
        side: row.get(0)?.to_owned(),
        entrant: row.get(1)?.to_owned(),
        turns: row.get(2)?.parse().ok()?,
        wall: times(3)?,
        cpu: times(6)?,
    })
}
