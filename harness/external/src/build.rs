//! Builds: submissions are prepared to be run.
//!
//! A build happens in a sandbox, in a copy of the submission. A [`Store`] keeps it by a hash of
//! everything that it depends on, so an unchanged submission is not built, or tried, again.

mod assembly;
mod choice;
mod compiler;
mod complaint;
mod demand;
mod dry_run;
mod flags;
pub(super) mod fuzzing;
mod headers;
mod initialisers;
mod kit;
mod learnt;
mod log;
mod pattern;
mod printed;
mod rank;
mod recipe;
mod shell;
mod store;
mod symbols;
mod workshop;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blake3::Hasher;
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_sandbox::{OpenError, SandboxError};

use super::SandboxOptions;
use super::runnable::Served;
use super::submission::SourceProgram;
use super::submission::contents::{Contents, ContentsError, FolderBounds, add, digits};
use super::submission::finder::{Submission, SubmissionKind};
use compiler::Tools;
use recipe::{Recipe, SideResults};
use store::{BuildOutcome, SideOutcome, Unfinished};
use workshop::{CommandEnd, Undone, Workshop};

pub use kit::{Kit, KitError};
pub(super) use recipe::PROTOCOL as SOURCE_PROTOCOL;
pub(super) use store::TakeError;
pub use store::{Assembly, Store, StoreEntry, StoreEntryKind, StoreError};

const MIB: u64 = 1 << 20;

/// The means of builds, besides a submission.
#[derive(Debug)]
pub struct Workbench<'c> {
    /// The setting of programs; builds are isolated in the same way.
    pub sandbox_options: &'c SandboxOptions,
    /// The store that keeps builds.
    pub store: Store,
    /// The kit for submissions of sources, if the ruleset supports them.
    pub kit: Option<Kit>,
    /// The treatment of submissions that were built before.
    pub again: Again,
    /// The number of the sandbox, which no other open sandbox may have.
    pub slot: u32,
    /// The most time that a build may take.
    pub wall: Duration,
    /// Set if the build is to end early.
    pub stop: &'c AtomicBool,
}

impl Workbench<'_> {
    /// The default time limit of builds.
    pub const WALL: Duration = workshop::WALL;
}

/// The treatment of submissions that were built before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// Build them only if they changed.
    IfChanged,
    /// Build them again.
    Always,
}

/// The reason why nothing can be built; never the fault of a submission.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The sandbox cannot be opened.
    #[error("submissions cannot be built on this machine: {0}")]
    Open(#[from] OpenError),
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The kit cannot be used.
    #[error(transparent)]
    Kit(#[from] KitError),
    /// A submission of sources needs a kit, and its ruleset has none.
    #[error("there is no kit for {PLAYS_PROTOCOL} submissions")]
    NoKit,
    /// A program that builds need is missing.
    #[error("{PLAYS_PROTOCOL} submissions cannot be compiled on this machine: {0}")]
    NoTool(String),
    /// The result of the build cannot be read.
    #[error("what was built cannot be used: {0}")]
    Built(#[from] ContentsError),
    /// Somebody asked to stop.
    #[error("the build was interrupted")]
    Interrupted,
}

/// The result of building a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// The work that was done.
    pub done: WorkDone,
    /// The command by kind of side, or the reason why there is none.
    pub sides: BTreeMap<String, Result<Vec<String>, String>>,
    /// The way in which turns are served, by kind of side, for programs that contain our `main`.
    pub served: BTreeMap<String, Served>,
    /// The folder of the submission with everything that was built.
    pub folder: PathBuf,
    /// A hash of the sources and of the result: 32 hexadecimal digits.
    pub hash: String,
    /// The log of the build; `None` if the build was cut short.
    pub log: Option<PathBuf>,
    /// Facts about a submission of sources.
    pub sources: Option<SourceNotes>,
}

impl Built {
    /// Marks all sides as not built if the files exceed the size that a bot may have, because none
    /// could ever be started.
    pub(super) fn within(mut self, disk_mib: u64) -> Result<Self, BuildError> {
        if self.done == WorkDone::Nothing || self.sides.values().all(Result::is_err) {
            return Ok(self);
        }
        let bytes = Contents::list(&self.folder, FolderBounds::BUILT)?.bytes_on_disk()?;
        if bytes > disk_mib * MIB {
            let mib = bytes.div_ceil(MIB);
            let reason = format!(
                "it has {mib} MiB of files when it is built, and a bot may have {disk_mib} MiB \
                 (disk_mib): have the build remove what is not needed to play"
            );
            self.sides.values_mut().for_each(|side| *side = Err(reason.clone()));
        }
        Ok(self)
    }
}

/// Facts about a submission of sources and its build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceNotes {
    /// The year of its interface.
    pub year: String,
    /// The evidence for that year.
    pub shown_by: String,
    /// The assembly of each side's program, by kind of side.
    pub assemblies: BTreeMap<String, Assembly>,
}

