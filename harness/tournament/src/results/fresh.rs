//! Folders of runs that are being made.
//!
//! A run's folder is made under a hidden name beside its own, which ends with the number of the
//! process, and appears by rename. A process that is killed before the rename leaves the hidden
//! folder.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use rustix::process::{Pid, test_kill_process};
use stoker_files::disk;
use stoker_files::untrusted::Folder;

use crate::storage::{FolderError, at, fresh, lock};

/// Makes a folder that is locked and appears when its first file is written.
///
/// # Errors
/// If the folder cannot be made, or the first file cannot be written.
pub(super) fn appear(
    path: &Path,
    file: &str,
    write: impl FnOnce(&Folder) -> Result<(), FolderError>,
) -> Result<Folder, FolderError> {
    let no_name = || at(path)(io::ErrorKind::InvalidFilename.into());
    let name = path.file_name().ok_or_else(no_name)?;
    let parent = Folder::make(path.parent().unwrap_or(Path::new(""))).map_err(at(path))?;
    remove_left(&parent, name, file);
    let mut fresh = prefix(name);
    fresh.push(std::process::id().to_string());
    let folder = disk::make_folder(&parent, &fresh).map_err(at(path))?;
    let made = lock(&folder)
        .and_then(|()| write(&folder))
        .and_then(|()| disk::rename(&parent, &fresh, name).map_err(at(path)));
    match made {
        Ok(()) => Ok(folder.renamed(path)),
        Err(error) => {
            // The first error is the one to report.
            let _ = remove(&parent, &fresh, file);
            Err(error)
        }
    }
}

/// Removes hidden folders that killed processes left here.
///
/// Folders that are in use, or that no run wrote, stay. A folder that cannot be removed does no
/// harm, so a failure is not an error.
fn remove_left(parent: &Folder, name: &OsStr, file: &str) {
    let prefix = prefix(name);
    for left in parent.names().unwrap_or_default() {
        let process = left.to_str().zip(prefix.to_str());
        let process = process.and_then(|(left, prefix)| left.strip_prefix(prefix));
        // The process may run on another machine that shares the disk.
        let is_free = || parent.folder(&left).and_then(|folder| folder.try_lock());
        if process.is_some_and(is_over) && is_free().is_ok() {
            let _ = remove(parent, &left, file);
        }
    }
}

/// The prefix of the hidden names of folders that are to appear under this name.
fn prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    prefix
}

/// True if there is no process with this number.
fn is_over(process: &str) -> bool {
    let number = process.parse().ok().and_then(Pid::from_raw);
    number.is_some_and(|number| test_kill_process(number) == Err(rustix::io::Errno::SRCH))
}

/// Removes a folder with its first file; fails if something else is in it.
fn remove(parent: &Folder, name: &OsStr, file: &str) -> io::Result<()> {
    let folder = parent.folder(name)?;
    disk::remove(&folder, &fresh(file))?;
    disk::remove(&folder, file)?;
    disk::remove_folder(parent, name)
}
