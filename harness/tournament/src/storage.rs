//! Reading and writing the files of a run, whatever they contain.

pub mod bounded;
pub mod csv_text;
mod error;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use stoker_files::disk::{self, DiskFile};
use stoker_files::untrusted::{Folder, FolderIdentity};

pub use csv_text::{CsvText, garbled, texts};
pub use error::FolderError;

/// The manifest of a run.
pub const RUN: &str = "run.toml";

/// Opens the folder of a run.
///
/// # Errors
/// If there is no such folder, or it cannot be opened.
pub fn open(path: &Path) -> Result<Folder, FolderError> {
    Folder::named(path).map_err(|source| match source.kind() == io::ErrorKind::NotFound {
        true => FolderError::Lacks { path: path.to_owned(), file: RUN },
        false => at(&path.join(RUN))(source),
    })
}

/// A folder that was examined and is opened again later. A run can have more parts than a process
/// may hold open.
#[derive(Debug, Clone)]
pub struct ClosedFolder {
    path: PathBuf,
    identity: FolderIdentity,
}

impl ClosedFolder {
    /// Remembers the identity of a folder.
    ///
    /// # Errors
    /// If the system cannot identify it.
    pub fn of(folder: &Folder) -> Result<Self, FolderError> {
        let path = folder.path().to_owned();
        let identity = folder.identity().map_err(at(&path))?;
        Ok(Self { path, identity })
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the folder again.
    ///
    /// # Errors
    /// If it is gone, or another one is in its place.
    pub fn open(&self) -> Result<Folder, FolderError> {
        let folder = open(&self.path)?;
        match folder.identity().map_err(at(&self.path))? == self.identity {
            true => Ok(folder),
            false => {
                let gone = "another folder has taken its place meanwhile";
                Err(at(&self.path)(io::Error::other(gone)))
            }
        }
    }
}

/// The folder with this name in a run; `None` if there is none.
///
/// # Errors
/// If it exists and cannot be opened.
pub fn inner(run: &Folder, name: &str) -> Result<Option<Folder>, FolderError> {
    match run.folder(name) {
        Ok(folder) => Ok(Some(folder)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at(&run.path().join(name))(error)),
    }
}

/// Locks a folder against other runs until it is dropped or the process ends in any way. Does
/// nothing on a file system without locks.
///
/// # Errors
/// [`FolderError::InUse`] if another process holds the lock.
pub fn lock(folder: &Folder) -> Result<(), FolderError> {
    match folder.try_lock() {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Err(FolderError::InUse(folder.path().to_owned()))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The state of a path where something is to be written.
#[derive(Debug)]
pub enum Occupancy {
    /// Nothing.
    Absent,
    /// An empty folder.
    Empty(Folder),
    /// A folder that is not empty.
    Taken(Folder),
}

/// Examines a path where something is to be written.
///
/// # Errors
/// If it is a file, or cannot be read.
pub fn occupancy(path: &Path) -> Result<Occupancy, FolderError> {
    match Folder::named(path) {
        Ok(folder) if folder.is_empty().map_err(at(path))? => Ok(Occupancy::Empty(folder)),
        Ok(folder) => Ok(Occupancy::Taken(folder)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Occupancy::Absent),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(FolderError::NotAFolder(path.to_owned()))
        }
        Err(error) => Err(at(path)(error)),
    }
}

/// The temporary name of a file that is not complete yet.
pub fn fresh(file: &str) -> String {
    format!(".{file}")
}

/// Writes a file that is there as a whole or not at all.
///
/// # Errors
/// If the system refuses.
pub fn put(folder: &Folder, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let fresh = fresh(name);
    let mut file = OutFile::create(folder, &fresh)?;
    file.write(bytes)?;
    file.finish()?;
    disk::rename(folder, &fresh, name).map_err(at(&folder.path().join(name)))
}

/// An error of the system, with the path that it is about.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |source| FolderError::Io { path: path.to_owned(), source }
}

/// A file being written; its errors name it.
pub struct OutFile {
    path: PathBuf,
    file: BufWriter<DiskFile>,
    /// The number of bytes so far.
    len: u64,
}

impl OutFile {
    /// Creates a file, or truncates it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn create(folder: &Folder, name: &str) -> Result<Self, FolderError> {
        let path = folder.path().join(name);
        let file = DiskFile::create(folder, name).map_err(at(&path))?;
        Ok(Self { file: BufWriter::new(file), path, len: 0 })
    }

    /// Adds to the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FolderError> {
        self.file.write_all(bytes).map_err(at(&self.path))?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// The number of bytes so far. Some may still wait to be [flushed](Self::flush).
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Hands all that was written to the operating system, so that it survives the end of this
    /// process.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn flush(&mut self) -> Result<(), FolderError> {
        self.file.flush().map_err(at(&self.path))
    }

    /// Waits until all that was written is on the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn finish(mut self) -> Result<(), FolderError> {
        self.flush()?;
        self.file.get_ref().sync().map_err(at(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_opened_again_only_if_it_is_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let run = Folder::make(&path("run")).unwrap();
        let closed = ClosedFolder::of(&run).unwrap();
        assert!(closed.open().unwrap().is_same(&run));
        std::fs::rename(path("run"), path("moved")).unwrap();
        assert!(closed.open().is_err());
        Folder::make(&path("run")).unwrap();
        let error = closed.open().unwrap_err().to_string();
        assert!(error.ends_with("another folder has taken its place meanwhile"), "{error}");
    }
}
