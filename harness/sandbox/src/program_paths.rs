//! The working folder and its location.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};
use tempfile::TempDir;

use crate::copy::{CopyBounds, CopyError, Links, copy};
use crate::setup::LauncherSetup;
use crate::sys;
use crate::wire::LaunchRefusal;
use crate::{Isolation, Limit};

/// The age up to which a folder may not have been locked yet.
const YOUNG: Duration = Duration::from_secs(1);

/// The paths of a program's own folders, as it sees them.
#[derive(Clone, Debug)]
pub(crate) struct ProgramPaths {
    /// Working folder and home.
    pub(crate) work: PathBuf,
    /// Folder for temporary files.
    pub(crate) temp: PathBuf,
    /// The library that is preloaded.
    pub(crate) preload: Option<PathBuf>,
    /// The two folders as the server sees them.
    pub(crate) from_outside: [PathBuf; 2],
}

impl ProgramPaths {
    /// The paths are fixed under private mounts and `bwrap`, otherwise inside a temporary folder.
    pub(crate) fn of(setup: &LauncherSetup, folder: Option<&ProgramFolder>) -> Self {
        let fixed = [PathBuf::from("/work"), PathBuf::from("/tmp")];
        let from_outside =
            folder.map_or_else(|| fixed.clone(), |folder| [folder.work(), folder.temp()]);
        let inside = if setup.isolation == Isolation::Bwrap { fixed } else { from_outside.clone() };
        let mounted = setup.has_private_files() || setup.isolation == Isolation::Bwrap;
        let preload = match folder {
            Some(folder) if !mounted => folder.preload.as_ref().map(|link| link.path.clone()),
            Some(_) | None => setup.preload.as_ref().map(|_| PRELOAD.into()),
        };
        let [work, temp] = inside;
        Self { work, temp, preload, from_outside }
    }
}

/// The path of the preloaded library if programs have a file system of their own.
pub(crate) const PRELOAD: &str = "/.preload.so";

/// A temporary folder that holds the working folder and a folder for temporary files, for programs
/// without a file system of their own.
#[derive(Debug)]
pub(crate) struct ProgramFolder {
    folder: Temporary,
    preload: Option<LibraryLink>,
}

/// A link to a library, with a path that the loader can read: the loader splits its list of
/// libraries at spaces and colons.
#[derive(Debug)]
struct LibraryLink {
    path: PathBuf,
    /// The folder of the link, if the loader cannot read the working folder's path.
    _folder: Option<Temporary>,
}

impl LibraryLink {
    fn make(library: &OsStr, beside: &Path, setup: &LauncherSetup) -> io::Result<Self> {
        let readable = |path: &Path| !path.as_os_str().as_bytes().iter().any(|c| b" :".contains(c));
        let folder = if readable(beside) {
            None
        } else {
            let homes = ["/tmp", "/var/tmp", "/dev/shm"].map(Path::new);
            let made = homes.into_iter().find_map(|home| Temporary::make(setup.harness, home).ok());
            Some(made.ok_or(io::ErrorKind::StorageFull)?)
        };
        let path = folder.as_ref().map_or(beside, Temporary::path).join("preload.so");
        symlink(library, &path)?;
        if let Some(folder) = &folder {
            fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        }
        Ok(Self { path, _folder: folder })
    }
}

/// The prefix of the names of such folders. The harness's process id follows.
const PREFIX: &str = "stoker-";

/// A temporary folder of ours, `stoker-PID-RANDOM`. Removed on drop.
///
/// It is locked while the process that made it, or a child of that process, lives. Folders without
/// a lock are left over from killed processes. The next process that makes a folder removes them.
#[derive(Debug)]
pub struct Temporary {
    folder: TempDir,
    _lock: File,
}

