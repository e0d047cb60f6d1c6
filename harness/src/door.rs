//! Safe ways to open files and folders of other people.
//!
//! A path is resolved each time that it is used, and the owner of a folder on it can replace what
//! is there in between. A folder that is held open stays the same one. Only regular files are read:
//! a pipe would block its reader for ever.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};

/// A folder that is held open.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

impl Folder {
    /// Opens the folder at a path that was typed. The way to it may have links; it may not be one.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        // A `/` at the end would follow a link.
        Self::at(CWD, path.components().as_path().as_os_str())
    }

    /// Opens a folder below this one. No part of the way may be a link or `..`.
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

/// Opens a folder as a file, to lock it. It, and folders on the way to it, may be links.
pub(crate) fn open_folder(path: &Path) -> io::Result<File> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?.into())
}

/// Opens a regular file for reading. It, and folders on the way to it, may be links.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    plain(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

/// Opens a regular file, empties it, and creates it if there is none. It may not be a link.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mode = Mode::from_raw_mode(0o666);
    let file = plain(File::from(rustix::fs::open(path, flags | OFlags::CLOEXEC, mode)?))?;
    file.set_len(0)?;
    Ok(file)
}

/// Tells if there is a folder at this path, which may not be a link.
pub(crate) fn is_folder(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(found) if found.is_dir() => Ok(true),
        Ok(_) => Err(io::Error::other("it is a link or a file where a folder is expected")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn plain(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is not a regular file")),
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
    fn links_are_not_followed_into_a_folder() {
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

    #[test]
    fn only_regular_files_are_opened_and_none_is_written_through_a_link() {
        let place = TempDir::new().unwrap();
        let path = |name: &str| place.path().join(name);
        let mode = Mode::RUSR | Mode::WUSR;
        rustix::fs::mknodat(CWD, path("pipe"), rustix::fs::FileType::Fifo, mode, 0).unwrap();
        fs::write(path("file"), "text").unwrap();
        symlink(path("file"), path("link")).unwrap();
        for name in ["pipe", "."] {
            assert!(open_file(&path(name)).is_err(), "{name}");
            assert!(create_file(&path(name)).is_err(), "{name}");
        }
        open_file(&path("link")).unwrap();
        assert!(create_file(&path("link")).is_err());
        assert_eq!(fs::read(path("file")).unwrap(), b"text");
        create_file(&path("file")).unwrap();
        assert_eq!(fs::read(path("file")).unwrap(), b"");
    }
}
