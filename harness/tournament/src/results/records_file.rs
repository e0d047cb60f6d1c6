//! A file of records being written.

use std::io;
use std::path::PathBuf;

use stoker_files::untrusted::Folder;

use super::record_frames::RecordFrames;
use crate::storage::{FolderError, OutFile, at};

/// A file of records being written.
pub(crate) struct RecordsFile {
    path: PathBuf,
    file: OutFile,
    frames: RecordFrames,
}

impl RecordsFile {
    /// Creates a file of this name, or truncates it.
    pub(crate) fn begin(folder: &Folder, name: &str) -> Result<Self, FolderError> {
        let path = folder.path().join(name);
        let frames = RecordFrames::new().map_err(at(&path))?;
        Ok(Self { file: OutFile::create(folder, name)?, frames, path })
    }

    /// Adds the record of a match; they come in the order of their numbers.
    pub(crate) fn add(&mut self, number: u64, line: &str) -> Result<(), FolderError> {
        let closed = self.frames.add(number, line);
        self.write(closed)
    }

    /// Waits until all of it is on the disk.
    pub(crate) fn finish(mut self) -> Result<(), FolderError> {
        let closed = self.frames.close();
        self.write(closed)?;
        self.file.finish()
    }

    fn write(&mut self, closed: io::Result<Vec<u8>>) -> Result<(), FolderError> {
        self.file.write(&closed.map_err(at(&self.path))?)
    }
}
