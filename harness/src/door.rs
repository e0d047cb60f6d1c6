//! The door to folders of others: opened once, and nothing below them by way of a link.
//!
//! A path is looked up anew each time that it is used, and whoever owns a folder on it can put
//! something else there in between. A folder that is held open stays the same one.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};

/// A folder that is held open.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

impl Folder {
    /// The folder at a path that was typed. What leads to it may be links; it may not be one.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        // A `/` at the end would follow a link.
        Self::at(CWD, path.components().as_path().as_os_str())
    }

    /// A folder below this one: no part of the way may be a link, or lead up.
    pub(crate) fn below(self, way: &Path) -> io::Result<Self> {
        way.components().try_fold(self, |folder, part| match part {
            Component::Normal(name) => Self::at(folder.0.as_fd(), name),
            Component::CurDir => Ok(folder),
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leads out of its folder"))
            }
        })
    }

    /// Locks it, if nobody else has; the lock lasts as long as the folder is open.
    pub(crate) fn try_lock(&self) -> io::Result<()> {
        Ok(flock(&self.0, FlockOperation::NonBlockingLockExclusive)?)
    }

    fn at(folder: BorrowedFd<'_>, name: &OsStr) -> io::Result<Self> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
        Ok(Self(openat(folder, name, flags, Mode::empty())?))
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn links_are_no_way_in() {
        let place = TempDir::new().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir_all(path("a/b")).unwrap();
        symlink(path("a"), path("link")).unwrap();
        symlink(path("a/b"), path("a/inner")).unwrap();
        let root = || Folder::open(place.path()).unwrap();
        root().below(Path::new("./a/b")).unwrap();
        for way in ["link", "link/b", "a/inner", "a/../a", "/"] {
            assert!(root().below(Path::new(way)).is_err(), "{way}");
        }
        assert!(Folder::open(&path("link")).is_err());
        Folder::open(&path("link/b")).unwrap();
    }

    #[test]
    fn a_folder_that_is_open_stays_the_same_when_another_takes_its_place() {
        let place = TempDir::new().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir_all(path("a/mine")).unwrap();
        let open = Folder::open(&path("a")).unwrap();
        fs::rename(path("a"), path("b")).unwrap();
        fs::create_dir(path("a")).unwrap();
        open.below(Path::new("mine")).unwrap();
    }
}
