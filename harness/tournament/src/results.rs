//! What a run writes, and where. The files are described in `docs/results.md`.

mod comparison;
mod crosstable;
pub mod folder;
pub mod fresh;
mod leaderboard;
mod logs;
pub mod manifest;
mod match_rows;
mod record_frames;
mod slug;
mod summary;
mod sweep_csv;
mod writer;

use std::path::Path;

use stoker_files::door::Folder;

use crate::standings::{ALL_SIDES, Standing};
use crate::storage::FolderError;

pub(crate) use comparison::ComparisonFile;
pub use folder::{Opened, RunFolder, Target, VoidSlots, read_manifest};
pub(crate) use logs::{LogWriter, Logs};
pub use match_rows::{FAULT_COLUMNS, MatchRows, Unrecorded, why_unrecorded};
pub use slug::{plain, slug};
pub use summary::{Completion, Report, RunSummary};
pub(crate) use writer::Writer;

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
