//! The folder of a measurement: written at once, when it is finished.

use std::path::{Path, PathBuf};

use anyhow::bail;
use stoker_files::{disk, door};
use stoker_tournament::results::Target;
use stoker_tournament::storage::{FolderError, Occupancy, at, bounded, occupancy, put};

/// The longest manifest, in bytes: far above what a thousand entrants need.
const MOST: u64 = 16 << 20;

/// The folder in which a measurement is to be written.
pub(super) struct Folder {
    path: PathBuf,
    /// The folder, if it was there.
    found: Option<door::Folder>,
    /// The name of the file that says what was measured.
    file: &'static str,
    manifest: String,
}

impl Folder {
    /// Finds the folder. Nothing is written yet; a folder that cannot be used is an error now.
    ///
    /// Where none was named it is called `name`, with a suffix if that is another measurement's.
    pub(super) fn find(
        target: &Target,
        name: &str,
        file: &'static str,
        manifest: String,
    ) -> anyhow::Result<Self> {
        let path = target.path();
        let (path, found) = match (target, occupancy(path)?) {
            (Target::Under(root), _) => under(root, name, file, &manifest)?,
            (_, Occupancy::Absent) => (path.to_owned(), None),
            (_, Occupancy::Empty(folder)) => (path.to_owned(), Some(folder)),
            (Target::At(path), Occupancy::Taken(_)) => {
                return Err(FolderError::NotEmpty(path.clone()).into());
            }
            (Target::Over(path), Occupancy::Taken(folder)) if folder.has_file(file) => {
                (path.clone(), Some(folder))
            }
            (Target::Over(path), Occupancy::Taken(_)) => {
                let path = path.display();
                bail!("{path} has no {file}, so nothing there is replaced: give another folder")
            }
        };
        Ok(Self { path, found, file, manifest })
    }

    /// Writes the files, the manifest last: where it is, the others are whole.
    pub(super) fn write(self, files: &[(&str, Vec<u8>)]) -> Result<PathBuf, FolderError> {
        let folder = match self.found {
            Some(folder) => folder,
            None => door::Folder::make(&self.path).map_err(at(&self.path))?,
        };
        disk::remove(&folder, self.file).map_err(at(&self.path))?;
        for (name, bytes) in files {
            put(&folder, name, bytes)?;
        }
        put(&folder, self.file, self.manifest.as_bytes())?;
        Ok(self.path)
    }
}

/// The first folder of this name that is vacant or holds the same measurement.
fn under(
    root: &Path,
    name: &str,
    file: &str,
    manifest: &str,
) -> Result<(PathBuf, Option<door::Folder>), FolderError> {
    let mut suffix = 1u32;
    loop {
        let path = match suffix {
            1 => root.join(name),
            more => root.join(format!("{name}-{more}")),
        };
        let is_same = |folder: &door::Folder| {
            bounded::read_text(folder, file, MOST).is_ok_and(|old| old == manifest)
        };
        match occupancy(&path)? {
            Occupancy::Absent => return Ok((path, None)),
            Occupancy::Empty(folder) => return Ok((path, Some(folder))),
            Occupancy::Taken(folder) if is_same(&folder) => return Ok((path, Some(folder))),
            Occupancy::Taken(_) => suffix += 1,
        }
    }
}
