//! Copies of folders with untrusted content.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{
    AtFlags, Dir, FileType, Gid, Mode, OFlags, Stat, Uid, chownat, fchmod, mkdirat, openat,
    readlinkat, statat, symlinkat,
};
use thiserror::Error;

use crate::sys;

/// The most files, folders and links that are copied.
const MOST_ENTRIES: u32 = 20_000;
/// The deepest nesting of folders. Each level holds two open descriptors.
const DEEPEST: usize = 60;

/// The treatment of symbolic links. None is ever followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// Links are created with the same target, which may then refer to something else or to
    /// nothing.
    AsTheyAre,
    /// Links that lead out of the copied folder are dropped.
    StayInside,
}

/// The amount that may still be copied, and the options of the copy.
#[derive(Debug)]
pub(crate) struct CopyBounds {
    bytes: u64,
    allowed: u64,
    entries: u32,
    links: Links,
    owner: Option<u32>,
}

impl CopyBounds {
    /// Allows `bytes` of file content. The copies belong to `owner`, or else to the copying user.
    pub(crate) fn new(bytes: u64, links: Links, owner: Option<u32>) -> Self {
        Self { bytes, allowed: bytes, entries: MOST_ENTRIES, links, owner }
    }
}

/// The reason why a folder was not copied.
#[derive(Debug, Error)]
pub enum CopyError {
    /// Its files are too large together.
    #[error("its files have more than {allowed} bytes")]
    Large {
        /// The number of bytes allowed.
        allowed: u64,
    },
    /// It holds too many files.
    #[error("it holds more than {MOST_ENTRIES} files")]
    Many,
    /// Its folders are nested too deep.
    #[error("{} is nested more than {DEEPEST} folders deep", path.display())]
    Deep {
        /// The path below the copied folder.
        path: PathBuf,
    },
    /// Something could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path below the copied folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl CopyError {
    /// True if the machine is short of something, and the folder is not to blame.
    #[must_use]
    pub fn is_the_machines(&self) -> bool {
        self.is_full() || matches!(self, Self::Io { error, .. } if sys::is_the_machines(error))
    }

    /// True if there was no room for the copy.
    pub(crate) fn is_full(&self) -> bool {
        let Self::Io { error, .. } = self else { return false };
        matches!(error.raw_os_error(), Some(libc::ENOSPC | libc::EDQUOT))
    }
}

/// Copies the content of one folder into another, empty one: plain files, folders, and links, which
/// are not followed. Somebody else may change both folders meanwhile; everything copied is below
/// the folder that was opened.
///
/// # Errors
/// [`CopyError`] if the files have more than `bytes` bytes, are too many or nested too deep, or if
/// one cannot be read or written.
pub fn copy_folder(from: impl AsFd, to: impl AsFd, bytes: u64) -> Result<(), CopyError> {
    copy(from.as_fd(), to.as_fd(), &mut CopyBounds::new(bytes, Links::AsTheyAre, None))
}

/// Copies the content of one folder into another: plain files, folders and links; anything else is
/// left out. Permissions are kept, except set-user-id and the like, and the owner may always read
/// and write.
pub(crate) fn copy(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    bounds: &mut CopyBounds,
) -> Result<(), CopyError> {
    folder(from, to, Path::new(""), bounds)
}

/// Copies one folder; `path` is its path below the copied one.
fn folder(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    path: &Path,
    bounds: &mut CopyBounds,
) -> Result<(), CopyError> {
    for name in names(from).map_err(|error| at(path, error))? {
        let path = path.join(name.to_string_lossy().as_ref());
        bounds.entries = bounds.entries.checked_sub(1).ok_or(CopyError::Many)?;
        let found = statat(from, &name, AtFlags::SYMLINK_NOFOLLOW)
            .map_err(|error| at(&path, error.into()))?;
        let entry = StatEntry { name: &name, found: &found };
        match FileType::from_raw_mode(found.st_mode) {
            FileType::Directory => subfolder(from, to, entry, &path, bounds)?,
            FileType::RegularFile => file(from, to, entry, &path, bounds)?,
            FileType::Symlink => {
                link(from, to, &name, &path, bounds).map_err(|error| at(&path, error))?
            }
            FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => {}
        }
    }
    Ok(())
}

fn at(path: &Path, error: io::Error) -> CopyError {
    CopyError::Io {
        path: if path.as_os_str().is_empty() { ".".into() } else { path.to_owned() },
        error,
    }
}

/// The names in a folder, in byte order, so that the same entries are copied before an error every
/// time.
fn names(folder: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
        if names.len() > MOST_ENTRIES as usize {
            break;
        }
    }
    names.sort();
    Ok(names)
}

/// An entry of a folder: its name, and what the system says of it.
#[derive(Clone, Copy)]
struct StatEntry<'a> {
    name: &'a CStr,
    found: &'a Stat,
}

fn subfolder(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    StatEntry { name, found }: StatEntry<'_>,
    path: &Path,
    bounds: &mut CopyBounds,
) -> Result<(), CopyError> {
    if path.components().count() > DEEPEST {
        return Err(CopyError::Deep { path: path.to_owned() });
    }
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = |at: BorrowedFd<'_>| openat(at, name, flags, Mode::empty());
    let made = mkdirat(to, name, Mode::RWXU).and_then(|()| Ok((open(from)?, open(to)?)));
    let (from, to) = made.map_err(|error| at(path, error.into()))?;
    folder(from.as_fd(), to.as_fd(), path, bounds)?;
    finish(&to, found.st_mode | 0o700, bounds).map_err(|error| at(path, error))
}

