//! The files of a submission, listed within bounds and hashed.
#![expect(
    clippy::disallowed_methods,
    reason = "no link is followed to a file; what is played is listed again in the store"
)]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use blake3::Hasher;

/// The most that a folder may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderBounds {
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files, folders and links.
    pub entries: usize,
    /// Nesting of folders.
    pub depth: usize,
}

impl FolderBounds {
    /// The bounds of a submission: 64 MiB, 10,000 files, folders nested 50 deep.
    pub const SUBMISSION: Self = Self { bytes: 64 << 20, entries: 10_000, depth: 50 };
    /// The bounds of a build's result, which are those of its sandbox.
    pub const BUILT: Self = Self { bytes: 512 << 20, entries: 20_000, depth: 60 };
}

/// The reason why the files of a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ContentsError {
    /// They have too many bytes.
    #[error("its files have more than {} MiB", .0 >> 20)]
    Large(u64),
    /// There are too many files.
    #[error("it holds more than {0} files")]
    Many(usize),
    /// Folders are nested too deep.
    #[error("`{}` is nested more than {most} folders deep", path.display())]
    Deep {
        /// The folder.
        path: PathBuf,
        /// The deepest nesting allowed.
        most: usize,
    },
    /// There is a pipe, a socket or a device.
    #[error("`{}` is neither a file nor a folder: remove it", .0.display())]
    Special(PathBuf),
    /// Something cannot be read.
    #[error("`{}` cannot be read: {error}", path.display())]
    Unreadable {
        /// The path, relative to the folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// A file or link of a folder. Subfolders appear only as parts of paths.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FolderEntry {
    /// The path, relative to the folder.
    path: PathBuf,
    kind: EntryKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    Plain,
    Executable,
    Link,
}

/// The files of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    folder: PathBuf,
    /// Entries in the order of their paths.
    entries: Vec<FolderEntry>,
}

impl Contents {
    /// Lists a folder. Links are not followed.
    ///
    /// # Errors
    /// [`ContentsError`] if it exceeds the bounds, contains something other than files, folders and
    /// links, or cannot be read.
    pub fn list(folder: &Path, bounds: FolderBounds) -> Result<Self, ContentsError> {
        let mut listing = Listing { folder, bounds, bytes: 0, found: 0, entries: vec![] };
        listing.visit(Path::new(""), 0)?;
        let mut entries = listing.entries;
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Self { folder: folder.to_owned(), entries })
    }

    /// The folder that they are in.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The same files after the folder was moved.
    pub(crate) fn moved_to(self, folder: PathBuf) -> Self {
        Self { folder, ..self }
    }

    /// The paths of all files, relative to the folder. Links and paths that are not UTF-8 are left
    /// out.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let files = self.entries.iter().filter(|entry| entry.kind != EntryKind::Link);
        files.filter_map(|entry| entry.path.to_str())
    }

    /// The names of the files directly in the folder, if they are UTF-8.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.paths().filter(|path| !path.contains('/'))
    }

    /// True if a file of this name is directly in the folder.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The bytes of a file of the folder, by path; at most the first `most`.
    ///
    /// # Errors
    /// The system's error if it cannot be read.
    pub fn read(&self, path: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![];
        open(&self.folder.join(path))?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The size of all files in bytes, rounded up to the blocks of file systems.
    ///
    /// # Errors
    /// [`ContentsError::Unreadable`] if a file no longer exists.
    pub(crate) fn bytes_on_disk(&self) -> Result<u64, ContentsError> {
        const BLOCK: u64 = 4_096;
        let files = self.entries.iter().filter(|entry| entry.kind != EntryKind::Link);
        let bytes = files.map(|FolderEntry { path, .. }| {
            let found = self.folder.join(path).symlink_metadata();
            let found =
                found.map_err(|error| ContentsError::Unreadable { path: path.clone(), error })?;
            Ok(found.len().div_ceil(BLOCK) * BLOCK)
        });
        bytes.sum()
    }

    /// A hash of paths, executable bits and bytes of all files: 32 hexadecimal digits.
    ///
    /// # Errors
    /// [`ContentsError::Unreadable`] if a file cannot be read.
    pub fn hash(&self) -> Result<String, ContentsError> {
        let mut hasher = Hasher::new();
        self.hash_into(&mut hasher)?;
        Ok(digits(&hasher))
    }

    /// Adds paths, executable bits and bytes of all files to a hash.
    ///
    /// # Errors
    /// [`ContentsError::Unreadable`] if a file cannot be read.
    pub(crate) fn hash_into(&self, hasher: &mut Hasher) -> Result<(), ContentsError> {
        for FolderEntry { path, kind } in &self.entries {
            let whole = self.folder.join(path);
            let unreadable = |error| ContentsError::Unreadable { path: path.clone(), error };
            add(hasher, path.as_os_str().as_bytes());
            hasher.update(match kind {
                EntryKind::Plain => b"-",
                EntryKind::Executable => b"x",
                EntryKind::Link => b"l",
            });
            if *kind == EntryKind::Link {
                let target = fs::read_link(&whole).map_err(unreadable)?;
                add(hasher, target.as_os_str().as_bytes());
            } else {
                let mut of_file = Hasher::new();
                io::copy(&mut open(&whole).map_err(unreadable)?, &mut of_file)
                    .map_err(unreadable)?;
                hasher.update(of_file.finalize().as_bytes());
            }
        }
        Ok(())
    }
}

