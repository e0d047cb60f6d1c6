//! The folder of a tuning.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::TuneError;
use super::manifest::TuneManifest;
use crate::results::disk;
use crate::results::folder::{OutFile, at, is_vacant, lock};
use crate::results::manifest::FORMAT;
use crate::results::trajectory::{FINAL, Ledger, TRAJECTORY};
use crate::results::{FolderError, Target};

/// What tells the folder of a tuning from others.
const TUNE: &str = "tune.toml";
/// A `tune.toml` that is not whole yet.
const FRESH: &str = ".tune.toml";
/// The longest `tune.toml`, in bytes: far above what a thousand entrants need.
const MOST: u64 = 16 << 20;

/// The folder of a tuning, with its `tune.toml` in it.
pub(crate) struct TuneFolder {
    path: PathBuf,
    manifest: TuneManifest,
    /// Held for as long as this process may write here.
    _lock: Option<File>,
}

/// What was found where a tuning is to be written.
pub(crate) enum Found {
    /// Nothing, or what may be replaced.
    New(TuneFolder),
    /// The same tuning, stopped: it can go on.
    Stopped(TuneFolder),
    /// The same tuning, finished: there is nothing to do but show it.
    Finished(PathBuf, TuneManifest),
}

/// Whether this is the folder of a tuning.
pub(crate) fn is_tuning(folder: &Path) -> bool {
    folder.join(TUNE).is_file()
}

impl TuneFolder {
    /// Finds or makes the folder of a tuning. A new one appears by rename, with `tune.toml` already
    /// in it.
    pub(crate) fn open(
        manifest: TuneManifest,
        name: &str,
        target: &Target,
    ) -> Result<Found, TuneError> {
        match target {
            Target::Under(root) => Self::under(root, name, manifest),
            Target::At(path) | Target::Over(path) if is_vacant(path)? => {
                Self::make(path, manifest).map(Found::New)
            }
            Target::At(path) => Err(match read_manifest(path) {
                Ok(found) if found.result.is_none() => FolderError::HoldsStopped(path.clone()),
                Ok(_) | Err(_) => FolderError::NotEmpty(path.clone()),
            }
            .into()),
            Target::Over(path) if is_tuning(path) => Self::replace(path, manifest).map(Found::New),
            Target::Over(path) => Err(TuneError::NotATuning(path.clone())),
        }
    }

    /// Goes on with a tuning in exactly this folder.
    pub(crate) fn resume(manifest: &TuneManifest, path: &Path) -> Result<Found, TuneError> {
        let differences = read_manifest(path)?.differences(manifest);
        match differences.is_empty() {
            true => Self::go_on(path),
            false => Err(FolderError::Changed { path: path.to_owned(), differences }.into()),
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What its `tune.toml` says.
    pub(crate) fn manifest(&self) -> &TuneManifest {
        &self.manifest
    }

    /// Changes what `tune.toml` says.
    pub(crate) fn rewrite(
        &mut self,
        change: impl FnOnce(&mut TuneManifest),
    ) -> Result<(), TuneError> {
        change(&mut self.manifest);
        self.write_manifest()
    }

    /// One of the files to which rows are added.
    pub(crate) fn ledger(&self, name: &str, header: &str) -> Result<Ledger, TuneError> {
        Ok(Ledger::open(&self.path.join(name), header)?)
    }

    fn under(root: &Path, name: &str, manifest: TuneManifest) -> Result<Found, TuneError> {
        let mut suffix = 1u32;
        loop {
            let path = match suffix {
                1 => root.join(name),
                more => root.join(format!("{name}-{more}")),
            };
            if is_vacant(&path)? {
                return Self::make(&path, manifest).map(Found::New);
            }
            match read_manifest(&path) {
                Ok(found) if found.differences(&manifest).is_empty() => return Self::go_on(&path),
                // Another tuning, another version's, or nothing of ours: it stays as it is.
                Ok(_) | Err(_) => suffix += 1,
            }
        }
    }

    /// Takes over a tuning that was stopped, as its folder describes it.
    fn go_on(path: &Path) -> Result<Found, TuneError> {
        let lock = lock(path)?;
        // Whoever held the lock before may have finished it.
        let manifest = read_manifest(path)?;
        disk::remove(&path.join(FRESH)).map_err(at(path))?;
        let path = path.to_owned();
        Ok(match manifest.result {
            Some(_) => Found::Finished(path, manifest),
            None => Found::Stopped(Self { path, manifest, _lock: lock }),
        })
    }

    fn make(path: &Path, manifest: TuneManifest) -> Result<Self, TuneError> {
        if path.is_dir() {
            return Self::replace(path, manifest);
        }
        let made = Self::make_by_rename(path, manifest);
        if let Err(TuneError::Folder(FolderError::Io { source, .. })) = made {
            return Err(FolderError::Make { path: path.to_owned(), source }.into());
        }
        made
    }

    fn make_by_rename(path: &Path, manifest: TuneManifest) -> Result<Self, TuneError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let fresh = path.with_file_name(format!(".{name}.{}", std::process::id()));
        disk::make_folder(&fresh).map_err(at(&fresh))?;
        let mut folder = Self { _lock: lock(&fresh)?, path: fresh, manifest };
        let made = folder.write_manifest().and_then(|()| {
            disk::rename(&folder.path, path).map_err(at(path)).map_err(TuneError::from)
        });
        if let Err(error) = made {
            // The first error is the one to tell.
            let _ = std::fs::remove_dir_all(&folder.path);
            return Err(error);
        }
        path.clone_into(&mut folder.path);
        Ok(folder)
    }

    /// Takes over a folder that a tuning wrote: its `tune.toml` first, so that no other file is
    /// ever beside one that it does not belong to; files of others stay.
    fn replace(path: &Path, manifest: TuneManifest) -> Result<Self, TuneError> {
        let folder = Self { _lock: lock(path)?, path: path.to_owned(), manifest };
        folder.write_manifest()?;
        for name in [TRAJECTORY, FINAL] {
            disk::remove(&path.join(name)).map_err(at(path))?;
        }
        Ok(folder)
    }

    fn write_manifest(&self) -> Result<(), TuneError> {
        let text = toml::to_string(&self.manifest).map_err(FolderError::from)?;
        let (fresh, path) = (self.path.join(FRESH), self.path.join(TUNE));
        let mut file = OutFile::create(fresh.clone())?;
        file.write(text.as_bytes())?;
        file.finish()?;
        Ok(disk::rename(&fresh, &path).map_err(at(&path))?)
    }
}

/// Reads the `tune.toml` of a folder.
///
/// # Errors
/// If there is none, or it is not as this version writes it.
pub(crate) fn read_manifest(folder: &Path) -> Result<TuneManifest, TuneError> {
    let path = folder.join(TUNE);
    if !is_tuning(folder) {
        return Err(TuneError::NotATuning(folder.to_owned()));
    }
    let size = std::fs::metadata(&path).map_err(at(&path))?.len();
    let garbled = |message: String| FolderError::Garbled { path: path.clone(), message };
    if size > MOST {
        return Err(garbled(format!("{size} bytes are too long")).into());
    }
    let text = std::fs::read_to_string(&path).map_err(at(&path))?;
    let manifest: TuneManifest =
        toml::from_str(&text).map_err(|error| garbled(error.to_string()))?;
    match manifest.format {
        FORMAT => Ok(manifest),
        other => Err(garbled(format!("format {other} is not format {FORMAT}")).into()),
    }
}
