//! `leaderboard.csv`: written, and read back.

use stoker_external::fault::{FaultCounts, FaultKind};
use stoker_external::unfit::EntrantStatus;
use stoker_files::untrusted::Folder;
use stoker_stats::{Effective, Estimate};

use super::folder::LEADERBOARD;
use crate::standings::{ALL_SIDES, FactMean, FurtherMean, Previous, Standing};
use crate::storage::FolderError;
use crate::storage::csv_text::{CsvText, WrongCell, figure, garbled, read};

const COLUMNS: [&str; 28] = [
    "rank",
    "side",
    "entrant",
    "status",
    "reason",
    "matches",
    "void",
    "effective_matches",
    "effective_kind",
    "mean_score",
    "low_95",
    "high_95",
    "win_rate",
    "rank_low",
    "rank_high",
    "rating",
    "rating_low_95",
    "rating_high_95",
    "elo",
    "elo_low_95",
    "elo_high_95",
    "nash_weight",
    "nash_score",
    "win_low_95",
    "win_high_95",
    "mean_rank",
    "mean_rank_low_95",
    "mean_rank_high_95",
];

/// Columns after those of faults: movement since an earlier run.
const MOVEMENT: [&str; 2] = ["previous_rank", "previous_mean"];

/// The beginning of the columns after those, one for each further score.
const FURTHER: &str = "mean_";

/// The beginning of the last columns, one for each fact that the ruleset shows.
const FACT: &str = "fact_";

/// The columns that do not depend on the ruleset: the ones above, one for each kind of fault, and
/// movement.
fn columns() -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().chain(FaultKind::ALL.map(FaultKind::name)).chain(MOVEMENT)
}

/// The text of `leaderboard.csv`.
pub(crate) fn leaderboard_csv(standings: &[Standing]) -> Vec<u8> {
    let further = standings.first().map_or(&[][..], |standing| &standing.further);
    let further = further.iter().map(|further| format!("{FURTHER}{}", further.score));
    let facts = standings.iter().map(|row| &row.facts[..]).find(|facts| !facts.is_empty());
    let facts = facts.unwrap_or_default();
    let names = facts.iter().map(|fact| format!("{FACT}{}", fact.name));
    let mut rows = CsvText::with_header(columns().map(str::to_owned).chain(further).chain(names));
    for standing in standings {
        let (status, reason) = match &standing.status {
            EntrantStatus::Ok => ("ok", ""),
            EntrantStatus::Unfit(reason) => ("unfit", reason.as_str()),
            EntrantStatus::BuildFailed(reason) => ("build failed", reason.as_str()),
        };
        let (effective, kind) = standing.effective.parts();
        rows.maybe(standing.rank)
            .text(&standing.side)
            .text(&standing.entrant)
            .text(status)
            .text(reason)
            .value(standing.matches)
            .value(standing.voids)
            .value(effective)
            .text(kind)
            .estimate(standing.mean)
            .figure(standing.win_rate.map(|rate| rate.value))
            .maybe(standing.rank_interval.map(|(low, _)| low))
            .maybe(standing.rank_interval.map(|(_, high)| high))
            .estimate(standing.rating)
            .estimate(standing.elo)
            .figure(standing.nash.map(|(weight, _)| weight))
            .figure(standing.nash.map(|(_, score)| score));
        let [_, low, high] = Estimate::columns(standing.win_rate);
        rows.figure(low).figure(high).estimate(standing.mean_rank);
        for count in standing.faults {
            rows.value(count);
        }
        let previous = standing.previous;
        rows.maybe(previous.map(|previous| previous.rank))
            .figure(previous.and_then(|previous| previous.mean));
        for further in &standing.further {
            rows.figure(further.mean);
        }
        for number in 0..facts.len() {
            rows.figure(standing.facts.get(number).and_then(|fact| fact.mean));
        }
        rows.end_row();
    }
    rows.into_bytes()
}

/// Reads `leaderboard.csv`.
///
/// # Errors
/// If it cannot be read, or is not as a run writes it.
pub fn read_leaderboard(folder: &Folder) -> Result<Vec<Standing>, FolderError> {
    let (header, rows) = read(folder, LEADERBOARD)?;
    let count = columns().count();
    let is_further = |name: &&str| name.starts_with(FURTHER);
    let further = header.iter().skip(count).take_while(is_further);
    let further: Vec<&str> = further.filter_map(|name| name.strip_prefix(FURTHER)).collect();
    let facts = header.iter().skip(count + further.len()).map(|name| name.strip_prefix(FACT));
    let facts = facts.collect::<Option<Vec<_>>>();
    let known = header.iter().take(count).eq(columns()) && facts.is_some();
    let more = MoreColumns { further, facts: facts.unwrap_or_default() };
    let standings = rows.iter().map(|row| standing(row, &more));
    let standings = standings.collect::<Result<Vec<_>, WrongCell>>();
    standings.ok().filter(|_| known).ok_or_else(|| garbled(folder, LEADERBOARD, "an unknown row"))
}