fn file(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    StatEntry { name, found }: StatEntry<'_>,
    path: &Path,
    bounds: &mut CopyBounds,
) -> Result<(), CopyError> {
    let reading = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let writing =
        OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(from, name, reading, Mode::empty())
        .and_then(|from| Ok((from, openat(to, name, writing, Mode::RUSR | Mode::WUSR)?)));
    let (from, to) = opened.map_err(|error| at(path, error.into()))?;
    // One byte more than allowed shows that a file is too long.
    let mut from = File::from(from).take(bounds.bytes.saturating_add(1));
    let mut to = File::from(to);
    let copied = io::copy(&mut from, &mut to).map_err(|error| at(path, error))?;
    bounds.bytes =
        bounds.bytes.checked_sub(copied).ok_or(CopyError::Large { allowed: bounds.allowed })?;
    finish(&to.into(), found.st_mode | 0o600, bounds).map_err(|error| at(path, error))
}

/// Gives a copy its permissions and owner.
fn finish(copy: &OwnedFd, mode: rustix::fs::RawMode, bounds: &CopyBounds) -> io::Result<()> {
    fchmod(copy, Mode::from_raw_mode(mode & 0o777))?;
    if let Some(owner) = bounds.owner {
        rustix::fs::fchown(copy, Some(Uid::from_raw(owner)), Some(Gid::from_raw(owner)))?;
    }
    Ok(())
}

fn link(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    name: &CStr,
    path: &Path,
    bounds: &CopyBounds,
) -> io::Result<()> {
    let target = readlinkat(from, name, Vec::new())?;
    let text = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(target.to_bytes());
    let depth = path.components().count() - 1;
    if bounds.links == Links::StayInside && !stays_inside(Path::new(text), depth) {
        return Ok(());
    }
    symlinkat(&target, to, name)?;
    if let Some(owner) = bounds.owner {
        let (user, group) = (Uid::from_raw(owner), Gid::from_raw(owner));
        chownat(to, name, Some(user), Some(group), AtFlags::SYMLINK_NOFOLLOW)?;
    }
    Ok(())
}

/// True if a link in a folder `depth` levels down leads to something inside.
///
/// `..` is accepted only at the beginning: `a/..` may be elsewhere if `a` is a link itself.
fn stays_inside(target: &Path, depth: usize) -> bool {
    let up = target.components().take_while(|&part| part == Component::ParentDir).count();
    let mut rest = target.components().skip(up);
    up <= depth && rest.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn copied(
        bytes: u64,
        links: Links,
        fill: impl FnOnce(&Path),
    ) -> (tempfile::TempDir, Result<(), CopyError>) {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fill(from.path());
        let (here, there) = (File::open(from.path()).unwrap(), File::open(to.path()).unwrap());
        let result = copy(here.as_fd(), there.as_fd(), &mut CopyBounds::new(bytes, links, None));
        (to, result)
    }

    #[test]
    fn files_folders_and_permissions_are_copied_and_fifos_are_not() {
        let (to, result) = copied(100, Links::AsTheyAre, |from| {
            fs::create_dir(from.join("src")).unwrap();
            fs::write(from.join("src/player"), "code").unwrap();
            fs::set_permissions(from.join("src/player"), PermissionsExt::from_mode(0o4555))
                .unwrap();
            rustix::fs::mkfifoat(rustix::fs::CWD, from.join("pipe"), Mode::RUSR).unwrap();
            symlink("/etc/passwd", from.join("link")).unwrap();
        });
        result.unwrap();
        let player = to.path().join("src/player");
        assert_eq!(fs::read(&player).unwrap(), b"code");
        assert_eq!(fs::metadata(player).unwrap().permissions().mode() & 0o7777, 0o755);
        assert!(!to.path().join("pipe").exists());
        assert_eq!(fs::read_link(to.path().join("link")).unwrap(), Path::new("/etc/passwd"));
    }

    #[test]
    fn a_folder_that_just_fits_is_copied_and_one_byte_more_is_not() {
        let fill = |from: &Path| {
            fs::write(from.join("a"), [0; 60]).unwrap();
            fs::write(from.join("b"), [0; 40]).unwrap();
        };
        copied(100, Links::AsTheyAre, fill).1.unwrap();
        assert!(matches!(
            copied(99, Links::AsTheyAre, fill).1,
            Err(CopyError::Large { allowed: 99 })
        ));
    }

    #[test]
    fn links_that_lead_out_are_dropped_on_the_way_out() {
        let (to, result) = copied(100, Links::StayInside, |from| {
            fs::create_dir(from.join("sub")).unwrap();
            symlink("../good", from.join("sub/inside")).unwrap();
            symlink("../../evil", from.join("sub/outside")).unwrap();
            symlink("/etc/passwd", from.join("absolute")).unwrap();
            symlink(".", from.join("here")).unwrap();
            symlink("here/here/../../evil", from.join("through")).unwrap();
        });
        result.unwrap();
        let there = |name: &str| to.path().join(name).symlink_metadata().is_ok();
        assert!(there("sub/inside") && there("here"));
        assert!(!there("sub/outside") && !there("absolute") && !there("through"));
    }

    #[test]
    fn folders_without_end_are_refused() {
        let (_to, result) = copied(100, Links::AsTheyAre, |from| {
            fs::create_dir_all(from.join("d/".repeat(80))).unwrap();
        });
        assert!(matches!(result, Err(CopyError::Deep { .. })));
    }
}
