//! `ahead.csv` and `seats.csv`: written, and read back.

use stoker_files::untrusted::Folder;
use stoker_stats::lineups::SeatFigures;

use super::folder::{AHEAD, SEATS};
use crate::standings::{Ahead, LineupTables, SeatRow};
use crate::storage::FolderError;
use crate::storage::csv_text::{CsvText, WrongCell, estimate, garbled, read, text};

const AHEAD_COLUMNS: [&str; 6] = ["entrant", "opponent", "meetings", "ahead", "low_95", "high_95"];

const SEAT_COLUMNS: [&str; 14] = [
    "side",
    "matches",
    "mean_score",
    "low_95",
    "high_95",
    "advantage",
    "advantage_low_95",
    "advantage_high_95",
    "win_rate",
    "win_low_95",
    "win_high_95",
    "mean_rank",
    "mean_rank_low_95",
    "mean_rank_high_95",
];

/// The text of `ahead.csv`.
pub(crate) fn ahead_csv(tables: &LineupTables) -> Vec<u8> {
    let mut rows = CsvText::with_header(AHEAD_COLUMNS);
    for Ahead { entrant, opponent, meetings, share } in &tables.ahead {
        rows.text(entrant).text(opponent).value(meetings).estimate(Some(*share)).end_row();
    }
    rows.into_bytes()
}

/// The text of `seats.csv`.
pub(crate) fn seats_csv(tables: &LineupTables) -> Vec<u8> {
    let mut rows = CsvText::with_header(SEAT_COLUMNS);
    for SeatRow { side, figures } in &tables.seats {
        let SeatFigures { matches, mean, advantage, win_rate, mean_rank } = figures;
        rows.text(side).value(matches).estimate(*mean).estimate(*advantage);
        rows.estimate(*win_rate).estimate(*mean_rank).end_row();
    }
    rows.into_bytes()
}

/// Reads both files, if they are there.
///
/// # Errors
/// If one cannot be read, or is not as a run writes it.
pub fn read_lineup_tables(folder: &Folder) -> Result<Option<LineupTables>, FolderError> {
    if !folder.has_file(AHEAD) || !folder.has_file(SEATS) {
        return Ok(None);
    }
    let ahead = rows_of(folder, AHEAD, &AHEAD_COLUMNS, ahead_row)?;
    let seats = rows_of(folder, SEATS, &SEAT_COLUMNS, seat_row)?;
    Ok(Some(LineupTables { ahead, seats }))
}

fn rows_of<T>(
    folder: &Folder,
    file: &'static str,
    columns: &[&str],
    row: impl Fn(&csv::StringRecord) -> Result<T, WrongCell>,
) -> Result<Vec<T>, FolderError> {
    let (header, rows) = read(folder, file)?;
    let known = header.iter().eq(columns.iter().copied());
    let rows = rows.iter().map(row).collect::<Result<Vec<_>, _>>();
    rows.ok().filter(|_| known).ok_or_else(|| garbled(folder, file, "an unknown row"))
}

fn ahead_row(row: &csv::StringRecord) -> Result<Ahead, WrongCell> {
    Ok(Ahead {
        entrant: text(row, 0)?.to_owned(),
        opponent: text(row, 1)?.to_owned(),
        meetings: text(row, 2)?.parse().map_err(|_| WrongCell)?,
        share: estimate(row, 3)?.ok_or(WrongCell)?,
    })
}

fn seat_row(row: &csv::StringRecord) -> Result<SeatRow, WrongCell> {
    let figures = SeatFigures {
        matches: text(row, 1)?.parse().map_err(|_| WrongCell)?,
        mean: estimate(row, 2)?,
        advantage: estimate(row, 5)?,
        win_rate: estimate(row, 8)?,
        mean_rank: estimate(row, 11)?,
    };
    Ok(SeatRow { side: text(row, 0)?.to_owned(), figures })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use stoker_stats::Estimate;

    use super::*;
    use crate::testing::held;

    #[test]
    fn tables_are_read_as_they_are_written() {
        let estimate = |value| Estimate { value, interval: Some((value - 0.25, value + 0.25)) };
        let share = estimate(0.5);
        let ahead = |opponent: &str| Ahead {
            entrant: "=a".to_owned(),
            opponent: opponent.to_owned(),
            meetings: 7,
            share,
        };
        let figures = SeatFigures {
            matches: 9,
            mean: Some(estimate(3.5)),
            advantage: Some(estimate(-0.5).alone()),
            win_rate: Some(share),
            mean_rank: None,
        };
        let seats = vec![SeatRow { side: "first".to_owned(), figures }];
        let tables = LineupTables { ahead: vec![ahead("b"), ahead("c,d")], seats };
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_lineup_tables(&held(folder.path())).unwrap(), None);
        std::fs::write(folder.path().join(AHEAD), ahead_csv(&tables)).unwrap();
        std::fs::write(folder.path().join(SEATS), seats_csv(&tables)).unwrap();
        let folder: Arc<Folder> = held(folder.path());
        assert_eq!(read_lineup_tables(&folder).unwrap(), Some(tables));
    }
}
