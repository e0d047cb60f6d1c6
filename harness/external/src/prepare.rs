//! Preparation of entrants, from the typed text to a runnable program.
//!
//! [`prepare`] finds the submissions in a folder ([`find`]), has them built ([`build`]), and
//! returns for every entrant how to run it, or why that is impossible. An error in a submission
//! never ends a run; only a mistyped path or a machine that cannot build does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use stoker_bots::Codes;

use crate::Limits;
use crate::build::{BuildError, Built, SOURCE_PROTOCOL, Store, TakeError, Workbench, build};
use crate::runnable::{Commands, MemoryMeasure, Runnable};
use crate::spec::{Protocol, What};
use crate::submission::bot_toml::{NamedRulesets, Wants};
use crate::submission::{
    CommandError, FindError, FoundSubmission, Misfit, SourceForm, Submission, SubmissionKind,
    command, find,
};
use crate::unfit::{EntrantStatus, Unfit};

/// An entrant's program, prepared as far as possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// The default name.
    pub name: String,
    /// The text that denotes it on the command line, without side and name.
    pub spec: String,
    /// The program to run. It has a command for every kind of side that it is meant to play.
    /// Commands for unfit sides may be empty, and are never run.
    pub runnable: Runnable,
    /// The kinds of sides that it cannot play, with reasons.
    pub unfit: Vec<Unfit>,
    /// The subfolder that holds it, if the typed folder only stands for it.
    pub inside: Option<PathBuf>,
    /// The result of the build; `None` for commands and for folders that are not submissions.
    pub built: Option<Built>,
}

/// The requirements of a ruleset on programs.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'r> {
    /// Its name.
    pub ruleset: &'r str,
    /// Its kinds of sides.
    pub kinds: &'r [&'r str],
    /// The form of submissions of sources, if the ruleset allows them.
    pub form: SourceForm,
}

/// An entrant as recorded in a run's files.
#[derive(Debug, Clone, Copy)]
pub struct EntrantIdentity<'r> {
    /// Its name.
    pub name: &'r str,
    /// The typed text, without side and name.
    pub spec: &'r str,
    /// The hash of the files that it was made of.
    pub hash: &'r str,
}

/// The reason why nothing can be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// There is no folder.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The command is not valid.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// This machine cannot build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The text names a bot of this program.
    #[error("`{0}` is a bot of this program: there is nothing to prepare")]
    Builtin(String),
    /// The text names a person.
    #[error("`person` is a person: there is nothing to prepare")]
    Person,
}

