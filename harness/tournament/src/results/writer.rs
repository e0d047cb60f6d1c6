//! Writes the files of a run while it goes on, and at its end.

use std::time::{Duration, Instant};

use stoker_engine::Game;
use stoker_files::disk;

use super::crosstable::crosstable_csv;
use super::duel_table::duel_csv;
use super::folder::{
    AHEAD, CROSSTABLE, DUEL, FAULTS, LEADERBOARD, MAIN_EFFECTS, MATCHES, PARTNERS, RECORDS,
    RunFolder, SEATS, SWEEP, TIMINGS,
};
use super::leaderboard::leaderboard_csv;
use super::lineup_tables::{ahead_csv, seats_csv};
use super::match_rows::{MatchRows, RowBytes};
use super::partner_table::partners_csv;
use super::records_file::RecordsFile;
use super::sweep_csv::{main_effects_csv, sweep_csv};
use crate::plan::{Keep, Plan};
use crate::results::ResultsByKind;
use crate::standings::Results;
use crate::storage::{FolderError, OutFile, at, fresh};
use crate::timings::{Times, timings_csv};

/// The files that grow while a run goes on.
pub(crate) struct RunWriter {
    matches: OutFile,
    faults: OutFile,
    records: Option<RecordsFile>,
    /// The time when rows of matches and faults were last handed to the operating system.
    flushed: Instant,
}

/// The interval between two flushes. The rows of this time may be lost if the process is killed.
const FLUSH: Duration = Duration::from_secs(1);

impl RunWriter {
    /// Begins the files, and removes the temporary file of a killed process.
    pub(crate) fn begin<G: Game>(plan: &Plan<G>, folder: &RunFolder) -> Result<Self, FolderError> {
        let left = fresh(RECORDS);
        disk::remove(folder.open_folder(), &left).map_err(at(&folder.path().join(&left)))?;
        let records = match plan.keep() {
            Keep::None => None,
            Keep::Sample(_) | Keep::All => Some(RecordsFile::begin(folder.open_folder(), RECORDS)?),
        };
        let (matches, faults) = (folder.create(MATCHES)?, folder.create(FAULTS)?);
        let flushed = Instant::now();
        let mut writer = Self { matches, faults, records, flushed };
        writer.rows(&MatchRows::headers(plan))?;
        Ok(writer)
    }

    /// Writes the rows of the next matches.
    pub(crate) fn rows(&mut self, rows: &RowBytes) -> Result<(), FolderError> {
        self.matches.write(&rows.matches)?;
        self.faults.write(&rows.faults)?;
        if self.flushed.elapsed() >= FLUSH {
            self.flushed = Instant::now();
            self.matches.flush()?;
            self.faults.flush()?;
        }
        Ok(())
    }

    /// Writes the next record that is kept.
    pub(crate) fn record(&mut self, number: u64, line: &str) -> Result<(), FolderError> {
        self.records.as_mut().map_or(Ok(()), |records| records.add(number, line))
    }

    /// Hands all rows so far to the operating system. Returns the lengths of the files.
    pub(crate) fn flush_rows(&mut self) -> Result<[(&'static str, u64); 2], FolderError> {
        self.matches.flush()?;
        self.faults.flush()?;
        Ok([(MATCHES, self.matches.len()), (FAULTS, self.faults.len())])
    }

    /// Writes the results.
    pub(crate) fn finish<'a>(
        mut self,
        folder: &RunFolder,
        report: &ResultsByKind,
        times: impl Iterator<Item = ((&'a str, &'a str), &'a Times)>,
    ) -> Result<(), FolderError> {
        self.records.take().map_or(Ok(()), RecordsFile::finish)?;
        self.matches.finish()?;
        self.faults.finish()?;
        for (name, bytes) in tables(report, times) {
            let mut file = folder.create(name)?;
            file.write(&bytes)?;
            file.finish()?;
        }
        Ok(())
    }
}

/// The files that are made of the results of all matches together.
pub(crate) fn tables<'a>(
    report: &ResultsByKind,
    times: impl Iterator<Item = ((&'a str, &'a str), &'a Times)>,
) -> Vec<(&'static str, Vec<u8>)> {
    let mut files = match report {
        ResultsByKind::League(results) | ResultsByKind::Comparison { results, .. } => {
            tables_of_league(results)
        }
        ResultsByKind::Sweep(summary) => {
            vec![(SWEEP, sweep_csv(summary)), (MAIN_EFFECTS, main_effects_csv(summary))]
        }
        ResultsByKind::Shard => vec![],
    };
    files.push((TIMINGS, timings_csv(times)));
    files
}

fn tables_of_league(results: &Results) -> Vec<(&'static str, Vec<u8>)> {
    let mut files = vec![(LEADERBOARD, leaderboard_csv(&results.standings))];
    files.extend(results.crosstable.as_ref().map(|table| (CROSSTABLE, crosstable_csv(table))));
    files.extend(results.duel.as_ref().map(|table| (DUEL, duel_csv(table))));
    if let Some(tables) = &results.lineups {
        files.extend([(AHEAD, ahead_csv(tables)), (SEATS, seats_csv(tables))]);
    }
    files.extend(results.partners.as_ref().map(|table| (PARTNERS, partners_csv(table))));
    files
}
