//! From what was typed to what can be run.
//!
//! [`prepare`] does it all: it finds what a folder holds ([`find`]), has it built
//! ([`build`]), and says for every entrant how it is run, or why it cannot
//! be. What is wrong with a submission never ends a run; only a mistyped path or a machine that
//! cannot build does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use stoker_bots::Codes;

use crate::Limits;
use crate::build::{BuildError, Built, SOURCE_PROTOCOL, Store, TakeError, Workbench, build};
use crate::runnable::{Commands, Memory, Runnable};
use crate::spec::{Protocol, What};
use crate::submission::bot_toml::Wants;
use crate::submission::{
    CommandError, FindError, Form, Found, Kind, Misfit, Submission, command, find,
};
use crate::unfit::{Status, Unfit};

/// An entrant's program, ready to be run, as far as it can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// What it is called, if nobody says otherwise.
    pub name: String,
    /// What to type for it again, without side and name.
    pub spec: String,
    /// How it is run. It has a command for every kind of side that it means to play; those for
    /// unfit ones may be empty, and are never run.
    pub runnable: Runnable,
    /// The kinds of sides it cannot play, and why.
    pub unfit: Vec<Unfit>,
    /// The subfolder in which it was found, if what was typed only stands for it.
    pub inside: Option<PathBuf>,
    /// What was built; `None` for commands and for folders that are no submission.
    pub built: Option<Built>,
}

/// What a ruleset expects of programs.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'r> {
    /// Its kinds of sides.
    pub kinds: &'r [&'r str],
    /// The form of those that come as sources alone, if any may.
    pub form: Form,
}

/// An entrant as a run's files know it.
#[derive(Debug, Clone, Copy)]
pub struct Known<'r> {
    /// Its name.
    pub name: &'r str,
    /// How it was typed, without side and name.
    pub spec: &'r str,
    /// The hash of what it was made of.
    pub hash: &'r str,
}

/// Why nothing can be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// There is no folder.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The command is none.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// This machine cannot build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A bot of this program was given.
    #[error("`{0}` is a bot of this program: there is nothing to prepare")]
    Builtin(String),
}

