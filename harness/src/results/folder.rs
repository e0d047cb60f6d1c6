//! The folder of one run.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use stoker_engine::Game;

use super::disk::{self, DiskFile};
use super::fresh;
use super::logs::{is_log, match_of};
use super::manifest::{Manifest, Progress};
use super::slug::slug;
use super::{FolderError, bounded};
use crate::door;
use crate::journal::{self, Journal};
use crate::plan::{Plan, Shard};

/// Every file that a run writes.
pub(crate) const FILES: [&str; 10] = [
    RUN,
    MATCHES,
    LEADERBOARD,
    CROSSTABLE,
    COMPARISON,
    SWEEP,
    MAIN_EFFECTS,
    FAULTS,
    TIMINGS,
    RECORDS,
];
pub(crate) const RUN: &str = "run.toml";
/// A `run.toml` that is not whole yet.
pub(super) const FRESH_RUN: &str = ".run.toml";
pub(crate) const MATCHES: &str = "matches.csv";
pub(crate) const LEADERBOARD: &str = "leaderboard.csv";
pub(crate) const CROSSTABLE: &str = "crosstable.csv";
pub(crate) const SWEEP: &str = "sweep.csv";
pub(crate) const MAIN_EFFECTS: &str = "main_effects.csv";
pub(crate) const COMPARISON: &str = "comparison.csv";
pub(crate) const FAULTS: &str = "faults.csv";
pub(crate) const TIMINGS: &str = "timings.csv";
pub(crate) const RECORDS: &str = "records.jsonl.zst";
/// The folder of logs.
pub(crate) const LOGS: &str = "logs";
/// The folder of the journal, while the run goes on.
pub(crate) const JOURNAL: &str = "journal";

/// Where a run is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// In a folder named by the plan, under this one (`results`). A finished run of the same plan
    /// is shown again, a stopped one is resumed, another plan's gets a suffix.
    Under(PathBuf),
    /// Exactly here (`--out`): made if absent, refused unless empty.
    At(PathBuf),
    /// Exactly here (`--out` with `--force`): files that a run wrote are replaced, and only in a
    /// folder that has a `run.toml`.
    Over(PathBuf),
}

impl Target {
    /// The folder that was named.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Under(path) | Self::At(path) | Self::Over(path) => path,
        }
    }
}

/// What was found where a run is to be written.
#[derive(Debug)]
pub enum Opened {
    /// Nothing, or what may be replaced: the run can begin.
    New(RunFolder),
    /// A stopped run of the same plan: it can go on.
    Stopped(RunFolder),
    /// A finished run of the same plan: there is nothing to do but show it.
    Existing(PathBuf),
}

/// The treatment of void slots when a run is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VoidSlots {
    /// They stay void.
    #[default]
    Final,
    /// Their matches are played again.
    Again,
}

/// The folder of one run, with its `run.toml` in it.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    manifest: Manifest,
    void_slots: VoidSlots,
    /// Held for as long as this process may write here.
    _lock: Option<File>,
}

impl RunFolder {
    /// Finds or makes the folder of a plan. A new one appears by rename, with `run.toml` already
    /// in it.
    ///
    /// `command` is what `run.toml` shows as the command that runs the plan again: without
    /// anything that has no say in the results, such as threads or the folder.
    ///
    /// # Errors
    /// If the folder may not be written to, or cannot.
    pub fn open<G: Game>(
        plan: &Plan<G>,
        command: &str,
        target: &Target,
    ) -> Result<Opened, FolderError> {
        Self::open_as(Manifest::new(plan, command)?, plan, target)
    }