/// Prepares an entrant: a submission, all submissions of a folder in the order of their names, or a
/// command.
///
/// `terms` are the ruleset's requirements, and `most` are the limits for all programs.
///
/// # Errors
/// [`PrepareError`] if the path or the command is mistyped, or this machine cannot build. Errors of
/// a submission are in [`Prepared::unfit`].
pub fn prepare(
    what: &What,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Vec<Prepared>, PrepareError> {
    match what {
        What::Builtin { bot, .. } => Err(PrepareError::Builtin(bot.clone())),
        What::Person => Err(PrepareError::Person),
        What::Command(protocol, text) => Ok(vec![typed(*protocol, text, most)?]),
        What::Folder(text) => {
            let found = find(&at_home(text), terms.form)?;
            found.into_iter().map(|found| Ok(prepare_found(found, terms, most, bench)?)).collect()
        }
    }
}

/// Prepares a submission or misfit that was found.
///
/// # Errors
/// [`BuildError`] if this machine cannot build.
pub fn prepare_found(
    found: FoundSubmission,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Prepared, BuildError> {
    let submission = match found {
        FoundSubmission::Misfit(Misfit { name, spec, reason }) => {
            return Ok(unfit_for_all(name, spec, String::new(), &reason, terms, most));
        }
        FoundSubmission::Submission(submission) => *submission,
    };
    if let Err(reason) = check_ruleset(&submission, terms.ruleset) {
        let Submission { name, spec, hash, .. } = submission;
        return Ok(unfit_for_all(name, spec, hash, &reason, terms, most));
    }
    match take_in(submission.clone(), terms.form, &bench.store) {
        Ok(submission) => prepare_taken(submission, terms, most, bench),
        Err(TakeError::Submission(reason)) => {
            let Submission { name, spec, hash, .. } = submission;
            Ok(unfit_for_all(name, spec, hash, &reason, terms, most))
        }
        Err(TakeError::Store(error)) => Err(error.into()),
    }
}

/// Copies a submission into the store, where its files no longer change.
fn take_in(
    submission: Submission,
    form: SourceForm,
    store: &Store,
) -> Result<Submission, TakeError> {
    let contents = store.take_in(&submission.open().map_err(TakeError::Submission)?)?;
    submission.with_contents(contents, form).map_err(TakeError::Submission)
}

/// Prepares the entrant with this hash again, if the store still has its submission.
///
/// # Errors
/// [`BuildError`] if this machine cannot build.
pub fn prepare_kept(
    known: EntrantIdentity<'_>,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Option<Prepared>, BuildError> {
    let EntrantIdentity { name, spec, hash } = known;
    let contents = bench.store.handed_in(hash);
    let kept = contents
        .map(|contents| Submission::kept(name.to_owned(), spec.to_owned(), contents, terms.form));
    match kept {
        Some(Ok(submission)) => prepare_taken(submission, terms, most, bench).map(Some),
        Some(Err(_)) | None => Ok(None),
    }
}

/// Prepares a submission whose files are in the store.
fn prepare_taken(
    mut submission: Submission,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Prepared, BuildError> {
    let several = submission.rulesets.as_ref().is_some_and(NamedRulesets::are_several);
    if several && let SubmissionKind::OwnCommands(told) = &mut submission.kind {
        told.keep_sides(terms.kinds);
    }
    if let Err(reason) = check_sides(&submission.kind, terms.kinds) {
        let Submission { name, spec, hash, .. } = submission;
        return Ok(unfit_for_all(name, spec, hash, &reason, terms, most));
    }
    let limits = limits(&submission, most);
    let built = build(&submission, bench)?.within(limits.disk_mib)?;
    let unfit = built.sides.iter().filter_map(|(side, outcome)| {
        let status = EntrantStatus::BuildFailed(outcome.as_ref().err()?.clone());
        Some(Unfit { side: side.clone(), status })
    });
    Ok(Prepared {
        unfit: unfit.collect(),
        runnable: runnable(&submission, &built, limits),
        name: submission.name,
        spec: submission.spec,
        inside: submission.inside,
        built: Some(built),
    })
}

/// Checks that a submission is meant for the ruleset, as far as it says so.
fn check_ruleset(submission: &Submission, ruleset: &str) -> Result<(), String> {
    match &submission.rulesets {
        Some(named) => named.check(ruleset).map_err(|error| error.to_string()),
        None => Ok(()),
    }
}

/// Checks that the ruleset has the sides that a submission plays.
fn check_sides(kind: &SubmissionKind, kinds: &[&str]) -> Result<(), String> {
    match kind {
        SubmissionKind::OwnCommands(told) => {
            told.check_sides(kinds).map_err(|error| error.to_string())
        }
        SubmissionKind::Sources(program) => {
            match program.sides().find(|side| !kinds.contains(side)) {
                None => Ok(()),
                Some(side) => Err(format!("it plays `{side}`, which this ruleset does not have")),
            }
        }
    }
}

/// The limits of a submission, at most the general ones.
fn limits(submission: &Submission, most: Limits) -> Limits {
    // They were validated when they were read.
    submission.wants.limits.over(most).map_or(most, |own| own.at_most(most))
}

fn runnable(submission: &Submission, built: &Built, limits: Limits) -> Runnable {
    let words = |outcome: &Result<Vec<String>, String>| outcome.clone().unwrap_or_default();
    let sides: BTreeMap<_, _> =
        built.sides.iter().map(|(side, outcome)| (side.clone(), words(outcome))).collect();
    let (protocol, usual) = match &submission.kind {
        SubmissionKind::OwnCommands(told) => (told.protocol, Codes::default()),
        SubmissionKind::Sources(program) => (SOURCE_PROTOCOL, program.codes()),
    };
    let Wants { memory, codes, read_only, limits: _ } = &submission.wants;
    Runnable {
        protocol,
        commands: Commands::BySide(sides),
        folder: Some(built.folder.clone()),
        read_only: read_only.clone(),
        limits,
        memory: *memory,
        codes: codes.unwrap_or(usual),
        served: built.served.clone(),
        hash: built.hash.clone(),
    }
}

/// The entrant for a folder that cannot be used: it plays no side.
fn unfit_for_all(
    name: String,
    spec: String,
    hash: String,
    reason: &str,
    terms: Terms<'_>,
    most: Limits,
) -> Prepared {
    let unfit = |kind: &&str| Unfit {
        side: (*kind).to_owned(),
        status: EntrantStatus::Unfit(reason.to_owned()),
    };
    Prepared {
        name,
        spec,
        runnable: Runnable {
            protocol: Protocol::Lines,
            commands: Commands::Every(vec![]),
            folder: None,
            read_only: vec![],
            limits: most,
            memory: MemoryMeasure::default(),
            codes: Codes::default(),
            served: BTreeMap::new(),
            hash,
        },
        unfit: terms.kinds.iter().map(unfit).collect(),
        inside: None,
        built: None,
    }
}

/// Prepares a command.
fn typed(protocol: Protocol, text: &str, most: Limits) -> Result<Prepared, CommandError> {
    let here = std::env::current_dir().unwrap_or_default();
    let command::ParsedCommand { words, read_only, name, hash } = command::take_apart(text, &here)?;
    Ok(Prepared {
        name,
        spec: format!("{protocol}:{text}"),
        runnable: Runnable {
            protocol,
            commands: Commands::Every(words),
            folder: None,
            read_only,
            limits: most,
            memory: MemoryMeasure::default(),
            codes: Codes::default(),
            served: BTreeMap::new(),
            hash,
        },
        unfit: vec![],
        inside: None,
        built: None,
    })
}

/// Replaces a leading `~` of a path, in case no shell did.
fn at_home(text: &str) -> PathBuf {
    let rest = text.strip_prefix("~/").or_else(|| (text == "~").then_some(""));
    match (rest, std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

#[cfg(test)]
mod tests;
