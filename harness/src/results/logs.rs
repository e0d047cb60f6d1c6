//! `logs/`: what programs had to say besides their moves.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use stoker_engine::{SideId, Sides};

use super::folder::{FolderError, LOGS, RunFolder};

/// The most bytes of all logs of a run together.
const MOST: u64 = 256 << 20;

/// The logs of a run, a file for each match and side that had something to say.
#[derive(Debug)]
pub(crate) struct Logs {
    room: u64,
}

impl Logs {
    pub(crate) fn new() -> Self {
        Self { room: MOST }
    }

    /// Writes the logs of a match, as long as there is room for a run's.
    pub(crate) fn add(
        &mut self,
        folder: &RunFolder,
        sides: &Sides,
        number: u64,
        logs: &[(SideId, String)],
    ) -> Result<(), FolderError> {
        let mut of_sides: BTreeMap<&str, String> = BTreeMap::new();
        for (side, text) in logs {
            of_sides.entry(sides.side(*side).name).or_default().push_str(text);
        }
        for (side, text) in of_sides {
            let left = self.room.saturating_sub(text.len() as u64);
            if left == 0 {
                return Ok(());
            }
            self.room = left;
            write(folder, &file_name(number, side), &text)?;
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

fn write(folder: &RunFolder, name: &str, text: &str) -> Result<(), FolderError> {
    let logs = folder.path().join(LOGS);
    let at = |path: &std::path::Path| {
        let path = path.to_owned();
        move |source: io::Error| FolderError::Io { path, source }
    };
    fs::create_dir_all(&logs).map_err(at(&logs))?;
    let path = logs.join(name);
    fs::write(&path, text).map_err(at(&path))
}
