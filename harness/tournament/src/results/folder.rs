//! The folder of one run.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use stoker_engine::Game;
use stoker_files::untrusted::Folder;

use super::OpenedRun;
use super::logs::{is_log, match_of};
use super::manifest::{Manifest, ProgressRow};
use super::result_folder::{self, Description, ResultFolder, ResultPlace, ResultTarget, remove};
use super::slug::slug;
use crate::journal::{self, Journal};
use crate::plan::Plan;
use crate::storage::{FolderError, OutFile, fresh, inner, open};

/// Every file that a run writes, `run.toml` first.
pub(crate) const FILES: [&str; 16] = [
    RUN,
    MATCHES,
    LEADERBOARD,
    CROSSTABLE,
    DUEL,
    AHEAD,
    SEATS,
    PARTNERS,
    COMPARISON,
    SWEEP,
    MAIN_EFFECTS,
    FAULTS,
    TIMINGS,
    RECORDS,
    REPORT,
    PUBLIC_REPORT,
];
/// The files that differ from one run of a plan to the next.
pub(crate) const UNSTABLE: [&str; 3] = [TIMINGS, REPORT, PUBLIC_REPORT];
pub use crate::storage::RUN;
pub(crate) const MATCHES: &str = "matches.csv";
pub(crate) const LEADERBOARD: &str = "leaderboard.csv";
pub(crate) const CROSSTABLE: &str = "crosstable.csv";
pub(crate) const DUEL: &str = "duel.csv";
pub(crate) const AHEAD: &str = "ahead.csv";
pub(crate) const SEATS: &str = "seats.csv";
pub(crate) const PARTNERS: &str = "partners.csv";
pub(crate) const SWEEP: &str = "sweep.csv";
pub(crate) const MAIN_EFFECTS: &str = "main_effects.csv";
pub(crate) const COMPARISON: &str = "comparison.csv";
pub(crate) const FAULTS: &str = "faults.csv";
pub(crate) const TIMINGS: &str = "timings.csv";
/// The records of a run.
pub const RECORDS: &str = "records.jsonl.zst";
/// The report as a web page, made from the other files.
pub const REPORT: &str = "report.html";
/// The same page without what is not for everyone, which is written on demand.
pub const PUBLIC_REPORT: &str = "report-public.html";
/// The folder of logs.
pub const LOGS: &str = "logs";

/// The treatment of void slots when a run is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VoidSlots {
    /// They stay void.
    #[default]
    Final,
    /// Their matches are played again.
    Again,
}

impl Description for Manifest {
    const FILE: &'static str = RUN;
    const OTHERS: &'static [&'static str] = FILES.split_at(1).1;
    const ABSENT: &'static str = "no run wrote it and nothing there is replaced";

    fn format(&self) -> u32 {
        self.format
    }

    fn differences(&self, asked: &Self) -> Vec<String> {
        Self::differences(self, asked)
    }

    fn is_complete(&self) -> bool {
        self.progress.complete
    }

    fn is_same(&self, asked: &Self) -> bool {
        let is_finished = self.progress.complete;
        (is_finished && (&self.plan, self.shard) == (&asked.plan, asked.shard))
            || Self::differences(self, asked).is_empty()
    }

    /// True for a shard only if its journal still has all matches.
    fn is_whole(&self, folder: &Arc<Folder>) -> Result<bool, FolderError> {
        let Some(shard) = self.part().filter(|_| self.progress.complete) else {
            return Ok(self.progress.complete);
        };
        let range = self.range_of(shard);
        let journal = Journal::open(folder, &self.plan, range.clone())?;
        Ok(journal.done().missing_of(range).is_empty())
    }

    /// Removes the journal, and logs of matches beyond the last one that counts. The journal stays
    /// if it is all that the run has, or if void slots may be played again.
    fn clean_up(&self, folder: &Folder) -> Result<(), FolderError> {
        let Self { progress, shard, .. } = self;
        if !progress.complete || shard.is_some() {
            return Ok(());
        }
        remove_logs(folder, |log| match_of(log).is_some_and(|number| number >= progress.matches))?;
        if progress.void > 0 {
            return Ok(());
        }
        journal::remove(folder)
    }

    fn clear(folder: &Folder) -> Result<(), FolderError> {
        Self::OTHERS.iter().try_for_each(|file| remove(folder, file))?;
        remove(folder, &fresh(RECORDS))?;
        remove_logs(folder, |_| true)?;
        journal::remove(folder)
    }
}

/// The folder of one run, with its `run.toml` in it.
#[derive(Debug)]
pub struct RunFolder {
    inner: ResultFolder<Manifest>,
    void_slots: VoidSlots,
}

impl From<ResultFolder<Manifest>> for RunFolder {
    fn from(inner: ResultFolder<Manifest>) -> Self {
        Self { inner, void_slots: VoidSlots::Final }
    }
}

impl RunFolder {
    /// Finds or makes the folder of a plan. A new one appears by rename, with `run.toml` already in
    /// it.
    ///
    /// `command` is the command in `run.toml` that runs the plan again. It omits everything that
    /// does not affect the results, such as threads or the folder.
    ///
    /// # Errors
    /// If the folder holds something else, or cannot be written to.
    pub fn open<G: Game>(
        plan: &Plan<G>,
        command: &str,
        target: &ResultTarget,
    ) -> Result<OpenedRun, FolderError> {
        Self::open_as(Manifest::new(plan, command)?, plan, target)
    }