/// Adds bytes with their number, so that no two lists of texts have the same hash.
pub(crate) fn add(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

/// A hash in text form: 32 hexadecimal digits.
pub(crate) fn digits(hasher: &Hasher) -> String {
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Opens a plain file; refuses a link that replaced it, and a pipe that would never end.
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no longer a file")),
    }
}

/// A folder that is being listed.
struct Listing<'f> {
    folder: &'f Path,
    bounds: FolderBounds,
    bytes: u64,
    found: usize,
    entries: Vec<FolderEntry>,
}

impl Listing<'_> {
    fn visit(&mut self, inside: &Path, depth: usize) -> Result<(), ContentsError> {
        if depth > self.bounds.depth {
            return Err(ContentsError::Deep { path: inside.to_owned(), most: self.bounds.depth });
        }
        let shown = if depth == 0 { Path::new(".") } else { inside };
        let unreadable = |error| ContentsError::Unreadable { path: shown.to_owned(), error };
        for entry in fs::read_dir(self.folder.join(inside)).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = inside.join(entry.file_name());
            // The metadata of a link itself, not of its target.
            let metadata = entry.metadata();
            let metadata = metadata
                .map_err(|error| ContentsError::Unreadable { path: path.clone(), error })?;
            self.note(path, &metadata, depth)?;
        }
        Ok(())
    }

    fn note(
        &mut self,
        path: PathBuf,
        metadata: &Metadata,
        depth: usize,
    ) -> Result<(), ContentsError> {
        self.found += 1;
        if self.found > self.bounds.entries {
            return Err(ContentsError::Many(self.bounds.entries));
        }
        let kind = if metadata.is_dir() {
            return self.visit(&path, depth + 1);
        } else if metadata.is_symlink() {
            EntryKind::Link
        } else if !metadata.is_file() {
            return Err(ContentsError::Special(path));
        } else if metadata.permissions().mode() & 0o111 != 0 {
            EntryKind::Executable
        } else {
            EntryKind::Plain
        };
        if kind != EntryKind::Link {
            self.bytes = self.bytes.saturating_add(metadata.len());
            if self.bytes > self.bounds.bytes {
                return Err(ContentsError::Large(self.bounds.bytes));
            }
            open(&self.folder.join(&path))
                .map_err(|error| ContentsError::Unreadable { path: path.clone(), error })?;
        }
        self.entries.push(FolderEntry { path, kind });
        Ok(())
    }
}

/// The last part of a path.
pub(crate) fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    const SMALL: FolderBounds = FolderBounds { bytes: 100, entries: 4, depth: 2 };

    fn hash(folder: &Path) -> String {
        Contents::list(folder, FolderBounds::SUBMISSION).unwrap().hash().unwrap()
    }

    fn error(folder: &Path) -> String {
        Contents::list(folder, SMALL).unwrap_err().to_string()
    }

    #[test]
    fn a_hash_tells_names_bytes_links_and_executable_bits_apart() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut seen = vec![hash(folder.path())];
        let mut changed = |what: &str| {
            let now = hash(folder.path());
            assert_eq!(now.len(), 32);
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        fs::write(path("a"), "bc").unwrap();
        changed("a file");
        fs::rename(path("a"), path("ab")).unwrap();
        fs::write(path("ab"), "c").unwrap();
        changed("a name that begins with what was content");
        fs::set_permissions(path("ab"), Permissions::from_mode(0o755)).unwrap();
        changed("an executable bit");
        symlink("ab", path("z")).unwrap();
        changed("a link");
        fs::remove_file(path("z")).unwrap();
        symlink("elsewhere", path("z")).unwrap();
        changed("a link's target");
    }

    #[test]
    fn a_hash_does_not_depend_on_where_the_folder_is() {
        let [one, other] = [(); 2].map(|()| TempDir::new().unwrap());
        for (folder, names) in [(&one, ["a", "b"]), (&other, ["b", "a"])] {
            names.iter().for_each(|name| fs::write(folder.path().join(name), name).unwrap());
        }
        assert_eq!(hash(one.path()), hash(other.path()));
    }

    #[test]
    fn folders_that_are_too_large_are_refused() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), [0; 101]).unwrap();
        assert_eq!(error(folder.path()), "its files have more than 0 MiB");
        fs::write(path("a"), "").unwrap();
        fs::create_dir_all(path("b/c/d")).unwrap();
        assert_eq!(error(folder.path()), "`b/c/d` is nested more than 2 folders deep");
        fs::write(path("e"), "").unwrap();
        fs::remove_dir(path("b/c/d")).unwrap();
        fs::write(path("f"), "").unwrap();
        assert_eq!(error(folder.path()), "it holds more than 4 files");
    }

    #[test]
    fn pipes_and_sockets_are_refused() {
        let folder = TempDir::new().unwrap();
        std::os::unix::net::UnixListener::bind(folder.path().join("s")).unwrap();
        assert_eq!(error(folder.path()), "`s` is neither a file nor a folder: remove it");
    }
}
