//! `logs/`: what programs had to say besides their moves.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use stoker_engine::{SideId, Sides};

use super::FolderError;
use super::bounded;
use super::disk::{self, DiskFile};
use super::folder::{LOGS, logs_in};

/// The most bytes of all logs of a run together.
const MOST: u64 = 256 << 20;

/// The most bytes of one log: those that a side may say in a match, and what is said about them.
const MOST_LOG: u64 = 1 << 20;

/// What says that logs were dropped.
const DROPPED: &str = "dropped.txt";

/// The logs of a run, a file for each match and side that had something to say.
#[derive(Debug)]
pub(crate) struct Logs {
    folder: PathBuf,
    sides: Sides,
    room: u64,
    /// Whether some were written that a loss of power could take.
    to_sync: bool,
}

impl Logs {
    /// The logs of the run in this folder, with those that are there already.
    pub(crate) fn new(run: &Path, sides: &Sides) -> Self {
        let folder = run.join(LOGS);
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let written: u64 =
            entries.filter_map(|entry| entry.metadata().ok()).map(|found| found.len()).sum();
        let room = MOST.saturating_sub(written);
        Self { folder, sides: sides.clone(), room, to_sync: false }
    }

    /// Writes the logs of a match. When there is no more room for a run's, they are dropped, and a
    /// file says so.
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
            match self.room.checked_sub(text.len() as u64) {
                Some(left) => {
                    self.room = left;
                    write(&self.folder, &file_name(number, side), text.as_bytes())?;
                    self.to_sync = true;
                }
                None => self.give_up(number)?,
            }
        }
        Ok(())
    }

    /// Takes over the logs of another run. What a run would not have written stays where it is.
    pub(crate) fn take_over(&mut self, from: &Path) -> Result<(), FolderError> {
        for log in logs_in(from) {
            let name = log.file_name().and_then(OsStr::to_str).unwrap_or_default();
            // A link, or something that never ends, could stand there under the name of a log.
            let is_file = fs::symlink_metadata(&log).is_ok_and(|found| found.is_file());
            if !is_file || name == DROPPED {
                continue;
            }
            let text = bounded::read(&log, MOST_LOG)?;
            match self.room.checked_sub(text.len() as u64) {
                Some(left) => {
                    self.room = left;
                    write(&self.folder, name, &text)?;
                    self.to_sync = true;
                }
                None => self.give_up(match_of(&log).unwrap_or_default())?,
            }
        }
        self.sync()
    }

    /// Waits until all logs would survive a loss of power.
    pub(crate) fn sync(&mut self) -> Result<(), FolderError> {
        if std::mem::take(&mut self.to_sync) {
            let failed = |source| FolderError::Io { path: self.folder.clone(), source };
            disk::sync_files_in(&self.folder).map_err(failed)?;
        }
        Ok(())
    }

    /// Drops logs from this match on, and says so once.
    fn give_up(&mut self, number: u64) -> Result<(), FolderError> {
        self.room = 0;
        if self.folder.join(DROPPED).exists() {
            return Ok(());
        }
        let most = MOST >> 20;
        let told = format!(
            "The logs of a run have {most} MiB at most: these were full when match {number} ended.\n\
             Logs of matches that ended later were dropped.\n"
        );
        write(&self.folder, DROPPED, told.as_bytes())
    }
}

/// `match-000012-hunters.log`.
fn file_name(number: u64, side: &str) -> String {
    format!("match-{number:06}-{side}.log")
}

/// Whether a run wrote a file of this name into its folder of logs.
pub(super) fn is_log(name: &str) -> bool {
    name == DROPPED || name.starts_with("match-") && name.ends_with(".log")
}

/// The number of the match that a log is of.
pub(super) fn match_of(log: &Path) -> Option<u64> {
    let name = log.file_name()?.to_str()?.strip_prefix("match-")?;
    name.split('-').next()?.parse().ok()
}

fn write(logs: &Path, name: &str, text: &[u8]) -> Result<(), FolderError> {
    let path = logs.join(name);
    let written = disk::make_folder(logs)
        .and_then(|()| DiskFile::create(&path))
        .and_then(|mut file| file.write_all(text));
    written.map_err(|source| FolderError::Io { path, source })
}

#[cfg(test)]
mod tests {
    use stoker_engine::Game as _;

    use super::*;
    use crate::testing::*;

    fn logs(run: &Path, room: u64) -> Logs {
        Logs { room, ..Logs::new(run, Toy::of(Layout::Pair, 9).sides()) }
    }

    #[test]
    fn a_log_is_known_by_its_match() {
        assert_eq!(match_of(Path::new("logs/match-000012-hunters.log")), Some(12));
        assert_eq!(match_of(Path::new("logs/match-12345678-a-b.log")), Some(12_345_678));
        assert_eq!(match_of(Path::new(DROPPED)), None);
    }

    #[test]
    fn logs_beyond_what_a_run_may_have_are_dropped_and_that_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join(LOGS);
        let mut logs = logs(dir.path(), 10);
        for (number, text) in [(3, "12345"), (4, "12345"), (5, "1"), (6, "1")] {
            logs.add(number, &[(SideId(1), text.to_owned())]).unwrap();
        }
        logs.sync().unwrap();
        let kept = |number| {
            fs::read_dir(&folder)
                .unwrap()
                .flatten()
                .any(|entry| match_of(&entry.path()) == Some(number))
        };
        assert_eq!([3, 4, 5, 6].map(kept), [true, true, false, false]);
        let told = fs::read_to_string(folder.join(DROPPED)).unwrap();
        assert!(told.contains("when match 5 ended"), "{told}");
        assert!(is_log(DROPPED));
    }
}