    /// The same, with a `run.toml` that is made already.
    pub(crate) fn open_as<G: Game>(
        manifest: Manifest,
        plan: &Plan<G>,
        target: &Target,
    ) -> Result<Opened, FolderError> {
        match target {
            Target::Under(root) => Self::under(root, &slug(plan), manifest),
            Target::At(path) if is_vacant(path)? => Self::make(path, manifest).map(Opened::New),
            Target::At(path) => match read_manifest(path) {
                Ok(found) if !found.progress.complete => {
                    Err(FolderError::HoldsStopped(path.clone()))
                }
                Ok(_) | Err(_) => Err(FolderError::NotEmpty(path.clone())),
            },
            Target::Over(path) if is_vacant(path)? => Self::make(path, manifest).map(Opened::New),
            Target::Over(path) if read_manifest(path).is_ok() => {
                Self::replace(path, manifest).map(Opened::New)
            }
            Target::Over(path) => Err(FolderError::NotARun(path.clone())),
        }
    }

    /// Goes on with a run in exactly this folder.
    ///
    /// # Errors
    /// If it holds no run, or not of this plan, or another process is at it.
    pub fn resume<G: Game>(plan: &Plan<G>, path: &Path) -> Result<Opened, FolderError> {
        check_plan(plan, path)?;
        Self::go_on(path)
    }

    /// Resumes a run in exactly this folder, and plays its void slots again. A finished run with
    /// void slots counts as stopped from then on.
    ///
    /// # Errors
    /// As [`resume`](Self::resume), and if a finished run has lost its journal.
    pub fn resume_voids<G: Game>(plan: &Plan<G>, path: &Path) -> Result<Opened, FolderError> {
        check_plan(plan, path)?;
        let (lock, manifest) = (lock(path)?, read_manifest(path)?);
        let Progress { complete, matches, void, .. } = manifest.progress;
        let void_slots = VoidSlots::Again;
        let mut folder = Self { path: path.to_owned(), manifest, void_slots, _lock: lock };
        if !complete || !Self::is_finished(path, &folder.manifest)? {
            return Ok(Opened::Stopped(folder));
        }
        if void == 0 {
            return Ok(Opened::Existing(folder.path));
        }
        let first = plan.range().start;
        let journal = folder.journal(plan.range())?;
        if !journal.done().missing_of(first..first + matches).is_empty() {
            return Err(FolderError::NoJournal(folder.path));
        }
        // Its files are about to change.
        let progress = Progress { complete: false, ..folder.manifest.progress };
        folder.record_progress(progress)?;
        Ok(Opened::Stopped(folder))
    }

    /// Takes over a run that was stopped, as its folder describes it.
    fn go_on(path: &Path) -> Result<Opened, FolderError> {
        let lock = lock(path)?;
        // Whoever held the lock before may have finished it.
        let manifest = read_manifest(path)?;
        let complete = Self::is_finished(path, &manifest)?;
        let void_slots = VoidSlots::Final;
        let folder = Self { path: path.to_owned(), manifest, void_slots, _lock: lock };
        disk::remove(&path.join(FRESH_RUN)).map_err(at(path))?;
        if !complete {
            return Ok(Opened::Stopped(folder));
        }
        folder.clean_up()?;
        Ok(Opened::Existing(folder.path))
    }

    /// A finished run, rid of what it needs no more if it was killed before it could see to that.
    pub(crate) fn finished(path: &Path) -> Opened {
        // Who only looks at results need not be able to change their folder.
        let _ = Self::go_on(path);
        Opened::Existing(path.to_owned())
    }

