//! Joins shards: parts of one plan that were played separately.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use stoker_engine::Game;
use stoker_external::spec::shell_word;
use stoker_files::untrusted::Folder;

use crate::journal::{Journal, JournalRef, MergeError, Merged, SegmentRef, Spans};
use crate::plan::{Plan, Shard};
use crate::results::folder::manifest_in;
use crate::results::manifest::{Manifest, ProgressRow};
use crate::results::{OpenedRun, ResultTarget, RunFolder, RunSummary};
use crate::run::{Progress, RunError, fold_merged};
use crate::storage::{ClosedFolder, FolderError, open};

/// Parts of one plan, as they were found.
#[derive(Debug)]
pub struct Parts {
    /// The manifest of a run of the whole plan before its first match.
    whole: Manifest,
    folders: Vec<ClosedFolder>,
    sources: Vec<SegmentRef>,
    done: Spans,
    /// Slots that are void in some part; another part may have played them.
    voids: Spans,
    /// Folders with lines that were torn or changed.
    damaged: Vec<PathBuf>,
    /// The number of shards, if the first folder is one.
    shards: Option<u64>,
}

/// The action if matches are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfMissing {
    /// Write nothing.
    Refuse,
    /// Write a run that can be resumed.
    Partial,
}

/// The reasons why folders cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// No folder was given.
    #[error("no folders to join: give those that `stoker league --shard I/N` wrote")]
    Nothing,
    /// A folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The parts are not of one plan.
    #[error("{} is not a part of the same run as {}: {}", other.display(), first.display(), differences.join("; "))]
    Strangers {
        /// The first folder given.
        first: PathBuf,
        /// The folder that does not belong to it.
        other: PathBuf,
        /// The differences: the value in `first`, then that in `other`.
        differences: Vec<String>,
    },
    /// A folder holds a finished run, not a part.
    #[error("{} is a finished run, not a part of one: there is nothing to join", .0.display())]
    Whole(PathBuf),
    /// Some matches are missing.
    #[error(
        "{missing} of {planned} matches are missing: {list}; give the folders that have them, or --partial for a run that `stoker resume` can finish"
    )]
    Missing {
        /// The number of missing matches.
        missing: u64,
        /// The number of planned matches.
        planned: u64,
        /// The numbers of the missing matches, and the shards they are in.
        list: String,
    },
    /// The parts could not be put together.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<MergeError> for PartsError {
    fn from(error: MergeError) -> Self {
        Self::Run(error.into())
    }
}

impl Parts {
    /// Reads which parts there are, and the matches that they hold.
    ///
    /// # Errors
    /// If a folder cannot be read, or holds a whole run or a part of another plan than the first.
    pub fn find(folders: &[PathBuf]) -> Result<Self, PartsError> {
        let (first, others) = folders.split_first().ok_or(PartsError::Nothing)?;
        let folder = Arc::new(open(first)?);
        let first_run = manifest_in(&folder)?;
        let shards = first_run.shard.map(|shard| shard.of);
        let planned = first_run.whole_plan();
        let progress = ProgressRow { complete: false, matches: 0, planned, void: 0 };
        let whole = Manifest { shard: None, progress, ..first_run.clone() };
        let (folders, sources) = (vec![], vec![]);
        let (done, voids) = (Spans::default(), Spans::default());
        let mut parts = Self { whole, folders, sources, done, voids, damaged: vec![], shards };
        parts.add(&folder, first_run)?;
        drop(folder);
        for path in others {
            let folder = Arc::new(open(path)?);
            let run = manifest_in(&folder)?;
            parts.add(&folder, run)?;
        }
        Ok(parts)
    }

    /// The manifest of the whole run, before its first match.
    #[must_use]
    pub fn whole(&self) -> &Manifest {
        &self.whole
    }

