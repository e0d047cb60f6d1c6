//! The folder of a measurement: written at once, when it is finished.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::results::folder::{OutFile, at, is_vacant};
use crate::results::{FolderError, Target, bounded, disk};

/// The longest manifest, in bytes: far above what a thousand entrants need.
const MOST: u64 = 16 << 20;

/// Where a measurement is to be written.
pub(super) struct Folder {
    path: PathBuf,
    /// The name of the file that says what was measured.
    file: &'static str,
    manifest: String,
}

impl Folder {
    /// Finds the folder: nothing is written yet, but what could not be written is told.
    ///
    /// Where none was named it is called `name`, with a suffix if that is another measurement's.
    pub(super) fn find(
        target: &Target,
        name: &str,
        file: &'static str,
        manifest: String,
    ) -> anyhow::Result<Self> {
        let path = match target {
            Target::Under(root) => under(root, name, file, &manifest)?,
            Target::At(path) if is_vacant(path)? => path.clone(),
            Target::At(path) => return Err(FolderError::NotEmpty(path.clone()).into()),
            Target::Over(path) if is_vacant(path)? || path.join(file).is_file() => path.clone(),
            Target::Over(path) => {
                let path = path.display();
                bail!("{path} has no {file}, so nothing there is replaced: give another folder")
            }
        };
        Ok(Self { path, file, manifest })
    }

    /// Writes the files, the manifest last: where it is, the others are whole.
    pub(super) fn write(self, files: &[(&str, Vec<u8>)]) -> Result<PathBuf, FolderError> {
        disk::make_folder(&self.path).map_err(at(&self.path))?;
        disk::remove(&self.path.join(self.file)).map_err(at(&self.path))?;
        for (name, bytes) in files {
            self.put(name, bytes)?;
        }
        self.put(self.file, self.manifest.as_bytes())?;
        Ok(self.path)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let (fresh, path) = (self.path.join(format!(".{name}")), self.path.join(name));
        let mut file = OutFile::create(fresh.clone())?;
        file.write(bytes)?;
        file.finish()?;
        disk::rename(&fresh, &path).map_err(at(&path))
    }
}

/// The first folder of this name that is vacant or holds the same measurement.
fn under(root: &Path, name: &str, file: &str, manifest: &str) -> Result<PathBuf, FolderError> {
    let mut suffix = 1u32;
    loop {
        let path = match suffix {
            1 => root.join(name),
            more => root.join(format!("{name}-{more}")),
        };
        let same = || bounded::read_text(&path.join(file), MOST).is_ok_and(|old| old == manifest);
        if is_vacant(&path)? || same() {
            return Ok(path);
        }
        suffix += 1;
    }
}
