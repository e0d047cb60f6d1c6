//! `logs/`: the output of programs besides their moves, and the notes of bots.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::{Side, SideId, Sides};
use stoker_files::disk::{self, DiskFile};
use stoker_files::untrusted::Folder;

use super::folder::{LOGS, logs_in};
use crate::storage::{ClosedFolder, FolderError, at, bounded, inner};

/// The size of a run's logs at which those of later matches are dropped, in bytes.
const MOST: u64 = 256 << 20;

/// The most bytes of one log: all that a side may say and draw in a match, and the lines about it.
pub(super) const MOST_LOG: u64 = 4 << 20;

/// The file that tells that logs were dropped.
const DROPPED: &str = "dropped.txt";

/// The logs of a run: one file for each match and side that had something to say.
///
/// The logs of a match are written when it ends, in any order of matches. They are settled when the
/// match is folded, in the order of numbers. The logs that stay thus depend on what was played, and
/// not on when.
#[derive(Debug)]
pub(crate) struct Logs {
    run: Arc<Folder>,
    /// The folder of logs, once it exists.
    folder: Option<Folder>,
    sides: Sides,
    room: u64,
    full: Arc<AtomicBool>,
    /// True if something was changed that a power failure could undo.
    to_sync: bool,
}

/// Writes the logs of matches as they end.
#[derive(Debug)]
pub(crate) struct LogWriter {
    run: Arc<Folder>,
    sides: Sides,
    full: Arc<AtomicBool>,
    to_sync: bool,
}

impl Logs {
    /// The logs of the run in this folder, none of them settled yet.
    pub(crate) fn new(run: &Arc<Folder>, sides: &Sides) -> Self {
        let (run, sides) = (Arc::clone(run), sides.clone());
        Self { run, folder: None, sides, room: MOST, full: Arc::default(), to_sync: false }
    }

    /// The writer of logs while matches are played.
    pub(crate) fn writer(&self) -> LogWriter {
        let (run, sides, full) = (self.run.clone(), self.sides.clone(), self.full.clone());
        LogWriter { run, sides, full, to_sync: false }
    }

    /// Keeps the logs of the next match if there is room.
    ///
    /// Logs that take the last of the room stay as a whole, so that a resumed run finds the room
    /// used up at the same match.
    pub(crate) fn keep(&mut self, number: u64) -> Result<(), FolderError> {
        if self.room == 0 {
            return self.remove(number);
        }
        let names = self.of_match(number);
        let Some(logs) = self.logs()? else { return Ok(()) };
        let written: u64 = names.iter().filter_map(|log| logs.size(log)).sum();
        self.room = self.room.saturating_sub(written);
        if self.room == 0 {
            self.drop_later(number)?;
        }
        Ok(())
    }

    /// Removes the logs of the next match.
    pub(crate) fn remove(&mut self, number: u64) -> Result<(), FolderError> {
        let names = self.of_match(number);
        let Some(logs) = self.logs()? else { return Ok(()) };
        let mut to_sync = false;
        for log in names.iter().filter(|log| logs.has_file(log)) {
            disk::remove(logs, log).map_err(at(&logs.path().join(log)))?;
            to_sync = true;
        }
        self.to_sync |= to_sync;
        Ok(())
    }

    /// Copies the logs of wanted matches from these parts of the run, and settles them. Files that
    /// no run writes are not copied.
    pub(crate) fn take_over(
        &mut self,
        parts: &[ClosedFolder],
        wanted: impl Fn(u64) -> bool,
    ) -> Result<(), FolderError> {
        let mut found: BTreeMap<u64, BTreeMap<String, &ClosedFolder>> = BTreeMap::new();
        for part in parts {
            for name in part.open().map(|part| logs_in(&part).1).unwrap_or_default() {
                if let Some(number) = self.known(&name).filter(|number| wanted(*number)) {
                    found.entry(number).or_default().entry(name).or_insert(part);
                }
            }
        }
        for (number, logs) in found {
            if self.room == 0 {
                break;
            }
            for (name, part) in logs {
                let logs = part.open()?.folder(LOGS).map_err(at(part.path()))?;
                // A link, or something endless, could have the name of a log.
                if logs.has_file(&name) {
                    write(&self.run, &name, &bounded::read(&logs, &name, MOST_LOG)?)?;
                }
                self.to_sync = true;
            }
            self.keep(number)?;
        }
        Ok(())
    }

    /// Waits until all that was settled would survive a power failure.
    pub(crate) fn sync(&mut self) -> Result<(), FolderError> {
        if std::mem::take(&mut self.to_sync) { sync(&self.run) } else { Ok(()) }
    }

    fn logs(&mut self) -> Result<Option<&Folder>, FolderError> {
        if self.folder.is_none() {
            self.folder = inner(&self.run, LOGS)?;
        }
        Ok(self.folder.as_ref())
    }

    fn of_match(&self, number: u64) -> Vec<String> {
        let log = |side: &Side| file_name(number, side.name);
        self.sides.list().iter().map(log).collect()
    }

    /// The match of a file; `None` if the file does not have the name of a log of this run.
    fn known(&self, log: &str) -> Option<u64> {
        let number = match_of(log)?;
        self.of_match(number).iter().any(|name| name == log).then_some(number)
    }