    /// The number of matches in all parts together.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.done.count()
    }

    fn add(&mut self, folder: &Arc<Folder>, run: Manifest) -> Result<(), PartsError> {
        let path = folder.path().to_owned();
        if run.shard.is_none() && run.progress.complete {
            return Err(PartsError::Whole(path));
        }
        let shard = run.part();
        let planned = self.whole.progress.planned;
        let range = shard.map_or(0..planned, |shard| self.whole.range_of(shard));
        let differences = self.whole.differences(&Manifest { shard: None, ..run });
        if !differences.is_empty() {
            let first = self.folders.first().map_or(&*path, ClosedFolder::path).to_owned();
            return Err(PartsError::Strangers { first, other: path, differences });
        }
        let journal = Journal::open(folder, &self.whole.plan, range)?;
        if journal.damaged() > 0 {
            self.damaged.push(path.clone());
        }
        self.done.add(journal.done());
        self.voids.add(journal.voids());
        let closed = ClosedFolder::of(folder)?;
        let source = |source| SegmentRef { journal: JournalRef::In(closed.clone()), ..source };
        self.sources.extend(journal.sources().map(source));
        self.folders.push(closed);
        Ok(())
    }

    /// Puts the parts together. The files are those of one run that played all of the plan.
    ///
    /// # Errors
    /// If matches are missing and [`IfMissing::Refuse`] was given, if a match has two results, or
    /// if a file cannot be written. Then nothing is left at the target.
    pub fn join<G: Game>(
        self,
        plan: &Plan<G>,
        target: &ResultTarget,
        missing: IfMissing,
        observer: &dyn Progress,
    ) -> Result<(RunSummary, PathBuf), PartsError> {
        let gaps = self.done.missing_of(plan.range());
        if !gaps.is_empty() && missing == IfMissing::Refuse {
            return Err(self.missing(&gaps));
        }
        let OpenedRun::New(mut folder) = RunFolder::open_as(self.whole.clone(), plan, target)?
        else {
            return Err(FolderError::NotEmpty(target.path().to_owned()).into());
        };
        let path = folder.path().to_owned();
        match self.fill(plan, &mut folder, observer) {
            Ok(summary) => Ok((summary, path)),
            Err(error) => {
                // The first error is the one to report.
                let _ = folder.discard();
                Err(error)
            }
        }
    }

    fn fill<G: Game>(
        &self,
        plan: &Plan<G>,
        folder: &mut RunFolder,
        observer: &dyn Progress,
    ) -> Result<RunSummary, PartsError> {
        let mut entries = Merged::new(&self.whole.plan, self.sources.clone());
        // A run that can be resumed needs a journal, and so do void slots that are played again.
        let is_partial = !self.done.missing_of(plan.range()).is_empty();
        if is_partial || self.voids.count() > 0 {
            let mut journal = folder.journal(plan.range())?;
            journal.write_sorted::<MergeError>(&mut || entries.next())?;
            entries = journal.entries();
        }
        Ok(fold_merged(plan, folder, &self.folders, &self.done, entries, observer)?)
    }

    fn missing(&self, gaps: &[Range<u64>]) -> PartsError {
        /// The most gaps that are listed.
        const SHOWN: usize = 10;
        let planned = self.whole.progress.planned;
        let mut list: Vec<String> = gaps.iter().take(SHOWN).map(span).collect();
        if gaps.len() > SHOWN {
            list.push(format!("and {} more stretches", gaps.len() - SHOWN));
        }
        let shards = self.missing_shards(gaps, SHOWN);
        if !shards.is_empty() {
            list.push(format!("(shards {})", shards.join(", ")));
        }
        for folder in &self.damaged {
            let word = shell_word(&folder.to_string_lossy());
            list.push(format!("some of them damaged: `stoker resume {word}` plays these again"));
        }
        let missing = gaps.iter().map(|gap| gap.end - gap.start).sum();
        PartsError::Missing { missing, planned, list: list.join(", ").replace(", (", " (") }
    }

    /// The shards in which matches are missing, if the first folder is a shard.
    fn missing_shards(&self, gaps: &[Range<u64>], most: usize) -> Vec<String> {
        /// The largest number of shards that are searched.
        const MANY: u64 = 1_000_000;
        let of = self.shards.filter(|of| *of <= MANY);
        let all = (1..=of.unwrap_or(0)).filter_map(|index| Shard::new(index, of?));
        let lacks = |shard: &Shard| {
            let range = self.whole.range_of(*shard);
            gaps.iter().any(|gap| gap.start < range.end && range.start < gap.end)
        };
        let mut shards: Vec<String> =
            all.filter(lacks).take(most + 1).map(|shard| shard.to_string()).collect();
        if shards.len() > most {
            shards[most] = "...".to_owned();
        }
        shards
    }
}

fn span(span: &Range<u64>) -> String {
    match span.end - span.start {
        1 => format!("{}", span.start),
        _ => format!("{} to {}", span.start, span.end - 1),
    }
}