impl SourceNotes {
    fn of(submission: &Submission, assemblies: BTreeMap<String, Assembly>) -> Option<Self> {
        match &submission.kind {
            SubmissionKind::Sources(program) => Some(Self {
                year: program.evidence.interface.to_string(),
                shown_by: program.evidence.how.clone(),
                assemblies,
            }),
            SubmissionKind::OwnCommands(_) => None,
        }
    }
}

/// The work done for a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkDone {
    /// Nothing: it needs no build.
    Nothing,
    /// It was built now.
    Now,
    /// It was built before and has not changed.
    Before,
}

/// Builds a submission, unless it needs no build or was built before.
///
/// # Errors
/// [`BuildError`] if this machine fails. Errors of the submission are in [`Built::sides`].
pub fn build(submission: &Submission, bench: &Workbench<'_>) -> Result<Built, BuildError> {
    let plan = match &submission.kind {
        SubmissionKind::Sources(program) => match &bench.kit {
            Some(kit) => {
                BuildPlan::Sources(program, Recipe::of(&submission.contents, program, kit))
            }
            None => return Err(BuildError::NoKit),
        },
        SubmissionKind::OwnCommands(told) => match &told.build {
            Some(command) => BuildPlan::Command(command, &told.run),
            None => return Ok(as_it_is(submission, &told.run)),
        },
    };
    let key = plan.key(submission)?;
    if bench.again == Again::IfChanged
        && let Some(outcome) = bench.store.look(&key)
    {
        return Ok(built(submission, WorkDone::Before, outcome, &key, &bench.store));
    }
    bench.store.make_room();
    let unfinished = bench.store.begin(&key)?;
    let (outcome, log) = match plan.carry_out(submission, bench, &unfinished) {
        Ok(made) => made,
        Err(Undone::Reason(reason)) => return Ok(cut(submission, &plan, &reason)),
        Err(Undone::Machine(error)) => return Err(error),
    };
    if bench.again == Again::Always {
        bench.store.forget(&key)?;
    }
    let kept = bench.store.keep(&key, &unfinished, &outcome, &log)?;
    Ok(built(submission, WorkDone::Now, kept, &key, &bench.store))
}

type Run = BTreeMap<String, (Vec<String>, usize)>;

/// The way in which a submission is built.
enum BuildPlan<'s> {
    Sources(&'s SourceProgram, Recipe<'s>),
    Command(&'s [String], &'s Run),
}