impl Temporary {
    /// Makes a folder for the harness with this process id.
    ///
    /// # Errors
    /// The system's error if there is no room for it, or if `home` is not writable.
    pub fn make(harness: u32, home: &Path) -> io::Result<Self> {
        clear_up(home);
        let prefix = format!("{PREFIX}{harness}-");
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(home)?;
        Ok(Self { _lock: locked(folder.path())?, folder })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl ProgramFolder {
    /// Makes the folder, if this sandbox needs one, and copies the entrant's folder into it.
    pub(crate) fn make(setup: &LauncherSetup) -> Result<Option<Self>, LaunchRefusal> {
        if setup.has_private_files() {
            return Ok(None);
        }
        let failed = |error: io::Error| LaunchRefusal::Failed {
            what: format!("make a working folder in {}", Path::new(&setup.temp).display()),
            reason: error.to_string(),
        };
        let folder = Temporary::make(setup.harness, Path::new(&setup.temp)).map_err(failed)?;
        let mut folder = Self { folder, preload: None };
        folder.preload = setup
            .preload
            .as_ref()
            .map(|library| LibraryLink::make(library, folder.folder.path(), setup))
            .transpose()
            .map_err(failed)?;
        let owner = setup.user;
        for path in [folder.work(), folder.temp()] {
            fs::create_dir(&path).map_err(failed)?;
            chown(&path, owner, owner).map_err(failed)?;
        }
        fs::set_permissions(folder.folder.path(), Permissions::from_mode(0o711)).map_err(failed)?;
        fill(setup, setup.folder.as_ref().map(Path::new), &folder.work())?;
        Ok(Some(folder))
    }

    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    fn temp(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }
}

/// Opens and locks a folder. Fails if somebody else has the lock, or if it is not a folder: anybody
/// may make a pipe of that name, on which opening would block.
fn locked(folder: &Path) -> io::Result<File> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = File::from(openat(CWD, folder, flags, Mode::empty())?);
    flock(&folder, FlockOperation::NonBlockingLockExclusive)?;
    Ok(folder)
}

/// Removes folders that nobody has locked.
fn clear_up(temp: &Path) {
    let Ok(entries) = fs::read_dir(temp) else { return };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_working_folder);
        let old = entry
            .metadata()
            .and_then(|found| found.modified())
            .is_ok_and(|made| is_old(made, SystemTime::now()));
        if ours && old && locked(&entry.path()).is_ok() {
            // The system refuses to remove another user's folder.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// True if a folder is older than [`YOUNG`]. A date in the future means that the clock was set back
/// since.
fn is_old(made: SystemTime, now: SystemTime) -> bool {
    now.duration_since(made).unwrap_or_else(|ahead| ahead.duration()) > YOUNG
}

/// True if a name has the form `stoker-PID-RANDOM`.
fn is_working_folder(name: &str) -> bool {
    let pid = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')).map(|(pid, _)| pid);
    pid.is_some_and(|pid| !pid.is_empty() && pid.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Copies the entrant's folder `from` into the working folder `work`.
pub(crate) fn fill(
    setup: &LauncherSetup,
    from: Option<&Path>,
    work: &Path,
) -> Result<(), LaunchRefusal> {
    let Some(from) = from else { return Ok(()) };
    let refused = |error: io::Error| match sys::is_the_machines(&error) {
        true => LaunchRefusal::Failed { what: "copy a folder".into(), reason: error.to_string() },
        false => LaunchRefusal::Folder { reason: error.to_string() },
    };
    let from = File::open(from).map_err(refused)?;
    let to = File::open(work).map_err(refused)?;
    let bytes = if setup.on(Limit::Disk) { setup.limits.disk } else { u64::MAX };
    let mut bounds = CopyBounds::new(bytes, Links::AsTheyAre, setup.user);
    copy(from.as_fd(), to.as_fd(), &mut bounds).map_err(|error| {
        // If the space is full it is the sandbox's own, whose size is the limit.
        let large = || CopyError::Large { allowed: bytes };
        let error = if error.is_full() && setup.has_private_files() { large() } else { error };
        let reason = error.to_string();
        match error.is_the_machines() {
            true => LaunchRefusal::Failed { what: "copy a folder".into(), reason },
            false => LaunchRefusal::Folder { reason },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_made_just_now_is_old_however_the_clock_was_set() {
        let now = SystemTime::now();
        assert!(is_old(now - 2 * YOUNG, now) && is_old(now + 1_000 * YOUNG, now));
        assert!(!is_old(now, now) && !is_old(now - YOUNG, now) && !is_old(now + YOUNG, now));
    }
}
