//! `crosstable.csv`: written, and read back.

use stoker_files::untrusted::Folder;
use stoker_stats::{Distinct, Effective, Estimate, decimals};

use super::folder::CROSSTABLE;
use crate::standings::{Crosstable, Meeting};
use crate::storage::FolderError;
use crate::storage::csv_text::{CsvText, WrongCell, figure, garbled, read};

/// The figures of a meeting, in the order of the file.
const FIGURES: [&str; 6] =
    ["mean_score", "low_95", "high_95", "interaction", "matches", "effective_matches"];

/// The text of `crosstable.csv`: one table for each figure, one below the other. The entrants of
/// the second side are the columns, `side=entrant`.
pub(crate) fn crosstable_csv(table: &Crosstable) -> Vec<u8> {
    let [first, second] = &table.sides;
    let columns = table.columns.iter().map(|entrant| format!("{second}={entrant}"));
    let mut rows =
        CsvText::with_header([first.clone(), "figure".to_owned()].into_iter().chain(columns));
    for (number, name) in FIGURES.iter().enumerate() {
        for (entrant, cells) in table.rows.iter().zip(&table.cells) {
            rows.text(entrant).text(name);
            for cell in cells {
                rows.text(&cell.and_then(|cell| texts(&cell)[number].take()).unwrap_or_default());
            }
            rows.end_row();
        }
    }
    rows.into_bytes()
}

fn texts(meeting: &Meeting) -> [Option<String>; 6] {
    let [mean, low, high] = Estimate::columns(Some(meeting.mean)).map(|cell| cell.map(decimals));
    [
        mean,
        low,
        high,
        Some(decimals(meeting.interaction)),
        Some(meeting.matches.to_string()),
        Some(meeting.effective.parts().0.to_string()),
    ]
}

/// Reads `crosstable.csv`, if there is one.
///
/// # Errors
/// If it cannot be read, or is not as a run writes it.
pub fn read_crosstable(folder: &Folder) -> Result<Option<Crosstable>, FolderError> {
    if !folder.has_file(CROSSTABLE) {
        return Ok(None);
    }
    let (header, rows) = read(folder, CROSSTABLE)?;
    crosstable(&header, &rows)
        .map(Some)
        .ok_or_else(|| garbled(folder, CROSSTABLE, "an unknown row"))
}

fn crosstable(header: &csv::StringRecord, rows: &[csv::StringRecord]) -> Option<Crosstable> {
    let first = header.get(0)?;
    let columns: Vec<_> =
        header.iter().skip(2).map(|name| name.split_once('=')).collect::<Option<_>>()?;
    let count = rows.len() / FIGURES.len();
    let fits = |(number, row): (usize, &csv::StringRecord)| {
        row.get(0) == rows[number % count].get(0)
            && row.get(1) == FIGURES.get(number / count).copied()
    };
    if count == 0 || rows.len() != count * FIGURES.len() || !rows.iter().enumerate().all(fits) {
        return None;
    }
    let cell = |row: usize, column: usize| {
        let text = |figure: usize| rows[figure * count + row].get(column + 2).ok_or(WrongCell);
        meeting([0, 1, 2, 3, 4, 5].map(text))
    };
    let cells = |row| (0..columns.len()).map(|column| cell(row, column)).collect::<Result<_, _>>();
    Some(Crosstable {
        sides: [first.to_owned(), columns.first()?.0.to_owned()],
        rows: rows[..count]
            .iter()
            .map(|row| row.get(0).map(str::to_owned))
            .collect::<Option<_>>()?,
        columns: columns.iter().map(|(_, entrant)| (*entrant).to_owned()).collect(),
        cells: (0..count).map(cells).collect::<Result<_, _>>().ok()?,
    })
}

/// The figures of one cell; `None` if it is empty.
fn meeting(texts: [Result<&str, WrongCell>; 6]) -> Result<Option<Meeting>, WrongCell> {
    let [mean, low, high, interaction, matches, effective] = texts;
    let columns = [figure(mean?)?, figure(low?)?, figure(high?)?];
    let Some(mean) = Estimate::of_columns(columns) else { return Ok(None) };
    let effective = effective?.parse().map_err(|_| WrongCell)?;
    Ok(Some(Meeting {
        mean,
        interaction: figure(interaction?)?.ok_or(WrongCell)?,
        matches: matches?.parse().map_err(|_| WrongCell)?,
        effective: match effective > Distinct::EXACT as u64 {
            true => Effective::Estimate(effective),
            false => Effective::Exact(effective),
        },
    }))
}
