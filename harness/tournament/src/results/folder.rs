//! The folder of one run.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use stoker_engine::Game;
use stoker_files::disk;
use stoker_files::door::Folder;

use super::fresh::appear;
use super::logs::{is_log, match_of};
use super::manifest::{Manifest, ProgressRow};
use super::slug::slug;
use crate::journal::{self, Journal};
use crate::plan::{Plan, Shard};
use crate::storage::csv_text::garbled;
use crate::storage::{
    FolderError, Occupancy, OutFile, at, bounded, fresh, inner, lock, occupancy, open, put,
};

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
pub use crate::storage::RUN;
pub(crate) const MATCHES: &str = "matches.csv";
pub(crate) const LEADERBOARD: &str = "leaderboard.csv";
pub(crate) const CROSSTABLE: &str = "crosstable.csv";
pub(crate) const SWEEP: &str = "sweep.csv";
pub(crate) const MAIN_EFFECTS: &str = "main_effects.csv";
pub(crate) const COMPARISON: &str = "comparison.csv";
pub(crate) const FAULTS: &str = "faults.csv";
pub(crate) const TIMINGS: &str = "timings.csv";
/// The records of a run.
pub const RECORDS: &str = "records.jsonl.zst";
/// The folder of logs.
pub const LOGS: &str = "logs";

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
    /// Locked for as long as this process may write here.
    folder: Arc<Folder>,
    manifest: Manifest,
    void_slots: VoidSlots,
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
        if let Target::Under(root) = target {
            return Self::under(root, &slug(plan), manifest);
        }
        let path = target.path();
        let Occupancy::Taken(folder) = occupancy(path)? else {
            return Self::make(path, manifest).map(Opened::New);
        };
        match (target, manifest_in(&folder)) {
            (Target::Over(_), Ok(_)) => Self::replace(folder, manifest).map(Opened::New),
            (Target::Over(_), Err(_)) => Err(FolderError::NotARun(path.to_owned())),
            (_, Ok(found)) if !found.progress.complete => {
                Err(FolderError::HoldsStopped(path.to_owned()))
            }
            (_, Ok(_) | Err(_)) => Err(FolderError::NotEmpty(path.to_owned())),
        }
    }

    /// Goes on with a run in exactly this folder.
    ///
    /// # Errors
    /// If it holds no run, or not of this plan, or another process is at it.
    pub fn resume<G: Game>(plan: &Plan<G>, path: &Path) -> Result<Opened, FolderError> {
        let folder = open(path)?;
        check_plan(plan, &folder)?;
        Self::go_on(folder)
    }

    /// Resumes a run in exactly this folder, and plays its void slots again. A finished run with
    /// void slots counts as stopped from then on.
    ///
    /// # Errors
    /// As [`resume`](Self::resume), and if a finished run has lost its journal.
    pub fn resume_voids<G: Game>(plan: &Plan<G>, path: &Path) -> Result<Opened, FolderError> {
        let found = open(path)?;
        check_plan(plan, &found)?;
        lock(&found)?;
        let manifest = manifest_in(&found)?;
        let ProgressRow { complete, matches, void, .. } = manifest.progress;
        let void_slots = VoidSlots::Again;
        let mut folder = Self { folder: Arc::new(found), manifest, void_slots };
        if !complete || !Self::is_whole(&folder.folder, &folder.manifest)? {
            return Ok(Opened::Stopped(folder));
        }
        if void == 0 {
            return Ok(Opened::Existing(path.to_owned()));
        }
        let first = plan.range().start;
        let journal = folder.journal(plan.range())?;
        if !journal.done().missing_of(first..first + matches).is_empty() {
            return Err(FolderError::NoJournal(path.to_owned()));
        }
        // Its files are about to change.
        let progress = ProgressRow { complete: false, ..folder.manifest.progress };
        folder.record_progress(progress)?;
        Ok(Opened::Stopped(folder))
    }

    /// Takes over a run that was stopped, as its folder describes it.
    fn go_on(folder: Folder) -> Result<Opened, FolderError> {
        lock(&folder)?;
        // Whoever held the lock before may have finished it.
        let manifest = manifest_in(&folder)?;
        let folder = Arc::new(folder);
        let complete = Self::is_whole(&folder, &manifest)?;
        let folder = Self { folder, manifest, void_slots: VoidSlots::Final };
        remove(&folder.folder, &fresh(RUN))?;
        if !complete {
            return Ok(Opened::Stopped(folder));
        }
        folder.clean_up()?;
        Ok(Opened::Existing(folder.path().to_owned()))
    }

    /// A finished run, rid of what it needs no more if it was killed before it could see to that.
    pub fn finished(path: &Path) -> Opened {
        // Who only looks at results need not be able to change their folder.
        let _ = open(path).and_then(Self::go_on);
        Opened::Existing(path.to_owned())
    }

    /// True if a run that says so is finished: of a shard, whether its journal still has all matches.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn is_finished(path: &Path, manifest: &Manifest) -> Result<bool, FolderError> {
        Self::is_whole(&Arc::new(open(path)?), manifest)
    }

    fn is_whole(folder: &Arc<Folder>, manifest: &Manifest) -> Result<bool, FolderError> {
        let shard = manifest.shard.and_then(|shard| Shard::new(shard.index, shard.of));
        let Some(shard) = shard.filter(|_| manifest.progress.complete) else {
            return Ok(manifest.progress.complete);
        };
        let range = shard.range(manifest.whole_plan());
        let journal = Journal::open(folder, &manifest.plan, range.clone())?;
        Ok(journal.done().missing_of(range).is_empty())
    }

    /// The journal, of which these matches are to be played.
    pub(crate) fn journal(&self, range: Range<u64>) -> Result<Journal, FolderError> {
        Journal::open(&self.folder, &self.manifest.plan, range)
    }

    /// Removes what a finished run no longer needs: its journal, unless it has nothing else or void
    /// slots may be played again, and logs of matches beyond the last one that counts.
    pub(crate) fn clean_up(&self) -> Result<(), FolderError> {
        let Manifest { progress, shard, .. } = &self.manifest;
        if !progress.complete || shard.is_some() {
            return Ok(());
        }
        remove_logs(&self.folder, |log| {
            match_of(log).is_some_and(|number| number >= progress.matches)
        })?;
        if progress.void > 0 {
            return Ok(());
        }
        journal::remove(&self.folder)
    }

    /// Removes all that was written, and the folder if nothing else is in it.
    pub(crate) fn discard(&self) -> Result<(), FolderError> {
        for file in FILES {
            remove(&self.folder, file)?;
        }
        remove_logs(&self.folder, |_| true)?;
        // What others put there stays.
        let _ = self.folder.remove_folder(LOGS);
        journal::remove(&self.folder)?;
        let _ = self.folder.remove_itself();
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
        self.folder.path()
    }

    /// The folder, held open.
    pub(crate) fn open_folder(&self) -> &Arc<Folder> {
        &self.folder
    }

    /// What its `run.toml` says.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Says in `run.toml` how far the run is.
    pub(crate) fn record_progress(&mut self, progress: ProgressRow) -> Result<(), FolderError> {
        self.manifest.progress = progress;
        write_manifest(&self.folder, &self.manifest)
    }

    /// Begins one of the run's files.
    pub(crate) fn create(&self, file: &str) -> Result<OutFile, FolderError> {
        OutFile::create(&self.folder, file)
    }

    fn under(root: &Path, name: &str, manifest: Manifest) -> Result<Opened, FolderError> {
        let mut suffix = 1u32;
        loop {
            let path = match suffix {
                1 => root.join(name),
                more => root.join(format!("{name}-{more}")),
            };
            let Occupancy::Taken(folder) = occupancy(&path)? else {
                return Self::make(&path, manifest).map(Opened::New);
            };
            match manifest_in(&folder) {
                Ok(found)
                    if found.progress.complete
                        && (&found.plan, found.shard) == (&manifest.plan, manifest.shard) =>
                {
                    return Ok(Self::finished(&path));
                }
                Ok(found) if found.differences(&manifest).is_empty() => {
                    return Self::go_on(folder);
                }
                // Another plan's, another version's, or nothing of ours: it stays as it is.
                Ok(_) | Err(_) => suffix += 1,
            }
        }
    }

    /// Makes a folder; what goes wrong is told of the folder that was asked for, not of the one
    /// that was to become it.
    fn make(path: &Path, manifest: Manifest) -> Result<Self, FolderError> {
        if let Occupancy::Empty(folder) = occupancy(path)? {
            return Self::replace(folder, manifest);
        }
        let made = appear(path, RUN, |folder| write_manifest(folder, &manifest));
        let folder = Arc::new(made.map_err(|error| unmade(path, error))?);
        Ok(Self { folder, manifest, void_slots: VoidSlots::Final })
    }

    /// Takes over a folder that a run wrote: its `run.toml` first, so that no other file is ever
    /// beside one that it does not belong to; files of others stay.
    fn replace(folder: Folder, manifest: Manifest) -> Result<Self, FolderError> {
        lock(&folder)?;
        write_manifest(&folder, &manifest)?;
        for file in FILES.into_iter().filter(|&file| file != RUN) {
            remove(&folder, file)?;
        }
        remove_logs(&folder, |_| true)?;
        journal::remove(&folder)?;
        Ok(Self { folder: Arc::new(folder), manifest, void_slots: VoidSlots::Final })
    }
}

