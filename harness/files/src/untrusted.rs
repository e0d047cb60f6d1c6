//! Safe ways to open files and folders of other people.
//!
//! A path is resolved each time that it is used, and the owner of a folder on it can replace its
//! content in between. A folder that is held open stays the same. Only regular files are read,
//! because a pipe would block its reader for ever.
#![expect(clippy::disallowed_methods, reason = "this is the module that opens files")]

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, FlockOperation, Mode, OFlags, flock, fstat, mkdirat, openat,
    renameat, statat, unlinkat,
};

/// A folder that is held open. Its entries are named without a path, and links are not followed.
#[derive(Debug)]
pub struct Folder {
    open: OwnedFd,
    /// The path as it was typed, for messages.
    path: PathBuf,
}

/// The identity of a folder on this machine. No two folders that exist at the same time share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderIdentity {
    device: i128,
    number: i128,
}

impl Folder {
    /// Opens the folder at a typed path. The folders on the way may be links; the folder itself may
    /// not.
    pub fn open(path: &Path) -> io::Result<Self> {
        // With a `/` at the end, a link would be followed.
        let open = open_folder(CWD, path.components().as_path().as_os_str(), OFlags::NOFOLLOW)?;
        Ok(Self { open, path: path.to_owned() })
    }

    /// Opens the folder at a typed path. The folder and those on the way may be links.
    pub fn named(path: &Path) -> io::Result<Self> {
        let shown = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let open = open_folder(CWD, shown.as_os_str(), OFlags::empty())?;
        Ok(Self { open, path: path.to_owned() })
    }

    /// Opens the folder at a typed path; makes it and its parents if they are missing.
    pub fn make(path: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(path)?;
        Self::named(path)
    }