/// Prepares what was typed: a submission, all submissions of a folder, by name, or a command.
///
/// `terms` are the ruleset's, and `most` is what a program may use.
///
/// # Errors
/// If the path or the command is mistyped, or this machine cannot build. What is wrong with a
/// submission is in [`Prepared::unfit`].
pub fn prepare(
    what: &What,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Vec<Prepared>, PrepareError> {
    match what {
        What::Builtin { bot, .. } => Err(PrepareError::Builtin(bot.clone())),
        What::Command(protocol, text) => Ok(vec![typed(*protocol, text, most)?]),
        What::Folder(text) => {
            let found = find(&at_home(text), terms.form)?;
            found.into_iter().map(|found| Ok(prepare_found(found, terms, most, bench)?)).collect()
        }
    }
}

/// Prepares something that was found.
///
/// # Errors
/// If this machine cannot build.
pub fn prepare_found(
    found: Found,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Prepared, BuildError> {
    let submission = match found {
        Found::Misfit(Misfit { name, spec, reason }) => {
            return Ok(unfit_for_all(name, spec, String::new(), &reason, terms, most));
        }
        Found::Submission(submission) => *submission,
    };
    match take_in(submission.clone(), terms.form, &bench.store) {
        Ok(submission) => prepare_taken(submission, terms, most, bench),
        Err(TakeError::Submission(reason)) => {
            let Submission { name, spec, hash, .. } = submission;
            Ok(unfit_for_all(name, spec, hash, &reason, terms, most))
        }
        Err(TakeError::Store(error)) => Err(error.into()),
    }
}

/// The same submission with its files in the store, which do not change any more.
fn take_in(submission: Submission, form: Form, store: &Store) -> Result<Submission, TakeError> {
    let contents = store.take_in(&submission.open().map_err(TakeError::Submission)?)?;
    submission.with_contents(contents, form).map_err(TakeError::Submission)
}

/// Prepares once more what an entrant of this hash was made of, if the store still has that.
///
/// # Errors
/// If this machine cannot build.
pub fn prepare_kept(
    known: Known<'_>,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Option<Prepared>, BuildError> {
    let Known { name, spec, hash } = known;
    let contents = bench.store.handed_in(hash);
    let kept = contents
        .map(|contents| Submission::kept(name.to_owned(), spec.to_owned(), contents, terms.form));
    match kept {
        Some(Ok(submission)) => prepare_taken(submission, terms, most, bench).map(Some),
        Some(Err(_)) | None => Ok(None),
    }
}

/// Prepares a submission whose files the store has.
fn prepare_taken(
    submission: Submission,
    terms: Terms<'_>,
    most: Limits,
    bench: &Workbench<'_>,
) -> Result<Prepared, BuildError> {
    if let Err(reason) = check_sides(&submission.kind, terms.kinds) {
        let Submission { name, spec, hash, .. } = submission;
        return Ok(unfit_for_all(name, spec, hash, &reason, terms, most));
    }
    let limits = limits(&submission, most);
    let built = build(&submission, bench)?.within(limits.disk_mib)?;
    let unfit = built.sides.iter().filter_map(|(side, outcome)| {
        let status = Status::BuildFailed(outcome.as_ref().err()?.clone());
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

/// Whether the ruleset has the sides that a submission plays.
fn check_sides(kind: &Kind, kinds: &[&str]) -> Result<(), String> {
    match kind {
        Kind::Told(told) => told.check_sides(kinds).map_err(|error| error.to_string()),
        Kind::Sources(program) => match program.sides().find(|side| !kinds.contains(side)) {
            None => Ok(()),
            Some(side) => Err(format!("it plays `{side}`, which this ruleset does not have")),
        },
    }
}

/// What a submission may use: no more than others.
fn limits(submission: &Submission, most: Limits) -> Limits {
    // Found to be limits when they were read.
    submission.wants.limits.over(most).map_or(most, |own| own.at_most(most))
}

fn runnable(submission: &Submission, built: &Built, limits: Limits) -> Runnable {
    let words = |outcome: &Result<Vec<String>, String>| outcome.clone().unwrap_or_default();
    let sides: BTreeMap<_, _> =
        built.sides.iter().map(|(side, outcome)| (side.clone(), words(outcome))).collect();
    let (protocol, usual) = match &submission.kind {
        Kind::Told(told) => (told.protocol, Codes::default()),
        Kind::Sources(program) => (SOURCE_PROTOCOL, program.codes()),
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

/// What becomes of a folder that cannot be used: an entrant that plays nothing.
fn unfit_for_all(
    name: String,
    spec: String,
    hash: String,
    reason: &str,
    terms: Terms<'_>,
    most: Limits,
) -> Prepared {
    let unfit =
        |kind: &&str| Unfit { side: (*kind).to_owned(), status: Status::Unfit(reason.to_owned()) };
    Prepared {
        name,
        spec,
        runnable: Runnable {
            protocol: Protocol::Lines,
            commands: Commands::Every(vec![]),
            folder: None,
            read_only: vec![],
            limits: most,
            memory: Memory::default(),
            codes: Codes::default(),
            served: BTreeMap::new(),
            hash,
        },
        unfit: terms.kinds.iter().map(unfit).collect(),
        inside: None,
        built: None,
    }
}

/// What becomes of a command that was typed.
fn typed(protocol: Protocol, text: &str, most: Limits) -> Result<Prepared, CommandError> {
    let here = std::env::current_dir().unwrap_or_default();
    let command::Typed { words, read_only, name, hash } = command::take_apart(text, &here)?;
    Ok(Prepared {
        name,
        spec: format!("{protocol}:{text}"),
        runnable: Runnable {
            protocol,
            commands: Commands::Every(words),
            folder: None,
            read_only,
            limits: most,
            memory: Memory::default(),
            codes: Codes::default(),
            served: BTreeMap::new(),
            hash,
        },
        unfit: vec![],
        inside: None,
        built: None,
    })
}

/// A path with a leading `~` replaced, for when no shell did it.
fn at_home(text: &str) -> PathBuf {
    let rest = text.strip_prefix("~/").or_else(|| (text == "~").then_some(""));
    match (rest, std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

#[cfg(test)]
mod tests;
