//! The results of a run at one moment, for those who look at it while it goes on.

use std::io::{ErrorKind, Read as _};
use std::sync::Arc;

use stoker_files::untrusted::Folder;

use super::RunTally;
use super::ab_test::LastLook;
use crate::results::manifest::Manifest;
use crate::results::tables;
use crate::storage::{FolderError, OutFile, RUN, at};
use crate::timings::Times;

/// The results of a run at one moment.
///
/// The run goes on: all that takes time happens in [`write`](Self::write), which may be called on
/// any thread.
pub struct Snapshot {
    pub(super) run: Arc<Folder>,
    pub(super) manifest: Manifest,
    pub(super) tally: RunTally,
    /// The last look, if the run is an A/B test.
    pub(super) test: Option<LastLook>,
    pub(super) times: Vec<Times>,
    /// The files that grow while the run goes on, with their lengths at that moment.
    pub(super) grown: Vec<(&'static str, u64)>,
}

impl Snapshot {
    /// The number of finished slots.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.manifest.progress.matches
    }

    /// Writes the files that the run would have if it had been stopped at that moment, without
    /// records and logs. Files of an earlier snapshot are replaced.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn write(&self, folder: &Folder) -> Result<(), FolderError> {
        write(folder, RUN, toml::to_string(&self.manifest)?.as_bytes())?;
        for &(name, length) in &self.grown {
            self.copy(name, length, folder)?;
        }
        let results = self.tally.results(&self.manifest, self.test.clone());
        let rows = |(row, times)| (self.tally.row_names(row), times);
        let tables = tables(&results, self.times.iter().enumerate().map(rows));
        tables.iter().try_for_each(|(name, bytes)| write(folder, name, bytes))
    }

    /// Copies the first bytes of a file of the run, which may not fit in memory.
    fn copy(&self, name: &str, length: u64, folder: &Folder) -> Result<(), FolderError> {
        let path = self.run.path().join(name);
        let mut rest = self.run.open_file(name).map_err(at(&path))?.take(length);
        let mut file = OutFile::create(folder, name)?;
        let mut bytes = vec![0; 1 << 16];
        loop {
            match rest.read(&mut bytes) {
                Ok(0) => return file.flush(),
                Ok(count) => file.write(&bytes[..count])?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(at(&path)(error)),
            }
        }
    }
}

/// Writes a file that need not outlive this process.
fn write(folder: &Folder, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let mut file = OutFile::create(folder, name)?;
    file.write(bytes)?;
    file.flush()
}
