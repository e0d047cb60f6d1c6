//! The entrants of a run that was begun before.

use std::path::Path;

use anyhow::{Context as _, bail};
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_external::Conditions;
use stoker_external::absent::Absent;
use stoker_external::prepare::{EntrantIdentity, Terms, prepare_kept};
use stoker_external::spec::{Spec, What};
use stoker_external::unfit::{EntrantStatus, Unfit};
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::results::manifest::EntrantRow;

use super::{entrants_of, or_folder, prepared_entrants, seated, workbench};
use crate::arguments::config::{ProgramSearch, RecordedEntrants};

/// The entrants as `run.toml` lists them, with the sides that they were found unfit for; and the
/// names of entrants whose folders have changed since, which play as they were submitted.
pub(super) fn entrants<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    recorded: &RecordedEntrants,
    conditions: &Conditions,
) -> anyhow::Result<(Vec<Entrant<G>>, Vec<String>)> {
    let mut changed = vec![];
    let any_programs = recorded.rows.iter().any(|row| row.hash.is_some());
    let elsewhere = match &recorded.look {
        ProgramSearch::In(folder) if any_programs => elsewhere(ruleset, game, folder, conditions)?,
        ProgramSearch::In(_) | ProgramSearch::InPlace | ProgramSearch::Nowhere => vec![],
    };
    let mut entrant = |row: &EntrantRow| {
        let found = match (&recorded.look, &row.hash) {
            (ProgramSearch::Nowhere, Some(hash)) => absent(row, hash),
            // The submission could not be used.
            (_, Some(hash)) if hash.is_empty() => absent(row, hash),
            (ProgramSearch::In(folder), Some(hash)) if is_folder(row) => {
                moved(row, hash, &elsewhere, folder)?
            }
            (ProgramSearch::InPlace, Some(hash)) if is_folder(row) => {
                let found = in_place(ruleset, game, row, conditions);
                match found {
                    Ok(found) if is_of(&found, hash) => found,
                    found => match kept(ruleset, game, row, hash, conditions)? {
                        Some(kept) => {
                            changed.push(row.name.clone());
                            kept
                        }
                        None => found?,
                    },
                }
            }
            (ProgramSearch::In(_) | ProgramSearch::InPlace, Some(_)) | (_, None) => {
                in_place(ruleset, game, row, conditions)?
            }
        };
        Ok(Entrant { unfit: unfit(row), side: row.side.clone(), ..found })
    };
    let entrants = recorded.rows.iter().map(&mut entrant).collect::<anyhow::Result<_>>()?;
    Ok((entrants, changed))
}

/// True if its content has this hash.
fn is_of<G: Game>(entrant: &Entrant<G>, hash: &str) -> bool {
    match &entrant.source {
        BotSource::External(program) => program.hash() == hash,
        BotSource::Builtin(..) | BotSource::Person => false,
    }
}

/// An entrant as it was submitted, if the copy is still kept.
fn kept<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    row: &EntrantRow,
    hash: &str,
    conditions: &Conditions,
) -> anyhow::Result<Option<Entrant<G>>> {
    let kinds: Vec<_> = game.sides().kinds().collect();
    let terms = Terms { ruleset: G::NAME, kinds: &kinds, form: ruleset.submission_form() };
    let bench = workbench(ruleset, conditions)?;
    let known = EntrantIdentity { name: &row.name, spec: &row.spec, hash };
    let kept = prepare_kept(known, terms, conditions.limits, &bench)?;
    let kept = kept.map(|prepared| seated(ruleset, prepared, None, conditions)).transpose()?;
    Ok(kept.filter(|kept| is_of(kept, hash)))
}

fn is_folder(row: &EntrantRow) -> bool {
    Spec::parse(&row.spec).is_ok_and(|spec| matches!(spec.what, What::Folder(_)))
}

fn in_place<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    row: &EntrantRow,
    conditions: &Conditions,
) -> anyhow::Result<Entrant<G>> {
    let spec = Spec::named(row.side.as_deref(), &row.name, &row.spec)?;
    if row.hash.is_none() {
        check_builtin(ruleset, row, &spec)?;
    }
    if spec.what == What::Person {
        return Ok(Entrant::person(row.name.clone(), row.side.clone()));
    }
    let hint = || {
        format!("entrant `{}`; if the run was moved, --entrants DIR says where they are", row.name)
    };
    let mut found = match row.hash {
        Some(_) => entrants_of(ruleset, game, &spec, conditions).with_context(hint)?,
        None => entrants_of(ruleset, game, &spec, conditions)?,
    };
    match (found.pop(), found.len()) {
        (Some(entrant), 0) => Ok(entrant),
        _ => bail!("`{}` is more than one submission now: {}", row.spec, hint()),
    }
}

/// Refuses a program that the file lists as a built-in bot. Only rows with a hash are programs that
/// may be built and run, because the check of isolation sees only these.
fn check_builtin<G: Game>(
    ruleset: &Ruleset<G>,
    row: &EntrantRow,
    spec: &Spec,
) -> anyhow::Result<()> {
    let name = &row.name;
    match or_folder(ruleset, spec.what.clone()) {
        What::Builtin { .. } | What::Person => Ok(()),
        What::Folder(_) | What::Command(..) => bail!(
            "entrant `{name}` is a program, and run.toml has no hash of it: the file was changed"
        ),
    }
}

/// All submissions in a folder, or the folder itself if it is a submission.
fn elsewhere<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    folder: &Path,
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let what = What::Folder(folder.to_string_lossy().into_owned());
    prepared_entrants(ruleset, game, &what, None, conditions)
        .with_context(|| format!("--entrants {}", folder.display()))
}

/// The submission with the content that this entrant had, under the name that it had.
fn moved<G: Game>(
    row: &EntrantRow,
    hash: &str,
    elsewhere: &[Entrant<G>],
    folder: &Path,
) -> anyhow::Result<Entrant<G>> {
    let found = elsewhere.iter().find(|entrant| is_of(entrant, hash)).with_context(|| {
        let (name, folder) = (&row.name, folder.display());
        format!("no submission in {folder} has the content of entrant `{name}` (hash {hash})")
    })?;
    Ok(Entrant { name: row.name.clone(), spec: row.spec.clone(), ..found.clone() })
}

fn absent<G: Game>(row: &EntrantRow, hash: &str) -> Entrant<G> {
    let program = Absent { hash: hash.to_owned(), plays: row.plays.clone() };
    let source = BotSource::External(std::sync::Arc::new(program));
    let (name, spec) = (row.name.clone(), row.spec.clone());
    Entrant { name, spec, side: row.side.clone(), source, unfit: vec![] }
}

fn unfit(row: &EntrantRow) -> Vec<Unfit> {
    let unfit = |(side, text): (&String, &String)| Unfit {
        side: side.clone(),
        status: EntrantStatus::read(text),
    };
    row.unfit.iter().map(unfit).collect()
}
