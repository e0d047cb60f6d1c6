//! `leaderboard.csv` and `crosstable.csv`: written, and read back.

use std::fs;
use std::path::Path;

use super::csv_text::CsvText;
use super::folder::{CROSSTABLE, FolderError, LEADERBOARD};
use crate::fault::{FaultCounts, FaultKind};
use crate::stats::{Crosstable, Effective, Previous, Standing, Status, decimals};

const COLUMNS: [&str; 12] = [
    "rank",
    "side",
    "entrant",
    "status",
    "reason",
    "matches",
    "effective_matches",
    "effective_kind",
    "mean_score",
    "low_95",
    "high_95",
    "win_rate",
];

/// The last columns: movement since an earlier run.
const MOVEMENT: [&str; 2] = ["previous_rank", "previous_mean"];

/// All columns: those above, one for each kind of fault, and movement.
fn columns() -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().chain(FaultKind::ALL.map(FaultKind::name)).chain(MOVEMENT)
}

/// The text of `leaderboard.csv`.
pub(crate) fn leaderboard_csv(standings: &[Standing]) -> Vec<u8> {
    let mut rows = CsvText::with_header(columns());
    for standing in standings {
        let (status, reason) = match &standing.status {
            Status::Ok => ("ok", ""),
            Status::Unfit(reason) => ("unfit", reason.as_str()),
            Status::BuildFailed(reason) => ("build failed", reason.as_str()),
        };
        let (effective, kind) = standing.effective.parts();
        let figure = |figure: Option<f64>| figure.map(decimals).unwrap_or_default();
        rows.text(&standing.rank.map(|rank| rank.to_string()).unwrap_or_default())
            .text(&standing.side)
            .text(&standing.entrant)
            .text(status)
            .text(reason)
            .value(standing.matches)
            .value(effective)
            .text(kind)
            .text(&figure(standing.mean_score))
            .text(&figure(standing.interval.map(|(low, _)| low)))
            .text(&figure(standing.interval.map(|(_, high)| high)))
            .text(&figure(standing.win_rate));
        for count in standing.faults {
            rows.value(count);
        }
        let previous = standing.previous;
        rows.text(&previous.map(|previous| previous.rank.to_string()).unwrap_or_default())
            .text(&figure(previous.map(|previous| previous.mean)));
        rows.end_row();
    }
    rows.into_bytes()
}

/// The text of `crosstable.csv`: the second side's entrants are columns, `side=entrant`.
pub(crate) fn crosstable_csv(table: &Crosstable) -> Vec<u8> {
    let [first, second] = &table.sides;
    let columns = table.columns.iter().map(|entrant| format!("{second}={entrant}"));
    let mut rows = CsvText::with_header([first.clone()].into_iter().chain(columns));
    for (entrant, cells) in table.rows.iter().zip(&table.cells) {
        rows.text(entrant);
        for cell in cells {
            rows.text(&cell.map(decimals).unwrap_or_default());
        }
        rows.end_row();
    }
    rows.into_bytes()
}

/// Reads `leaderboard.csv`.
pub(crate) fn read_leaderboard(folder: &Path) -> Result<Vec<Standing>, FolderError> {
    let (header, rows) = read(folder, LEADERBOARD)?;
    let known = header.iter().eq(columns());
    let standings = rows.iter().map(standing).collect::<Option<Vec<_>>>();
    standings.filter(|_| known).ok_or_else(|| garbled(folder, LEADERBOARD, "an unknown row"))
}

/// Reads `crosstable.csv`, if there is one.
pub(crate) fn read_crosstable(folder: &Path) -> Result<Option<Crosstable>, FolderError> {
    if !folder.join(CROSSTABLE).exists() {
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
        header.iter().skip(1).map(|name| name.split_once('=')).collect::<Option<_>>()?;
    let cells = |row: &csv::StringRecord| row.iter().skip(1).map(figure).collect::<Option<_>>();
    Some(Crosstable {
        sides: [first.to_owned(), columns.first()?.0.to_owned()],
        rows: rows.iter().map(|row| row.get(0).map(str::to_owned)).collect::<Option<_>>()?,
        columns: columns.iter().map(|(_, entrant)| (*entrant).to_owned()).collect(),
        cells: rows.iter().map(cells).collect::<Option<_>>()?,
    })
}

fn standing(row: &csv::StringRecord) -> Option<Standing> {
    let count = |column: usize| row.get(column)?.parse::<u64>().ok();
    let mut faults = FaultCounts::default();
    for (kind, cell) in faults.iter_mut().enumerate() {
        *cell = count(COLUMNS.len() + kind)?;
    }
    let (low, high) = (figure(row.get(9)?)?, figure(row.get(10)?)?);
    Some(Standing {
        rank: rank(row.get(0)?)?,
        side: row.get(1)?.to_owned(),
        entrant: row.get(2)?.to_owned(),
        status: match row.get(3)? {
            "ok" => Status::Ok,
            "unfit" => Status::Unfit(row.get(4)?.to_owned()),
            "build failed" => Status::BuildFailed(row.get(4)?.to_owned()),
            _ => return None,
        },
        matches: count(5)?,
        effective: match row.get(7)? {
            "exact" => Effective::Exact(count(6)?),
            "estimate" => Effective::Estimate(count(6)?),
            _ => return None,
        },
        mean_score: figure(row.get(8)?)?,
        interval: low.zip(high),
        win_rate: figure(row.get(11)?)?,
        faults,
        previous: previous(row)?,
    })
}

/// Where an entrant stood before; `None` if that is garbled.
#[expect(clippy::option_option, reason = "an empty cell and a wrong one are two things")]
fn previous(row: &csv::StringRecord) -> Option<Option<Previous>> {
    let column = COLUMNS.len() + FaultKind::ALL.len();
    let (rank, mean) = (rank(row.get(column)?)?, figure(row.get(column + 1)?)?);
    Some(rank.zip(mean).map(|(rank, mean)| Previous { rank, mean }))
}

/// A rank that may be empty; `None` if it is none.
#[expect(clippy::option_option, reason = "an empty cell and a wrong one are two things")]
fn rank(text: &str) -> Option<Option<u32>> {
    match text {
        "" => Some(None),
        rank => rank.parse().ok().map(Some),
    }
}

/// A figure that may be empty; `None` if it is none.
#[expect(clippy::option_option, reason = "an empty cell and a wrong one are two things")]
fn figure(text: &str) -> Option<Option<f64>> {
    match text {
        "" => Some(None),
        text => text.parse().ok().filter(|figure: &f64| figure.is_finite()).map(Some),
    }
}

type Rows = (csv::StringRecord, Vec<csv::StringRecord>);

fn read(folder: &Path, file: &'static str) -> Result<Rows, FolderError> {
    let path = folder.join(file);
    let text = fs::read(&path).map_err(|source| FolderError::Io { path, source })?;
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(&*text);
    let all: Result<Vec<_>, _> = rows.records().collect();
    let mut all = all.map_err(|error| garbled(folder, file, &error.to_string()))?;
    if all.is_empty() {
        return Err(garbled(folder, file, "empty"));
    }
    let header = all.remove(0);
    Ok((header, all))
}

fn garbled(folder: &Path, file: &str, message: &str) -> FolderError {
    FolderError::Garbled { path: folder.join(file), message: message.to_owned() }
}
