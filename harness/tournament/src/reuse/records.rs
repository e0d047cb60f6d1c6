//! Records of an earlier run.

use std::path::PathBuf;

use stoker_engine::Game;
use stoker_files::untrusted::Folder;

use super::ReuseError;
use crate::outcome::MatchOutcome;
use crate::plan::{Keep, Plan, Slot};
use crate::record::RecordLines;
use crate::results::folder::RECORDS;
use crate::storage::FolderError;

/// The records of a run, in the order of their matches.
pub(super) struct EarlierRecords {
    path: PathBuf,
    /// The lines; `None` if the run kept no records.
    lines: Option<RecordLines>,
}

impl EarlierRecords {
    pub(super) fn open(folder: &Folder, keep: Keep) -> Result<Self, ReuseError> {
        let path = folder.path().join(RECORDS);
        let lines = match keep {
            Keep::None => None,
            Keep::Sample(_) | Keep::All => Some(RecordLines::open_in(folder, RECORDS)?),
        };
        Ok(Self { path, lines })
    }

    /// The record of the match with this number in the earlier run, rewritten as that of a match of
    /// the plan. The records before it are skipped.
    pub(super) fn take<G: Game>(
        &mut self,
        number: u64,
        plan: &Plan<G>,
        slot: &Slot,
        outcome: &MatchOutcome,
    ) -> Result<String, ReuseError> {
        while let Some(line) = self.lines.as_mut().and_then(Iterator::next) {
            let line = line?;
            if line.match_number()? != number {
                continue;
            }
            let record = line.record()?;
            if record.check != record.checksum() || record.seed != slot.seed {
                return Err(self.garbled(format!("the record of match {number} was changed")));
            }
            if !record.agrees(&**plan.game_of(slot.pairing), outcome) {
                return Err(self.garbled(format!(
                    "the record of match {number} differs from its row in matches.csv"
                )));
            }
            return Ok(record.moved(plan, slot).to_line());
        }
        Err(self.garbled(format!("the record of match {number} is missing")))
    }

    fn garbled(&self, message: String) -> ReuseError {
        FolderError::Garbled { path: self.path.clone(), message }.into()
    }
}
