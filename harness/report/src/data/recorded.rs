//! The matches of a run that have a record.

use std::collections::BTreeMap;
use std::path::PathBuf;

use stoker_files::untrusted::Folder;
use stoker_tournament::plan::Keep;
use stoker_tournament::record::{ReadError, RecordLine, RecordLines};
use stoker_tournament::results::folder::RECORDS;
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::storage::FolderError;

use crate::text::counted;

/// The matches that have a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// All that were played, except copies.
    All,
    /// These, in order.
    These(Vec<u64>),
}

impl Default for Recorded {
    fn default() -> Self {
        Self::These(vec![])
    }
}

impl Recorded {
    /// Finds them, by the run's promise to keep all, or by reading each record. Missing or damaged
    /// records are noted in `missing`.
    ///
    /// # Errors
    /// If the records cannot be read.
    pub fn find(
        folder: &Folder,
        run: Option<&Manifest>,
        missing: &mut Vec<String>,
    ) -> Result<Self, FolderError> {
        if !folder.has_file(RECORDS) {
            if run.is_some_and(promises_records) {
                missing.push(format!("{RECORDS} is missing."));
            }
            return Ok(Self::default());
        }
        if run.is_some_and(|run| run.tournament.records == Keep::All) {
            return Ok(Self::All);
        }
        let mut numbers = vec![];
        for line in RecordLines::open_in(folder, RECORDS).map_err(|error| garbled(&error))? {
            let Ok(line) = line else {
                let before = counted(numbers.len() as u64, "record", "records");
                missing.push(format!("{RECORDS} is damaged: only {before} before can be read."));
                break;
            };
            numbers.extend(line.match_number());
        }
        numbers.sort_unstable();
        Ok(Self::These(numbers))
    }

    /// True if a match has a record, given that it was played.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        match self {
            Self::All => true,
            Self::These(numbers) => numbers.binary_search(&number).is_ok(),
        }
    }
}

/// The records of these matches, by number; those that cannot be found are missing.
#[must_use]
pub fn fetch(folder: &Folder, wanted: &[u64]) -> BTreeMap<u64, RecordLine> {
    let mut found = BTreeMap::new();
    let Ok(lines) = RecordLines::open_in(folder, RECORDS) else { return found };
    for line in lines.map_while(Result::ok) {
        if let Ok(number) = line.match_number()
            && wanted.contains(&number)
        {
            found.insert(number, line);
        }
        if found.len() == wanted.len() {
            break;
        }
    }
    found
}

/// True if a finished run of this description has kept records.
fn promises_records(run: &Manifest) -> bool {
    let progress = &run.progress;
    progress.complete && run.tournament.records != Keep::None && progress.matches > progress.void
}

fn garbled(error: &ReadError) -> FolderError {
    let path = error.path.clone();
    let path = path.file_name().map_or(path.clone(), PathBuf::from);
    FolderError::Garbled { path, message: error.problem.to_string() }
}
