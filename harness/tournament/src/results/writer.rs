//! Writes the files of a run while it goes on, and at its end.

use std::time::{Duration, Instant};

use stoker_engine::Game;

use super::crosstable::crosstable_csv;
use super::folder::{
    CROSSTABLE, FAULTS, LEADERBOARD, MAIN_EFFECTS, MATCHES, RECORDS, RunFolder, SWEEP, TIMINGS,
};
use super::leaderboard::leaderboard_csv;
use super::match_rows::{MatchRows, RowBytes};
use super::record_frames::RecordFrames;
use super::sweep_csv::{main_effects_csv, sweep_csv};
use crate::plan::{Keep, Plan};
use crate::results::Report;
use crate::storage::{FolderError, OutFile};
use crate::timings::{Times, timings_csv};

/// The files that grow while a run goes on.
pub(crate) struct Writer {
    matches: OutFile,
    faults: OutFile,
    records: Option<(OutFile, RecordFrames)>,
    /// When the rows of matches and faults were last handed to the system.
    flushed: Instant,
}

/// So much time's rows may be lost if this process is killed.
const FLUSH: Duration = Duration::from_secs(1);

impl Writer {
    /// Begins the files.
    pub(crate) fn begin<G: Game>(plan: &Plan<G>, folder: &RunFolder) -> Result<Self, FolderError> {
        let records = match plan.keep() {
            Keep::None => None,
            Keep::Sample(_) | Keep::All => {
                let frames = RecordFrames::new().map_err(|error| compressing(folder, error))?;
                Some((folder.create(RECORDS)?, frames))
            }
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
    pub(crate) fn record(
        &mut self,
        folder: &RunFolder,
        number: u64,
        line: &str,
    ) -> Result<(), FolderError> {
        let Some((file, frames)) = &mut self.records else { return Ok(()) };
        let closed = frames.add(number, line).map_err(|error| compressing(folder, error))?;
        file.write(&closed)
    }

    /// Writes what the results come to.
    pub(crate) fn finish<'a>(
        mut self,
        folder: &RunFolder,
        report: &Report,
        times: impl Iterator<Item = ((&'a str, &'a str), &'a Times)>,
    ) -> Result<(), FolderError> {
        if let Some((mut file, mut frames)) = self.records.take() {
            file.write(&frames.close().map_err(|error| compressing(folder, error))?)?;
            file.finish()?;
        }
        self.matches.finish()?;
        self.faults.finish()?;
        match report {
            Report::League(results) | Report::Comparison { results, .. } => {
                whole(folder, LEADERBOARD, &leaderboard_csv(&results.standings))?;
                if let Some(table) = &results.crosstable {
                    whole(folder, CROSSTABLE, &crosstable_csv(table))?;
                }
            }
            Report::Sweep(summary) => {
                whole(folder, SWEEP, &sweep_csv(summary))?;
                whole(folder, MAIN_EFFECTS, &main_effects_csv(summary))?;
            }
            Report::Shard => {}
        }
        whole(folder, TIMINGS, &timings_csv(times))
    }
}

fn whole(folder: &RunFolder, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let mut file = folder.create(name)?;
    file.write(bytes)?;
    file.finish()
}

fn compressing(folder: &RunFolder, source: std::io::Error) -> FolderError {
    FolderError::Io { path: folder.path().join(RECORDS), source }
}