    /// Opens a folder below this one. No part of the way may be a link or `..`.
    pub fn below(self, way: &Path) -> io::Result<Self> {
        way.components().try_fold(self, |folder, part| match part {
            Component::Normal(name) => folder.folder(name),
            Component::CurDir => Ok(folder),
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leads out of its folder"))
            }
        })
    }

    /// Opens a folder in this one.
    pub fn folder(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
        let name = lone(name.as_ref())?;
        let open = open_folder(self.as_fd(), name, OFlags::NOFOLLOW)?;
        Ok(Self { open, path: self.path.join(name) })
    }

    /// Opens a folder in this one; makes it if it is missing.
    pub fn make_folder(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
        let name = lone(name.as_ref())?;
        match mkdirat(&self.open, name, Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(rustix::io::Errno::EXIST) => self.folder(name),
            Err(error) => Err(error.into()),
        }
    }

    /// The path by which the folder was opened, for messages and for other programs.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives this folder the path that it has after a rename.
    pub fn renamed(mut self, path: &Path) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// Locks the folder, unless somebody else has. The lock lasts until the folder is closed or
    /// unlocked.
    pub fn try_lock(&self) -> io::Result<()> {
        Ok(flock(&self.open, FlockOperation::NonBlockingLockExclusive)?)
    }

    /// Gives up the lock, if there is one.
    pub fn unlock(&self) -> io::Result<()> {
        Ok(flock(&self.open, FlockOperation::Unlock)?)
    }

    /// Opens a regular file in this folder for reading.
    pub fn open_file(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(&self.open, lone(name.as_ref())?, flags, Mode::empty());
        match file {
            // The error that `NOFOLLOW` gives for a link.
            Err(rustix::io::Errno::LOOP) => Err(not_regular()),
            file => plain(File::from(file?)),
        }
    }

    /// Creates a file in this folder, which must not exist yet.
    pub fn create_new(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(0o666);
        Ok(openat(&self.open, lone(name.as_ref())?, flags, mode)?.into())
    }

    /// Creates a file in this folder, replacing what has its name unless that is a folder.
    pub fn create(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        // The old file may have another name elsewhere, so it is not overwritten.
        self.remove(&name)?;
        self.create_new(name)
    }

    /// Renames a file or folder in this folder.
    pub fn rename(&self, from: impl AsRef<OsStr>, to: impl AsRef<OsStr>) -> io::Result<()> {
        Ok(renameat(&self.open, lone(from.as_ref())?, &self.open, lone(to.as_ref())?)?)
    }

    /// Removes a file or link that may be absent.
    pub fn remove(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        self.unlink(name.as_ref(), AtFlags::empty())
    }

    /// Removes an empty folder that may be absent.
    pub fn remove_folder(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        self.unlink(name.as_ref(), AtFlags::REMOVEDIR)
    }

    /// Removes this folder, if it is empty and still has the path by which it was opened.
    pub fn remove_itself(&self) -> io::Result<()> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidFilename);
        let name = self.path.file_name().ok_or_else(invalid)?;
        let parent = Self::named(self.path.parent().unwrap_or(Path::new("")))?;
        match parent.folder(name)?.is_same(self) {
            true => parent.remove_folder(name),
            false => Err(invalid()),
        }
    }

    /// The names of all entries, in no particular order.
    pub fn names(&self) -> io::Result<Vec<std::ffi::OsString>> {
        use std::os::unix::ffi::OsStrExt as _;
        let mut names = vec![];
        for entry in Dir::read_from(&self.open)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if ![&b"."[..], b".."].contains(&name) {
                names.push(OsStr::from_bytes(name).to_owned());
            }
        }
        Ok(names)
    }

    /// True if the folder is empty.
    pub fn is_empty(&self) -> io::Result<bool> {
        Ok(self.names()?.is_empty())
    }

    /// True if there is a regular file of this name.
    pub fn has_file(&self, name: impl AsRef<OsStr>) -> bool {
        self.size(name).is_some()
    }

    /// The size in bytes of the regular file of this name, if there is one.
    pub fn size(&self, name: impl AsRef<OsStr>) -> Option<u64> {
        let found =
            statat(&self.open, lone(name.as_ref()).ok()?, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
        is_file.then(|| u64::try_from(found.st_size).unwrap_or(0))
    }

    /// The identity of the folder, whatever its path.
    pub fn identity(&self) -> io::Result<FolderIdentity> {
        let found = fstat(&self.open)?;
        Ok(FolderIdentity { device: found.st_dev.into(), number: found.st_ino.into() })
    }

    /// True if both are the same folder.
    pub fn is_same(&self, other: &Self) -> bool {
        matches!((self.identity(), other.identity()), (Ok(one), Ok(two)) if one == two)
    }

    fn unlink(&self, name: &OsStr, flags: AtFlags) -> io::Result<()> {
        match unlinkat(&self.open, lone(name)?, flags) {
            Ok(()) | Err(rustix::io::Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

fn open_folder(place: BorrowedFd<'_>, name: &OsStr, links: OFlags) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    Ok(openat(place, name, flags | links, Mode::empty())?)
}

/// Checks that a name is not a path, because the way along a path can change.
fn lone(name: &OsStr) -> io::Result<&OsStr> {
    match Path::new(name).file_name() == Some(name) {
        true => Ok(name),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "a path instead of a name")),
    }
}

/// Opens a regular file at a typed path. The file and folders on the way may be links.
pub fn open_file(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    plain(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

fn plain(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(not_regular()),
    }
}

/// A process that was started while the folder was open may hold it still, until its program begins:
/// closing the folder would leave the lock to that process.
impl Drop for Folder {
    fn drop(&mut self) {
        // Without a lock there is nothing to give up.
        let _ = self.unlock();
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.open.as_fd()
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
    fn a_lock_ends_with_its_folder_even_if_a_process_that_starts_keeps_it_open() {
        let place = TempDir::new().unwrap();
        let folder = Folder::named(place.path()).unwrap();
        folder.try_lock().unwrap();
        // As a process has it between its start and its program.
        let kept = rustix::io::dup(&folder).unwrap();
        let other = Folder::named(place.path()).unwrap();
        assert_eq!(other.try_lock().unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(folder);
        other.try_lock().unwrap();
        drop(kept);
        let third = Folder::named(place.path()).unwrap();
        assert_eq!(third.try_lock().unwrap_err().kind(), io::ErrorKind::WouldBlock);
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
    fn only_regular_files_are_read_and_none_through_a_link() {
        let place = TempDir::new().unwrap();
        let path = |name: &str| place.path().join(name);
        let mode = Mode::RUSR | Mode::WUSR;
        rustix::fs::mknodat(CWD, path("pipe"), FileType::Fifo, mode, 0).unwrap();
        fs::write(path("file"), "text").unwrap();
        symlink(path("file"), path("link")).unwrap();
        let folder = Folder::named(place.path()).unwrap();
        for name in ["pipe", "link", ".", "..", "../x", "", "absent"] {
            assert!(folder.open_file(name).is_err() && !folder.has_file(name), "{name}");
        }
        assert_eq!((folder.size("file"), folder.names().unwrap().len()), (Some(4), 3));
        for name in ["pipe", "."] {
            assert!(open_file(&path(name)).is_err(), "{name}");
        }
        open_file(&path("link")).unwrap();
    }

    #[test]
    fn a_new_file_takes_the_place_of_a_link_and_of_another_name_of_a_file_of_somebody() {
        let place = TempDir::new().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::write(path("file"), "mine").unwrap();
        symlink(path("file"), path("link")).unwrap();
        fs::hard_link(path("file"), path("other")).unwrap();
        let folder = Folder::named(place.path()).unwrap();
        for name in ["link", "other"] {
            assert!(folder.create_new(name).is_err(), "{name}");
            folder.create(name).unwrap();
            assert_eq!(folder.size(name), Some(0), "{name}");
        }
        assert_eq!(fs::read(path("file")).unwrap(), b"mine");
    }

    #[test]
    fn what_is_done_in_a_folder_is_done_there_whoever_takes_its_name() {
        let place = TempDir::new().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir_all(path("run/logs")).unwrap();
        fs::write(path("run/old"), "").unwrap();
        let folder = Folder::named(&path("run")).unwrap();
        let same = Folder::named(&path("run")).unwrap();
        fs::rename(path("run"), path("moved")).unwrap();
        fs::create_dir(path("mine")).unwrap();
        fs::write(path("mine/old"), "mine").unwrap();
        symlink(path("mine"), path("run")).unwrap();
        folder.remove("old").unwrap();
        folder.create_new("fresh").unwrap();
        folder.rename("fresh", "new").unwrap();
        folder.make_folder("inner").unwrap().create_new("deep").unwrap();
        folder.remove_folder("logs").unwrap();
        folder.remove_folder("logs").unwrap();
        assert!(folder.has_file("new") && path("moved/inner/deep").exists());
        assert_eq!(fs::read_dir(path("mine")).unwrap().count(), 1);
        assert!(folder.is_same(&same) && !folder.is_same(&Folder::named(&path("mine")).unwrap()));
    }
}
