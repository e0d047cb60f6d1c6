//! The files that a run writes. They are described in `docs/results.md`.

mod comparison;
mod crosstable;
mod duel_table;
mod fault_lines;
pub mod folder;
mod fresh;
mod leaderboard;
mod lineup_tables;
mod logs;
pub mod manifest;
mod match_lines;
mod match_rows;
mod partner_table;
mod record_frames;
mod records_file;
pub mod result_folder;
mod slug;
mod summary;
mod sweep_csv;
mod timing_rows;
mod turn_output;
mod writer;

use std::path::Path;

use stoker_files::untrusted::Folder;

use crate::standings::{ALL_SIDES, Results, Standing};
use crate::storage::{FolderError, open};

pub(crate) use comparison::ComparisonFile;
pub use comparison::read_findings;
pub use crosstable::read_crosstable;
pub use duel_table::read_duel_table;
pub use fault_lines::{FaultLine, FaultLines};
pub use folder::{RunFolder, VoidSlots, read_manifest};
pub use leaderboard::read_leaderboard;
pub use lineup_tables::read_lineup_tables;
pub(crate) use logs::{LogWriter, Logs};
pub use match_lines::{MatchColumns, MatchLine, MatchLines};
pub use match_rows::{FAULT_COLUMNS, MatchRows, Unrecorded, why_unrecorded};
pub use partner_table::read_partners;
pub(crate) use records_file::RecordsFile;
pub use result_folder::ResultTarget;
pub use slug::{plain, slug};
pub use summary::{Completion, ResultsByKind, RunSummary};
pub use sweep_csv::read_sweep;
pub use timing_rows::{TimingRow, TurnTimes, read_timings};
pub use turn_output::{TurnOutput, turn_outputs_in_log, turn_outputs_in_match};
pub(crate) use writer::{RunWriter, tables};

/// The state of a run when its folder is opened.
pub type OpenedRun = result_folder::Opened<RunFolder>;

/// Reads the summary of a run back from its folder. That of a shard tells only how far it is.
///
/// # Errors
/// If a file is missing, or is not as a run writes it.
pub fn read_run(folder: &Path) -> Result<RunSummary, FolderError> {
    run_in(&open(folder)?)
}

/// Reads the summary of a run from an open folder.
///
/// # Errors
/// As for [`read_run`].
pub fn run_in(folder: &Folder) -> Result<RunSummary, FolderError> {
    let manifest = folder::manifest_in(folder)?;
    let progress = manifest.progress;
    let (report, faults) = if manifest.shard.is_some() {
        (ResultsByKind::Shard, 0)
    } else if manifest.sweep.is_some() {
        (ResultsByKind::Sweep(sweep_csv::read_sweep(folder)?), sweep_csv::count_faults(folder)?)
    } else {
        let standings = leaderboard::read_leaderboard(folder)?;
        let own = standings.iter().filter(|row| row.side != ALL_SIDES);
        let faults = own.map(Standing::fault_count).sum();
        let results = Results {
            standings,
            crosstable: crosstable::read_crosstable(folder)?,
            duel: duel_table::read_duel_table(folder)?,
            lineups: lineup_tables::read_lineup_tables(folder)?,
            partners: partner_table::read_partners(folder)?,
        };
        match manifest.compare {
            None => (ResultsByKind::League(results), faults),
            Some(_) => {
                let found = comparison::read_findings(folder)?.map(Box::new);
                (ResultsByKind::Comparison { results, found }, faults)
            }
        }
    };
    Ok(RunSummary {
        completion: Completion::of(&progress),
        done: progress.matches,
        total: progress.planned,
        voids: progress.void,
        faults,
        report,
    })
}
