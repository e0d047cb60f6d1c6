//! Folders of runs that have not appeared yet.
//!
//! A run's folder is made under a hidden name beside its own, which ends with the number of the
//! process, and appears by rename. A process that is killed before that leaves the hidden one.

use std::fs::{self, TryLockError};
use std::path::{Path, PathBuf};

use rustix::process::{Pid, test_kill_process};

use super::disk;
use super::folder::{FRESH_RUN, RUN};
use crate::door::open_folder;

/// Where this process makes a folder that is to appear here: `.NAME.PROCESS`.
pub(super) fn beside(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}{}", prefix(path), std::process::id()))
}

/// Removes what killed processes left of folders that were to appear here.
///
/// Nothing is removed that is in use, or that no run wrote. What cannot be removed is in nobody's
/// way, so it is no error.
pub(super) fn remove_left(path: &Path) {
    let prefix = prefix(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(&prefix));
        if process.is_some_and(is_over) {
            remove(&entry.path());
        }
    }
}

fn prefix(path: &Path) -> String {
    format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Whether there is no process with this number.
fn is_over(process: &str) -> bool {
    let number = process.parse().ok().and_then(Pid::from_raw);
    number.is_some_and(|number| test_kill_process(number) == Err(rustix::io::Errno::SRCH))
}

fn remove(folder: &Path) {
    // The process may be one of another machine that shares the disk.
    let Ok(lock) = open_folder(folder) else { return };
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        return;
    }
    let _ = disk::remove(&folder.join(FRESH_RUN));
    let _ = disk::remove(&folder.join(RUN));
    // Fails if something else is in it.
    let _ = disk::remove_folder(folder);
}