impl BuildPlan<'_> {
    /// A hash of everything that the build depends on.
    fn key(&self, submission: &Submission) -> Result<String, BuildError> {
        let mut hasher = Hasher::new();
        add(&mut hasher, submission.hash.as_bytes());
        if let Self::Sources(_, recipe) = self {
            add(&mut hasher, recipe.key()?.as_bytes());
        }
        Ok(digits(&hasher))
    }

    /// The sides of a build that failed as a whole, and that is remembered as such.
    fn failed(&self, reason: &str) -> SideResults {
        let reason = format!("{reason} (`stoker build --again` tries it again)");
        let failed = || (SideOutcome::Failed(reason.clone()), Assembly::default());
        self.sides().into_iter().map(|side| (side, failed())).collect()
    }

    fn sides(&self) -> Vec<String> {
        match self {
            Self::Sources(program, _) => program.sides().map(str::to_owned).collect(),
            Self::Command(_, run) => run.keys().cloned().collect(),
        }
    }

    /// Carries out the build.
    fn carry_out(
        &self,
        submission: &Submission,
        bench: &Workbench<'_>,
        unfinished: &Unfinished,
    ) -> Result<(BuildOutcome, Vec<u8>), Undone> {
        let mut read_only = submission.wants.read_only.clone();
        let tools = match self {
            Self::Sources(_, recipe) => Some(recipe.tools(&bench.store)?),
            Self::Command(..) => None,
        };
        read_only.extend(tools.iter().flat_map(Tools::paths));
        let mut workshop = Workshop::open(&submission.folder, read_only, bench)?;
        let sides = match (self, &tools) {
            (Self::Sources(_, recipe), Some(tools)) => recipe.build(tools, &mut workshop),
            (Self::Command(command, run), _) => told(command, run, &mut workshop),
            (Self::Sources(..), None) => Err(Undone::Reason("there is no kit".to_owned())),
        };
        let sides = match sides {
            Ok(sides) => sides,
            // Remembered, because every attempt would take just as long.
            Err(Undone::Reason(reason)) if workshop.is_out_of_time() => self.failed(&reason),
            Err(undone) => return Err(undone),
        };
        let (sides, assemblies): (BTreeMap<_, _>, BTreeMap<_, _>) = sides
            .into_iter()
            .map(|(side, (outcome, assembly))| ((side.clone(), outcome), (side, assembly)))
            .unzip();
        let mut hasher = Hasher::new();
        add(&mut hasher, submission.hash.as_bytes());
        if sides.values().any(|side| matches!(side, SideOutcome::Command(_))) {
            workshop.export(&unfinished.work())?;
            Contents::list(&unfinished.work(), FolderBounds::BUILT)?.hash_into(&mut hasher)?;
        }
        let served = match self {
            Self::Sources(program, _) => {
                let prepares = program.form.kit.prepares;
                initialisers::served(prepares, &unfinished.work(), &sides, &assemblies)
            }
            Self::Command(..) => BTreeMap::new(),
        };
        let outcome = BuildOutcome::new(digits(&hasher), sides)
            .of(&submission.hash)
            .made_of(assemblies)
            .served_by(served);
        Ok((outcome, workshop.into_log()))
    }
}

/// Builds by the submission's own command.
fn told(command: &[String], run: &Run, workshop: &mut Workshop<'_>) -> Result<SideResults, Undone> {
    let failed = match workshop.run_command(command)? {
        CommandEnd::Well => None,
        CommandEnd::Badly(printed) => Some(log::reason(&printed)),
        CommandEnd::Cut(reason) | CommandEnd::Late(reason) | CommandEnd::NoProgram(reason) => {
            return Err(Undone::Reason(reason));
        }
    };
    let side = |(side, (words, _)): (&String, &(Vec<String>, usize))| {
        let outcome = match &failed {
            None => SideOutcome::Command(words.clone()),
            Some(reason) => SideOutcome::Failed(reason.clone()),
        };
        (side.clone(), (outcome, Assembly::default()))
    };
    Ok(run.iter().map(side).collect())
}

/// The result for a submission that needs no build.
fn as_it_is(submission: &Submission, run: &Run) -> Built {
    Built {
        done: WorkDone::Nothing,
        sides: run.iter().map(|(side, (words, _))| (side.clone(), Ok(words.clone()))).collect(),
        served: BTreeMap::new(),
        folder: submission.folder.clone(),
        hash: submission.hash.clone(),
        log: None,
        sources: None,
    }
}

/// The result of a build that was cut short.
fn cut(submission: &Submission, plan: &BuildPlan<'_>, reason: &str) -> Built {
    let failed = |side| (side, Err(reason.to_owned()));
    Built {
        done: WorkDone::Now,
        sides: plan.sides().into_iter().map(failed).collect(),
        served: BTreeMap::new(),
        folder: submission.folder.clone(),
        hash: submission.hash.clone(),
        log: None,
        sources: SourceNotes::of(submission, BTreeMap::new()),
    }
}

fn built(
    submission: &Submission,
    done: WorkDone,
    outcome: BuildOutcome,
    key: &str,
    store: &Store,
) -> Built {
    let place = store.place(key);
    let side = |(side, outcome)| match outcome {
        SideOutcome::Command(words) => (side, Ok(words)),
        SideOutcome::Failed(reason) => (side, Err(reason)),
    };
    Built {
        done,
        sides: outcome.sides.into_iter().map(side).collect(),
        served: outcome.served,
        folder: store::work(&place),
        hash: outcome.hash,
        log: Some(place.join("log.txt")),
        sources: SourceNotes::of(submission, outcome.assemblies),
    }
}