    /// Whether a run that says so is finished: of a shard, whether its journal still has all matches.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub(crate) fn is_finished(path: &Path, manifest: &Manifest) -> Result<bool, FolderError> {
        let shard = manifest.shard.and_then(|shard| Shard::new(shard.index, shard.of));
        let Some(shard) = shard.filter(|_| manifest.progress.complete) else {
            return Ok(manifest.progress.complete);
        };
        let range = shard.range(manifest.whole_plan());
        let journal = Journal::open(&path.join(JOURNAL), &manifest.plan, range.clone())?;
        Ok(journal.done().missing_of(range).is_empty())
    }

    /// The journal, of which these matches are to be played.
    pub(crate) fn journal(&self, range: Range<u64>) -> Result<Journal, FolderError> {
        Journal::open(&self.path.join(JOURNAL), &self.manifest.plan, range)
    }

    /// Removes what a finished run no longer needs: its journal, unless it has nothing else or void
    /// slots may be played again, and logs of matches beyond the last one that counts.
    pub(crate) fn clean_up(&self) -> Result<(), FolderError> {
        let Manifest { progress, shard, .. } = &self.manifest;
        if !progress.complete || shard.is_some() {
            return Ok(());
        }
        let late = |log: &PathBuf| match_of(log).is_some_and(|number| number >= progress.matches);
        logs_in(&self.path).iter().filter(|log| late(log)).try_for_each(|log| remove(log))?;
        if progress.void > 0 {
            return Ok(());
        }
        journal::remove(&self.path.join(JOURNAL))
    }

    /// Removes all that was written, and the folder if nothing else is in it.
    pub(crate) fn discard(&self) -> Result<(), FolderError> {
        for file in FILES {
            remove(&self.path.join(file))?;
        }
        for log in logs_in(&self.path) {
            remove(&log)?;
        }
        let _ = fs::remove_dir(self.path.join(LOGS));
        journal::remove(&self.path.join(JOURNAL))?;
        // What others put there stays.
        let _ = fs::remove_dir(&self.path);
        Ok(())
    }

    /// The treatment of its void slots.
    #[must_use]
    pub fn void_slots(&self) -> VoidSlots {
        self.void_slots
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its `run.toml` says.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Says in `run.toml` how far the run is.
    pub(crate) fn record_progress(&mut self, progress: Progress) -> Result<(), FolderError> {
        self.manifest.progress = progress;
        self.write_manifest()
    }

    /// Begins one of the run's files.
    pub(crate) fn create(&self, file: &str) -> Result<OutFile, FolderError> {
        OutFile::create(self.path.join(file))
    }

    fn under(root: &Path, name: &str, manifest: Manifest) -> Result<Opened, FolderError> {
        let mut suffix = 1u32;
        loop {
            let path = match suffix {
                1 => root.join(name),
                more => root.join(format!("{name}-{more}")),
            };
            if is_vacant(&path)? {
                return Self::make(&path, manifest).map(Opened::New);
            }
            match read_manifest(&path) {
                Ok(found)
                    if found.progress.complete
                        && (&found.plan, found.shard) == (&manifest.plan, manifest.shard) =>
                {
                    return Ok(Self::finished(&path));
                }
                Ok(found) if found.differences(&manifest).is_empty() => {
                    return Self::go_on(&path);
                }
                // Another plan's, another version's, or nothing of ours: it stays as it is.
                Ok(_) | Err(_) => suffix += 1,
            }
        }
    }

    /// Makes a folder; what goes wrong is told of the folder that was asked for, not of the one
    /// that was to become it.
    fn make(path: &Path, manifest: Manifest) -> Result<Self, FolderError> {
        if path.is_dir() {
            return Self::replace(path, manifest);
        }
        let made = Self::make_by_rename(path, manifest);
        if let Err(FolderError::Io { source, .. }) = made {
            return Err(FolderError::Make { path: path.to_owned(), source });
        }
        made
    }

    fn make_by_rename(path: &Path, manifest: Manifest) -> Result<Self, FolderError> {
        fresh::remove_left(path);
        let fresh = fresh::beside(path);
        disk::make_folder(&fresh).map_err(at(&fresh))?;
        let void_slots = VoidSlots::Final;
        let mut folder = Self { _lock: lock(&fresh)?, path: fresh, manifest, void_slots };
        let made = folder
            .write_manifest()
            .and_then(|()| disk::rename(&folder.path, path).map_err(at(path)));
        if let Err(error) = made {
            // The first error is the one to tell.
            let _ = fs::remove_dir_all(&folder.path);
            return Err(error);
        }
        path.clone_into(&mut folder.path);
        Ok(folder)
    }

    /// Takes over a folder that a run wrote: its `run.toml` first, so that no other file is ever
    /// beside one that it does not belong to; files of others stay.
    fn replace(path: &Path, manifest: Manifest) -> Result<Self, FolderError> {
        let void_slots = VoidSlots::Final;
        let folder = Self { _lock: lock(path)?, path: path.to_owned(), manifest, void_slots };
        folder.write_manifest()?;
        for file in FILES.into_iter().filter(|&file| file != RUN) {
            remove(&path.join(file))?;
        }
        for log in logs_in(path) {
            remove(&log)?;
        }
        journal::remove(&path.join(JOURNAL))?;
        Ok(folder)
    }

    fn write_manifest(&self) -> Result<(), FolderError> {
        let text = self.manifest.to_toml()?;
        let (fresh, path) = (self.path.join(FRESH_RUN), self.path.join(RUN));
        let mut file = OutFile::create(fresh.clone())?;
        file.write(text.as_bytes())?;
        file.finish()?;
        disk::rename(&fresh, &path).map_err(at(&path))
    }
}