/// The columns that depend on the ruleset, without the beginnings of their names.
struct MoreColumns<'h> {
    further: Vec<&'h str>,
    facts: Vec<&'h str>,
}

fn standing(row: &csv::StringRecord, more: &MoreColumns<'_>) -> Result<Standing, WrongCell> {
    let cells = LeaderboardCells(row);
    let mut faults = FaultCounts::default();
    for (kind, cell) in FaultKind::ALL.iter().zip(faults.iter_mut()) {
        *cell = cells.number(kind.name())?;
    }
    Ok(Standing {
        rank: cells.rank("rank")?,
        rank_interval: cells.rank("rank_low")?.zip(cells.rank("rank_high")?),
        side: cells.text("side")?.to_owned(),
        entrant: cells.text("entrant")?.to_owned(),
        status: match (cells.text("status")?, cells.text("reason")?) {
            ("ok", _) => EntrantStatus::Ok,
            ("unfit", reason) => EntrantStatus::Unfit(reason.to_owned()),
            ("build failed", reason) => EntrantStatus::BuildFailed(reason.to_owned()),
            _ => return Err(WrongCell),
        },
        matches: cells.number("matches")?,
        voids: cells.number("void")?,
        effective: match (cells.text("effective_kind")?, cells.number("effective_matches")?) {
            ("exact", count) => Effective::Exact(count),
            ("estimate", count) => Effective::Estimate(count),
            _ => return Err(WrongCell),
        },
        mean: cells.estimate(["mean_score", "low_95", "high_95"])?,
        win_rate: cells.estimate(["win_rate", "win_low_95", "win_high_95"])?,
        mean_rank: cells.estimate(["mean_rank", "mean_rank_low_95", "mean_rank_high_95"])?,
        facts: cells.facts(more)?,
        rating: cells.estimate(["rating", "rating_low_95", "rating_high_95"])?,
        elo: cells.estimate(["elo", "elo_low_95", "elo_high_95"])?,
        nash: cells.figure("nash_weight")?.zip(cells.figure("nash_score")?),
        faults,
        previous: cells.previous()?,
        further: cells.further(&more.further)?,
    })
}

/// A row, read by the names of columns.
#[derive(Clone, Copy)]
struct LeaderboardCells<'r>(&'r csv::StringRecord);

impl<'r> LeaderboardCells<'r> {
    fn text(self, column: &str) -> Result<&'r str, WrongCell> {
        let number = columns().position(|name| name == column);
        number.and_then(|number| self.0.get(number)).ok_or(WrongCell)
    }

    fn number(self, column: &str) -> Result<u64, WrongCell> {
        self.text(column)?.parse().map_err(|_| WrongCell)
    }

    fn rank(self, column: &str) -> Result<Option<u32>, WrongCell> {
        match self.text(column)? {
            "" => Ok(None),
            rank => rank.parse().map(Some).map_err(|_| WrongCell),
        }
    }

    fn figure(self, column: &str) -> Result<Option<f64>, WrongCell> {
        figure(self.text(column)?)
    }

    /// The shown facts. A row over all sides or without matches has none.
    fn facts(self, more: &MoreColumns<'_>) -> Result<Vec<FactMean>, WrongCell> {
        if self.text("side")? == ALL_SIDES || self.number("matches")? == 0 {
            return Ok(vec![]);
        }
        let first = columns().count() + more.further.len();
        let mean = |(place, name): (usize, &&str)| {
            let mean = figure(self.0.get(first + place).ok_or(WrongCell)?)?;
            Ok(FactMean { name: (*name).to_owned(), mean })
        };
        more.facts.iter().enumerate().map(mean).collect()
    }

    fn previous(self) -> Result<Option<Previous>, WrongCell> {
        let [rank, mean] = MOVEMENT;
        let mean = self.figure(mean)?;
        Ok(self.rank(rank)?.map(|rank| Previous { rank, mean }))
    }

    fn further(self, names: &[&str]) -> Result<Vec<FurtherMean>, WrongCell> {
        let cell = |(place, score): (usize, &&str)| {
            let mean = figure(self.0.get(columns().count() + place).ok_or(WrongCell)?)?;
            Ok(FurtherMean { score: (*score).to_owned(), mean })
        };
        names.iter().enumerate().map(cell).collect()
    }

    fn estimate(self, [value, low, high]: [&str; 3]) -> Result<Option<Estimate>, WrongCell> {
        let columns = [self.figure(value)?, self.figure(low)?, self.figure(high)?];
        Ok(Estimate::of_columns(columns))
    }
}
