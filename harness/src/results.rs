//! What a run writes, and where. The files are described in `docs/results.md`.

pub(crate) mod bounded;
pub mod columns;
mod comparison;
mod crosstable;
mod csv_text;
pub(crate) mod disk;
pub(crate) mod folder;
mod folder_error;
pub(crate) mod fresh;
mod leaderboard;
mod logs;
pub mod manifest;
mod match_rows;
mod record_frames;
mod slug;
mod sweep_csv;
mod timings;
pub(crate) mod trajectory;
mod writer;

use std::path::Path;

pub(crate) use comparison::ComparisonFile;
pub(crate) use csv_text::{CsvText, garbled, texts};
pub use folder::{Opened, RunFolder, Target, VoidSlots, read_manifest};
pub use folder_error::FolderError;
pub(crate) use logs::{LogWriter, Logs};
pub(crate) use match_rows::{FAULT_COLUMNS, MatchRows, Unrecorded, why_unrecorded};
pub(crate) use slug::{plain, slug};
pub(crate) use timings::{Times, clock};
pub(crate) use writer::Writer;

use crate::door::Folder;
use crate::run::{Completion, RunSummary};
use crate::stats::{ALL_SIDES, Standing};

/// What a run came to, read back from its folder; of a shard, how far it is.
///
/// # Errors
/// If a file is missing, or not as a run writes it.
pub fn read_run(folder: &Path) -> Result<RunSummary, FolderError> {
    run_in(&folder::open(folder)?)
}

/// The same, of a folder that is open.
pub(crate) fn run_in(folder: &Folder) -> Result<RunSummary, FolderError> {
    let manifest = folder::manifest_in(folder)?;
    let progress = manifest.progress;
    let far = RunSummary {
        completion: Completion::of(&progress),
        done: progress.matches,
        total: progress.planned,
        voids: progress.void,
        faults: 0,
        standings: vec![],
        crosstable: None,
        sweep: None,
        comparison: None,
    };
    if manifest.shard.is_some() {
        return Ok(far);
    }
    if manifest.sweep.is_some() {
        let faults = sweep_csv::count_faults(folder)?;
        return Ok(RunSummary { faults, sweep: Some(sweep_csv::read_sweep(folder)?), ..far });
    }
    let standings = leaderboard::read_leaderboard(folder)?;
    let own = standings.iter().filter(|row| row.side != ALL_SIDES);
    Ok(RunSummary {
        faults: own.map(Standing::fault_count).sum(),
        standings,
        crosstable: crosstable::read_crosstable(folder)?,
        comparison: comparison::read_findings(folder)?,
        ..far
    })
}