/// Refuses a run of another plan, with what differs.
fn check_plan<G: Game>(plan: &Plan<G>, path: &Path) -> Result<(), FolderError> {
    let found = read_manifest(path)?;
    let asked = Manifest::new(plan, "")?.reusing(found.reuse.clone())?;
    let differences = found.differences(&asked);
    match differences.is_empty() {
        true => Ok(()),
        false => Err(FolderError::Changed { path: path.to_owned(), differences }),
    }
}

/// Reads the `run.toml` of a folder.
///
/// # Errors
/// If there is none, or it is not as this version writes it.
pub fn read_manifest(folder: &Path) -> Result<Manifest, FolderError> {
    /// Far above what a thousand entrants need.
    const MOST: u64 = 16 << 20;
    let path = folder.join(RUN);
    let garbled = |message: String| FolderError::Garbled { path: path.clone(), message };
    let text = match bounded::read_text(&path, MOST) {
        Err(FolderError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::NoRun(folder.to_owned()));
        }
        read => read?,
    };
    Manifest::parse(&text).map_err(garbled)
}

/// Locks a folder against other runs until the file is dropped or the process ends, however it
/// ends; `None` where the file system knows no locks.
pub(crate) fn lock(folder: &Path) -> Result<Option<File>, FolderError> {
    let file = door::open_folder(folder).map_err(at(folder))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(FolderError::InUse(folder.to_owned())),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// The logs that a run wrote into its folder.
pub(crate) fn logs_in(folder: &Path) -> Vec<PathBuf> {
    // A folder of logs that is a link does not belong to the run.
    let logs = folder.join(LOGS);
    let there = door::is_folder(&logs).unwrap_or_default();
    let entries = there.then(|| fs::read_dir(&logs)).into_iter().flatten().flatten().flatten();
    let written = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(is_log);
    entries.filter(written).map(|entry| entry.path()).collect()
}

/// Removes a file that may be absent.
fn remove(file: &Path) -> Result<(), FolderError> {
    disk::remove(file).map_err(at(file))
}

/// Whether there is nothing, or an empty folder.
pub(crate) fn is_vacant(path: &Path) -> Result<bool, FolderError> {
    match fs::read_dir(path) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(FolderError::NotAFolder(path.to_owned()))
        }
        Err(error) => Err(at(path)(error)),
    }
}

pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |source| FolderError::Io { path: path.to_owned(), source }
}

/// A file being written, whose errors name it.
pub(crate) struct OutFile {
    path: PathBuf,
    file: BufWriter<DiskFile>,
}

impl OutFile {
    pub(crate) fn create(path: PathBuf) -> Result<Self, FolderError> {
        let file = DiskFile::create(&path).map_err(at(&path))?;
        Ok(Self { file: BufWriter::new(file), path })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), FolderError> {
        self.file.write_all(bytes).map_err(at(&self.path))
    }

    /// Hands what was written to the system, so that it outlives this process.
    pub(crate) fn flush(&mut self) -> Result<(), FolderError> {
        self.file.flush().map_err(at(&self.path))
    }

    /// Waits until it is on the disk.
    pub(crate) fn finish(mut self) -> Result<(), FolderError> {
        self.flush()?;
        self.file.get_ref().sync().map_err(at(&self.path))
    }
}

#[cfg(test)]
mod tests;
