//! `logs/`: what programs had to say besides their moves.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use stoker_engine::{SideId, Sides};

use super::disk::{self, DiskFile};
use super::folder::{FolderError, LOGS};

/// The most bytes of all logs of a run together.
const MOST: u64 = 256 << 20;

/// The logs of a run, a file for each match and side that had something to say.
#[derive(Debug)]
pub(crate) struct Logs {
    folder: PathBuf,
    sides: Sides,
    room: u64,
}

impl Logs {
    /// The logs of the run in this folder, with those that are there already.
    pub(crate) fn new(run: &Path, sides: &Sides) -> Self {
        let folder = run.join(LOGS);
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let written: u64 =
            entries.filter_map(|entry| entry.metadata().ok()).map(|found| found.len()).sum();
        Self { folder, sides: sides.clone(), room: MOST.saturating_sub(written) }
    }

    /// Writes the logs of a match, as long as there is room for a run's.
    pub(crate) fn add(
        &mut self,
        number: u64,
        logs: &[(SideId, String)],
    ) -> Result<(), FolderError> {
        let mut of_sides: BTreeMap<&str, String> = BTreeMap::new();
        for (side, text) in logs {
            of_sides.entry(self.sides.side(*side).name).or_default().push_str(text);
        }
        for (side, text) in of_sides {
            let left = self.room.saturating_sub(text.len() as u64);
            if left == 0 {
                return Ok(());
            }
            self.room = left;
            write(&self.folder, &file_name(number, side), &text)?;
        }
        Ok(())
    }
}

/// `match-000012-hunters.log`.
fn file_name(number: u64, side: &str) -> String {
    format!("match-{number:06}-{side}.log")
}

/// Whether a run wrote a file of this name into its folder of logs.
pub(super) fn is_log(name: &str) -> bool {
    name.starts_with("match-") && name.ends_with(".log")
}

fn write(logs: &Path, name: &str, text: &str) -> Result<(), FolderError> {
    let path = logs.join(name);
    let written = disk::make_folder(logs)
        .and_then(|()| DiskFile::create(&path))
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|source| FolderError::Io { path, source })
}
