//! A segment being written.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use stoker_files::disk::{self, DiskFile};
use stoker_files::untrusted::Folder;

use crate::storage::{FolderError, at};

/// A segment being written.
#[derive(Debug)]
pub(crate) struct SegmentWriter {
    path: PathBuf,
    file: BufWriter<DiskFile>,
}

impl SegmentWriter {
    /// Begins a segment with its header.
    pub(super) fn begin(folder: &Folder, name: &str, header: &str) -> Result<Self, FolderError> {
        let path = folder.path().join(name);
        // On a file system without locks, another run may be writing here.
        let file = DiskFile::create_new(folder, name).map_err(at(&path))?;
        let file = BufWriter::with_capacity(1 << 18, file);
        let mut pages = Self { path, file };
        pages.write(header.as_bytes())?;
        pages.sync()?;
        disk::sync_names(folder).map_err(at(folder.path()))?;
        Ok(pages)
    }

    /// Adds lines.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<(), FolderError> {
        self.file.write_all(lines).map_err(|source| self.failed(source))
    }

    /// Hands all that was written to the operating system, so that it survives the end of this
    /// process.
    pub(crate) fn flush(&mut self) -> Result<(), FolderError> {
        self.file.flush().map_err(|source| self.failed(source))
    }

    /// Waits until all that was written is on the disk, so that it survives a power failure.
    pub(crate) fn sync(&mut self) -> Result<(), FolderError> {
        self.flush()?;
        self.file.get_ref().sync().map_err(|source| self.failed(source))
    }

    fn failed(&self, source: std::io::Error) -> FolderError {
        FolderError::Io { path: self.path.clone(), source }
    }
}