    /// Drops the logs of all matches after this one, and writes the file that tells so.
    fn drop_later(&mut self, number: u64) -> Result<(), FolderError> {
        let most = MOST >> 20;
        let told = format!(
            "The logs of a run have about {most} MiB at most, and those up to match {number} have \
             that many.\nLogs of later matches were dropped.\n"
        );
        write(&self.run, DROPPED, told.as_bytes())?;
        self.to_sync = true;
        self.full.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl LogWriter {
    /// Writes the logs of a match, unless the run has no room for more.
    pub(crate) fn add(
        &mut self,
        number: u64,
        logs: &[(SideId, String)],
    ) -> Result<(), FolderError> {
        // The matches that filled the room were folded, so this match comes after them.
        if self.full.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut of_sides: BTreeMap<&str, String> = BTreeMap::new();
        for (side, text) in logs {
            of_sides.entry(self.sides.side(*side).name).or_default().push_str(text);
        }
        for (side, text) in of_sides {
            write(&self.run, &file_name(number, side), text.as_bytes())?;
            self.to_sync = true;
        }
        Ok(())
    }

    /// Waits until all logs would survive a power failure.
    pub(crate) fn sync(&mut self) -> Result<(), FolderError> {
        if std::mem::take(&mut self.to_sync) { sync(&self.run) } else { Ok(()) }
    }
}

fn sync(run: &Folder) -> Result<(), FolderError> {
    disk::sync_files_in(run).map_err(at(run.path()))
}

/// The name of a log, such as `match-000012-hunters.log`.
pub(super) fn file_name(number: u64, side: &str) -> String {
    format!("match-{number:06}-{side}.log")
}

/// True if a run writes a file of this name into its folder of logs.
pub(super) fn is_log(name: &str) -> bool {
    name == DROPPED || name.starts_with("match-") && name.ends_with(".log")
}

/// The number of the match that a log belongs to.
pub(super) fn match_of(log: &str) -> Option<u64> {
    log.strip_prefix("match-")?.split('-').next()?.parse().ok()
}

fn write(run: &Folder, name: &str, text: &[u8]) -> Result<(), FolderError> {
    let written = disk::make_folder(run, LOGS)
        .and_then(|logs| DiskFile::create(&logs, name))
        .and_then(|mut file| file.write_all(text));
    written.map_err(at(&run.path().join(LOGS).join(name)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use stoker_engine::Game as _;

    use super::*;
    use crate::testing::*;

    fn logs(run: &Path, room: u64) -> Logs {
        let run = Arc::new(Folder::make(run).unwrap());
        Logs { room, ..Logs::new(&run, Toy::of(Layout::Pair, 9).sides()) }
    }

    #[test]
    fn a_log_is_known_by_its_match() {
        assert_eq!(match_of("match-000012-hunters.log"), Some(12));
        assert_eq!(match_of("match-12345678-a-b.log"), Some(12_345_678));
        assert_eq!(match_of(DROPPED), None);
    }

    fn numbers(run: &Path) -> BTreeSet<u64> {
        let run = Folder::named(run).unwrap();
        logs_in(&run).1.iter().filter_map(|log| match_of(log)).collect()
    }

    #[test]
    fn logs_beyond_what_a_run_may_have_are_dropped_in_the_order_of_matches_and_that_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let mut logs = logs(dir.path(), 9);
        let mut writer = logs.writer();
        for (number, text) in [(5, "1"), (4, "12345"), (3, "12345")] {
            writer.add(number, &[(SideId(1), text.to_owned())]).unwrap();
        }
        (3..6).for_each(|number| logs.keep(number).unwrap());
        writer.add(6, &[(SideId(1), "1".to_owned())]).unwrap();
        logs.sync().unwrap();
        assert_eq!(numbers(dir.path()), [3, 4].into());
        let told = fs::read_to_string(dir.path().join(LOGS).join(DROPPED)).unwrap();
        assert!(told.contains("up to match 4 "), "{told}");
        assert!(is_log(DROPPED));
    }

    #[test]
    fn logs_that_are_settled_again_stay_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = logs(dir.path(), 9).writer();
        for number in 0..6 {
            writer.add(number, &[(SideId(1), "12345".to_owned())]).unwrap();
        }
        for _ in 0..2 {
            let mut logs = logs(dir.path(), 9);
            logs.keep(0).unwrap();
            (1..3).for_each(|number| logs.remove(number).unwrap());
            (3..6).for_each(|number| logs.keep(number).unwrap());
            assert_eq!(numbers(dir.path()), [0, 3].into(), "those that go take no room");
        }
    }

    #[test]
    fn of_parts_only_what_is_wanted_and_there_is_room_for_is_taken_and_each_log_once() {
        let dir = tempfile::tempdir().unwrap();
        let parts = ["a", "b"].map(|part| dir.path().join(part));
        for (part, number) in [(0, 7), (0, 9), (1, 2), (1, 3), (1, 7)] {
            let mut writer = logs(&parts[part], 9).writer();
            writer.add(number, &[(SideId(1), "12345".to_owned())]).unwrap();
        }
        fs::write(parts[0].join(LOGS).join("match-0-nobody.log"), "12345").unwrap();
        let run = dir.path().join("run");
        let mut taken = logs(&run, 9);
        let parts = parts.map(|part| ClosedFolder::of(&Folder::named(&part).unwrap()).unwrap());
        taken.take_over(&parts, |number| number != 3).unwrap();
        assert_eq!(numbers(&run), [2, 7].into());
        assert!(run.join(LOGS).join(DROPPED).exists());
    }
}
