//! The records of highlights that a run keeps in addition to its sample.

use std::collections::BTreeSet;

use stoker_engine::Game;
use stoker_files::disk;

use crate::highlights::{HighlightScope, Highlights};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::record::{ReadError, RecordLines};
use crate::results::folder::RECORDS;
use crate::results::{RecordsFile, RunFolder};
use crate::storage::{FolderError, at, fresh};

/// The records that a run keeps in addition to its sample.
///
/// The file of records grows in the order of matches. The record of a match that is the best so far
/// is therefore written, and removed at the end if a later match was better.
pub(super) struct ExtraRecords {
    highlights: Highlights,
    /// The matches with a record in the file that are not in the sample.
    written: BTreeSet<u64>,
}

impl ExtraRecords {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Option<Self> {
        let highlights = || Highlights::new(plan, HighlightScope::Entrants);
        plan.keeps_highlights().then(|| Self { highlights: highlights(), written: BTreeSet::new() })
    }

    /// Takes in the next match. Returns true if its record is to be written in addition to the
    /// sample.
    pub(super) fn note<G: Game>(
        &mut self,
        plan: &Plan<G>,
        slot: &Slot,
        outcome: &MatchOutcome,
    ) -> bool {
        let is_extra = self.highlights.note(plan, slot, outcome) && !plan.keeps(slot.number);
        if is_extra {
            self.written.insert(slot.number);
        }
        is_extra
    }

    /// Removes the records of matches that are no longer highlights from the file.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn settle(self, folder: &RunFolder) -> Result<(), FolderError> {
        let last = self.highlights.numbers();
        let superseded: BTreeSet<u64> = self.written.difference(&last).copied().collect();
        if superseded.is_empty() {
            return Ok(());
        }
        let (held, path) = (folder.open_folder(), folder.path().join(RECORDS));
        let unread = |error: ReadError| {
            let message = error.problem.to_string();
            FolderError::Garbled { path: path.clone(), message }
        };
        let mut kept = RecordsFile::begin(held, &fresh(RECORDS))?;
        for line in RecordLines::open_in(held, RECORDS).map_err(unread)? {
            let line = line.map_err(unread)?;
            let number = line.match_number().map_err(unread)?;
            if !superseded.contains(&number) {
                kept.add(number, &line.text)?;
            }
        }
        kept.finish()?;
        disk::rename(held, fresh(RECORDS), RECORDS).map_err(at(&path))
    }
}
