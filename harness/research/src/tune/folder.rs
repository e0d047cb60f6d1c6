//! The folder of a tuning.

use std::path::{Path, PathBuf};

use stoker_files::disk;
use stoker_files::door::Folder;
use stoker_tournament::results::Target;
use stoker_tournament::results::folder::unmade;
use stoker_tournament::results::fresh::appear;
use stoker_tournament::results::manifest::FORMAT;
use stoker_tournament::storage::{
    FolderError, Occupancy, at, bounded, fresh, garbled, lock, occupancy, open, put,
};

use super::TuneError;
use super::manifest::TuneManifest;
use crate::tune::trajectory::{FINAL, Ledger, TRAJECTORY};

/// The file that every folder of a tuning has.
const TUNE: &str = "tune.toml";
/// The longest `tune.toml`, in bytes: far above what a thousand entrants need.
const MOST: u64 = 16 << 20;

/// The folder of a tuning, with its `tune.toml` in it.
pub struct TuneFolder {
    /// Locked for as long as this process may write here.
    folder: Folder,
    manifest: TuneManifest,
}

/// The state of the folder in which a tuning is to be written.
pub enum Found {
    /// A new folder, or one that was replaced.
    New(TuneFolder),
    /// This tuning, stopped: it can go on.
    Stopped(TuneFolder),
    /// This tuning, finished: it is only shown.
    Finished(PathBuf, TuneManifest),
}

/// True if this is the folder of a tuning.
pub fn is_tuning(folder: &Path) -> bool {
    Folder::named(folder).is_ok_and(|folder| folder.has_file(TUNE))
}

impl TuneFolder {
    /// Finds or makes the folder of a tuning. A new one appears by rename, with `tune.toml` already
    /// in it.
    ///
    /// # Errors
    /// If the folder holds something else, or cannot be written.
    pub fn open(manifest: TuneManifest, name: &str, target: &Target) -> Result<Found, TuneError> {
        if let Target::Under(root) = target {
            return Self::under(root, name, manifest);
        }
        let path = target.path();
        let Occupancy::Taken(folder) = occupancy(path)? else {
            return Self::make(path, manifest).map(Found::New);
        };
        match (target, manifest_in(&folder)) {
            (Target::Over(_), _) if folder.has_file(TUNE) => {
                Self::replace(folder, manifest).map(Found::New)
            }
            (Target::Over(_), _) => Err(TuneError::NotATuning(path.to_owned())),
            (_, Ok(found)) if found.result.is_none() => {
                Err(FolderError::HoldsStopped(path.to_owned()).into())
            }
            (_, Ok(_) | Err(_)) => Err(FolderError::NotEmpty(path.to_owned()).into()),
        }
    }

    /// Goes on with a tuning in exactly this folder.
    ///
    /// # Errors
    /// If it holds another tuning, or another process is at it.
    pub fn resume(manifest: &TuneManifest, path: &Path) -> Result<Found, TuneError> {
        let folder = open_tuning(path)?;
        let differences = manifest_in(&folder)?.differences(manifest);
        match differences.is_empty() {
            true => Self::go_on(folder),
            false => Err(FolderError::Changed { path: path.to_owned(), differences }.into()),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The contents of its `tune.toml`.
    pub fn manifest(&self) -> &TuneManifest {
        &self.manifest
    }

    /// Changes what `tune.toml` says.
    pub(crate) fn rewrite(
        &mut self,
        change: impl FnOnce(&mut TuneManifest),
    ) -> Result<(), TuneError> {
        change(&mut self.manifest);
        write_manifest(&self.folder, &self.manifest)
    }

    /// One of the files to which rows are added.
    pub(crate) fn ledger(&self, name: &str, header: &str) -> Result<Ledger, TuneError> {
        Ok(Ledger::open(&self.folder, name, header)?)
    }

    fn under(root: &Path, name: &str, manifest: TuneManifest) -> Result<Found, TuneError> {
        let mut suffix = 1u32;
        loop {
            let path = match suffix {
                1 => root.join(name),
                more => root.join(format!("{name}-{more}")),
            };
            let Occupancy::Taken(folder) = occupancy(&path)? else {
                return Self::make(&path, manifest).map(Found::New);
            };
            match manifest_in(&folder) {
                Ok(found) if found.differences(&manifest).is_empty() => return Self::go_on(folder),
                // Another tuning, another version's, or nothing of ours: it stays as it is.
                Ok(_) | Err(_) => suffix += 1,
            }
        }
    }

    /// Takes over a tuning that was stopped, as its folder describes it.
    fn go_on(folder: Folder) -> Result<Found, TuneError> {
        lock(&folder)?;
        // Whoever held the lock before may have finished it.
        let manifest = manifest_in(&folder)?;
        disk::remove(&folder, &fresh(TUNE)).map_err(at(folder.path()))?;
        Ok(match manifest.result {
            Some(_) => Found::Finished(folder.path().to_owned(), manifest),
            None => Found::Stopped(Self { folder, manifest }),
        })
    }

    fn make(path: &Path, manifest: TuneManifest) -> Result<Self, TuneError> {
        if let Occupancy::Empty(folder) = occupancy(path)? {
            return Self::replace(folder, manifest);
        }
        let made = appear(path, TUNE, |folder| write_manifest(folder, &manifest));
        let folder = match made {
            Err(TuneError::Folder(error)) => return Err(unmade(path, error).into()),
            made => made?,
        };
        Ok(Self { folder, manifest })
    }

    /// Takes over a folder that a tuning wrote: its `tune.toml` first, so that no other file is
    /// ever beside one that it does not belong to; files of others stay.
    fn replace(folder: Folder, manifest: TuneManifest) -> Result<Self, TuneError> {
        lock(&folder)?;
        write_manifest(&folder, &manifest)?;
        for name in [TRAJECTORY, FINAL] {
            disk::remove(&folder, name).map_err(at(folder.path()))?;
        }
        Ok(Self { folder, manifest })
    }
}

fn write_manifest(folder: &Folder, manifest: &TuneManifest) -> Result<(), TuneError> {
    let text = toml::to_string(manifest).map_err(FolderError::from)?;
    Ok(put(folder, TUNE, text.as_bytes())?)
}

fn open_tuning(path: &Path) -> Result<Folder, TuneError> {
    match open(path) {
        Err(FolderError::NoRun(path)) => Err(TuneError::NotATuning(path)),
        found => Ok(found?),
    }
}

/// Reads the `tune.toml` of a folder.
///
/// # Errors
/// If there is none, or it is not as this version writes it.
pub fn read_manifest(folder: &Path) -> Result<TuneManifest, TuneError> {
    manifest_in(&open_tuning(folder)?)
}

fn manifest_in(folder: &Folder) -> Result<TuneManifest, TuneError> {
    if !folder.has_file(TUNE) {
        return Err(TuneError::NotATuning(folder.path().to_owned()));
    }
    let garbled = |message: String| garbled(folder, TUNE, &message);
    let text = bounded::read_text(folder, TUNE, MOST)?;
    let manifest: TuneManifest =
        toml::from_str(&text).map_err(|error| garbled(error.to_string()))?;
    match manifest.format {
        FORMAT => Ok(manifest),
        other => Err(garbled(format!("format {other} is not format {FORMAT}")).into()),
    }
}