    /// Finds or makes the folder of a plan, with a finished `run.toml`.
    pub(crate) fn open_as<G: Game>(
        manifest: Manifest,
        plan: &Plan<G>,
        target: &ResultTarget,
    ) -> Result<OpenedRun, FolderError> {
        Self::claim(Self::place(&manifest, plan, target)?, manifest)
    }

    /// Finds the place for the run of a plan.
    pub(crate) fn place<G: Game>(
        manifest: &Manifest,
        plan: &Plan<G>,
        target: &ResultTarget,
    ) -> Result<ResultPlace<Manifest>, FolderError> {
        ResultPlace::find(manifest, &slug(plan), target)
    }

    /// Claims the place that was found.
    pub(crate) fn claim(
        place: ResultPlace<Manifest>,
        manifest: Manifest,
    ) -> Result<OpenedRun, FolderError> {
        Ok(ResultFolder::claim(place, manifest)?.map(Self::from))
    }

    /// Resumes the run in exactly this folder.
    ///
    /// # Errors
    /// If the folder holds no run, or one of another plan, or another process is using it.
    pub fn resume<G: Game>(plan: &Plan<G>, folder: Arc<Folder>) -> Result<OpenedRun, FolderError> {
        let asked = asked(plan, &folder)?;
        Ok(ResultFolder::resume(folder, &asked)?.map(Self::from))
    }

    /// Resumes the run in exactly this folder, and plays its void slots again. A finished run with
    /// void slots counts as stopped from then on.
    ///
    /// # Errors
    /// As for [`resume`](Self::resume), and if a finished run has lost its journal.
    pub fn resume_voids<G: Game>(
        plan: &Plan<G>,
        folder: Arc<Folder>,
    ) -> Result<OpenedRun, FolderError> {
        let asked = asked(plan, &folder)?;
        let inner = ResultFolder::hold(folder, &asked)?;
        let manifest = inner.description();
        let ProgressRow { matches, void, .. } = manifest.progress;
        let is_whole = manifest.is_whole(inner.folder())?;
        if is_whole && void == 0 {
            return Ok(inner.let_go().map(Self::from));
        }
        let mut folder = Self { inner, void_slots: VoidSlots::Again };
        if !is_whole {
            return Ok(OpenedRun::Stopped(folder));
        }
        let first = plan.range().start;
        let journal = folder.journal(plan.range())?;
        if !journal.done().missing_of(first..first + matches).is_empty() {
            return Err(FolderError::NoJournal(folder.path().to_owned()));
        }
        // The run's files are about to change.
        let progress = ProgressRow { complete: false, ..folder.manifest().progress };
        folder.record_progress(progress)?;
        Ok(OpenedRun::Stopped(folder))
    }

    /// A finished run, cleaned up if it was killed before it could do so.
    #[must_use]
    pub fn finished(folder: Arc<Folder>, manifest: Manifest) -> OpenedRun {
        ResultFolder::finished(folder, manifest).map(Self::from)
    }

    /// The journal, with the matches that are to be played.
    pub(crate) fn journal(&self, range: Range<u64>) -> Result<Journal, FolderError> {
        Journal::open(self.open_folder(), &self.manifest().plan, range)
    }

    /// Removes what a finished run no longer needs.
    pub(crate) fn clean_up(&self) -> Result<(), FolderError> {
        self.manifest().clean_up(self.open_folder())
    }

    /// Removes all that was written, and the folder if nothing else is in it.
    pub(crate) fn discard(&self) -> Result<(), FolderError> {
        let folder = self.open_folder();
        remove(folder, RUN)?;
        Manifest::clear(folder)?;
        // Foreign files stay.
        let _ = folder.remove_folder(LOGS);
        let _ = folder.remove_itself();
        Ok(())
    }

    /// The treatment of its void slots.
    #[must_use]
    pub fn void_slots(&self) -> VoidSlots {
        self.void_slots
    }

    /// The folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.inner.path()
    }

    /// The folder, held open.
    #[must_use]
    pub fn open_folder(&self) -> &Arc<Folder> {
        self.inner.folder()
    }

    /// The content of its `run.toml`.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        self.inner.description()
    }

    /// Records the progress of the run in `run.toml`.
    pub(crate) fn record_progress(&mut self, progress: ProgressRow) -> Result<(), FolderError> {
        self.inner.rewrite(|manifest| manifest.progress = progress)
    }

    /// Begins one of the run's files.
    pub(crate) fn create(&self, file: &str) -> Result<OutFile, FolderError> {
        OutFile::create(self.open_folder(), file)
    }
}

/// The manifest that a folder should hold if its run is of this plan. The run that it takes matches
/// from is read from the folder.
fn asked<G: Game>(plan: &Plan<G>, folder: &Folder) -> Result<Manifest, FolderError> {
    let reuse = manifest_in(folder)?.reuse;
    Ok(Manifest::new(plan, "")?.reusing(reuse)?)
}

/// Reads the `run.toml` of a folder.
///
/// # Errors
/// If there is none, or it is not as this version writes it.
pub fn read_manifest(folder: &Path) -> Result<Manifest, FolderError> {
    manifest_in(&open(folder)?)
}

/// Reads the `run.toml` of an open folder.
///
/// # Errors
/// As for [`read_manifest`].
pub fn manifest_in(folder: &Folder) -> Result<Manifest, FolderError> {
    result_folder::read(folder)
}

/// The folder of logs, and the names of those that a run wrote into it.
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

#[cfg(test)]
mod tests;
