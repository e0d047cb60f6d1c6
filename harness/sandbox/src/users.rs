//! Users for sandboxes that root starts. The kernel counts processes, pipes and pending signals by
//! user.
//!
//! A sandbox claims a user by locking a file that is named after it, in a folder that all harnesses
//! of a system share. Numbers computed from process ids or slots could collide.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, fstat, mkdirat, openat};

use crate::setup::LauncherSetup;
use crate::wire::LaunchRefusal;

/// User ids that nobody else assigns. They exclude those of `systemd`: 60001-60577 (homes, and
/// hosts'), 61184-65519 (services), 524288 and above (containers); those of Debian's packages,
/// 63434 and 64000-64999; and those that `useradd` assigns to containers, 100000 and above. A
/// container may have the first range only.
///
/// # Source
///
/// <https://systemd.io/UIDS-GIDS/>, `README` of `base-passwd`, `login.defs(5)`.
const RANGES: [Range<u32>; 2] = [60_706..61_184, 65_536..100_000];
/// Candidate parents of the folder of locks: in memory, and not cleaned automatically.
const HOMES: [&str; 2] = ["/run", "/dev/shm"];
/// The folder of locks.
const LOCKS: &str = "stoker-users";

/// A user that no other sandbox has, while this process or a child of it holds the lock.
#[derive(Debug)]
pub(crate) struct UserClaim {
    user: u32,
    _lock: File,
}

impl UserClaim {
    /// Claims a user, if programs of this sandbox need one.
    pub(crate) fn make(setup: &LauncherSetup) -> Result<Option<Self>, LaunchRefusal> {
        if !(setup.has_private_processes() && rustix::process::geteuid().is_root()) {
            return Ok(None);
        }
        let locks = open_locks().map_err(|error| LaunchRefusal::Missing {
            what: "a folder for locks of root's own".to_owned(),
            reason: error.to_string(),
            remedy: format!("let root write to {}", HOMES.join(" or ")),
        })?;
        let users: Vec<u32> = users().collect();
        if users.is_empty() {
            return Err(LaunchRefusal::Missing {
                what: "users for programs".to_owned(),
                reason: "no user id from 60706 on is mapped here".to_owned(),
                remedy: "map more user ids into this namespace".to_owned(),
            });
        }
        Self::first_free(&locks, users).map(Some)
    }

    fn first_free(
        locks: &OwnedFd,
        users: impl IntoIterator<Item = u32>,
    ) -> Result<Self, LaunchRefusal> {
        let failed = |reason: String| LaunchRefusal::Failed {
            what: "find a user for its programs".to_owned(),
            reason,
        };
        for user in users {
            match lock(locks, user) {
                Ok(lock) => return Ok(Self { user, _lock: lock }),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(failed(error.to_string())),
            }
        }
        Err(failed("other sandboxes have all that there are: open fewer at a time".to_owned()))
    }

    pub(crate) fn user(&self) -> u32 {
        self.user
    }
}

/// Locks the file of a user. The error kind is `WouldBlock` if somebody else has this user.
fn lock(locks: &OwnedFd, user: u32) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = openat(locks, user.to_string(), flags, Mode::RUSR | Mode::WUSR)?;
    flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    Ok(File::from(file))
}

/// Opens the folder of locks in the first place that has or allows one.
fn open_locks() -> io::Result<OwnedFd> {
    let mut failed = io::Error::from(io::ErrorKind::NotFound);
    for home in HOMES {
        match open_locks_in(Path::new(home)) {
            Ok(folder) => return Ok(folder),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Opens the folder of locks in `home`. Anybody may create files in some of these places, so a
/// folder that others can write to is refused.
fn open_locks_in(home: &Path) -> io::Result<OwnedFd> {
    let path = home.join(LOCKS);
    match mkdirat(CWD, &path, Mode::RWXU) {
        Ok(()) | Err(rustix::io::Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(CWD, &path, flags, Mode::empty())?;
    let found = fstat(folder.as_fd())?;
    let own = found.st_uid == rustix::process::geteuid().as_raw();
    if own && found.st_mode & 0o077 == 0 {
        Ok(folder)
    } else {
        let reason = format!("{} is somebody else's, or open to others", path.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
    }
}

/// The users of the ranges that exist in this user namespace.
fn users() -> impl Iterator<Item = u32> {
    let maps = ["uid_map", "gid_map"].map(|name| {
        mapped(&fs::read_to_string(Path::new("/proc/self").join(name)).unwrap_or_default())
    });
    let exists = move |user: &u32| {
        maps.iter().all(|map| map.iter().any(|range| range.contains(&u64::from(*user))))
    };
    RANGES.into_iter().flatten().filter(exists)
}

/// The ids that a user namespace's map contains. Its lines hold the first id inside, the first
/// outside, and a count.
fn mapped(map: &str) -> Vec<Range<u64>> {
    let numbers = |line: &str| -> Option<Range<u64>> {
        let mut fields = line.split_whitespace().map(str::parse);
        let (first, _, count): (u64, _, u64) =
            (fields.next()?.ok()?, fields.next()?.ok()?, fields.next()?.ok()?);
        Some(first..first.saturating_add(count))
    };
    map.lines().filter_map(numbers).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_user_that_is_taken_is_given_to_the_next_when_it_is_free_again() {
        let home = tempfile::tempdir().unwrap();
        let locks = open_locks_in(home.path()).unwrap();
        let free = || UserClaim::first_free(&locks, 7..9);
        let (first, second) = (free().unwrap(), free().unwrap());
        assert_eq!([first.user(), second.user()], [7, 8]);
        assert!(
            matches!(free(), Err(LaunchRefusal::Failed { reason, .. }) if reason.contains("fewer"))
        );
        drop(first);
        assert_eq!(free().unwrap().user(), 7);
    }

    #[test]
    fn folders_of_others_are_not_used() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(LOCKS);
        symlink("elsewhere", &path).unwrap();
        assert!(open_locks_in(home.path()).is_err());
        fs::remove_file(&path).unwrap();
        drop(open_locks_in(home.path()).unwrap());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(open_locks_in(home.path()).is_err());
    }

    #[test]
    fn only_users_of_the_own_namespace_are_taken() {
        assert_eq!(mapped("0 1000 1\n  1  100000 65536\n"), [0..1, 1..65_537]);
        assert!(mapped("").is_empty() && mapped("0 x").is_empty());
    }
}