fn write_manifest(folder: &Folder, manifest: &Manifest) -> Result<(), FolderError> {
    put(folder, RUN, manifest.to_toml()?.as_bytes())
}

/// Says that a folder could not be made, instead of the folder that was to become it.
pub fn unmade(path: &Path, error: FolderError) -> FolderError {
    if let FolderError::Io { source, .. } = error {
        return FolderError::Make { path: path.to_owned(), source };
    }
    error
}

/// Refuses a run of another plan, with what differs.
fn check_plan<G: Game>(plan: &Plan<G>, folder: &Folder) -> Result<(), FolderError> {
    let found = manifest_in(folder)?;
    let asked = Manifest::new(plan, "")?.reusing(found.reuse.clone())?;
    let differences = found.differences(&asked);
    match differences.is_empty() {
        true => Ok(()),
        false => Err(FolderError::Changed { path: folder.path().to_owned(), differences }),
    }
}

/// Reads the `run.toml` of a folder.
///
/// # Errors
/// If there is none, or it is not as this version writes it.
pub fn read_manifest(folder: &Path) -> Result<Manifest, FolderError> {
    manifest_in(&open(folder)?)
}

/// The same, of a folder that is open.
///
/// # Errors
/// As [`read_manifest`].
pub fn manifest_in(folder: &Folder) -> Result<Manifest, FolderError> {
    /// Far above what a thousand entrants need.
    const MOST: u64 = 16 << 20;
    let garbled = |message: String| garbled(folder, RUN, &message);
    let text = match bounded::read_text(folder, RUN, MOST) {
        Err(FolderError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::NoRun(folder.path().to_owned()));
        }
        read => read?,
    };
    Manifest::parse(&text).map_err(garbled)
}

/// The folder of logs, and those that a run wrote into it.
pub(crate) fn logs_in(run: &Folder) -> (Option<Folder>, Vec<String>) {
    // A folder of logs that is a link does not belong to the run.
    let logs = inner(run, LOGS).ok().flatten();
    let names = logs.as_ref().and_then(|logs| logs.names().ok()).unwrap_or_default();
    let names = names.into_iter().filter_map(|name| name.into_string().ok());
    (logs, names.filter(|name| is_log(name)).collect())
}

fn remove_logs(run: &Folder, which: impl Fn(&str) -> bool) -> Result<(), FolderError> {
    let (Some(logs), names) = logs_in(run) else { return Ok(()) };
    names.iter().filter(|name| which(name)).try_for_each(|name| remove(&logs, name))
}

/// Removes a file that may be absent.
fn remove(folder: &Folder, file: &str) -> Result<(), FolderError> {
    disk::remove(folder, file).map_err(at(&folder.path().join(file)))
}

#[cfg(test)]
mod tests;
