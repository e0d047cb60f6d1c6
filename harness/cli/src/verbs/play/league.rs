//! `stoker play --league`: the matches of people in a league.

mod company;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, anyhow, bail, ensure};
use stoker_bots::Ruleset;
use stoker_engine::{Game, Seed};
use stoker_external::spec::shell_word;
use stoker_files::untrusted::Folder;
use stoker_play::token;
use stoker_tournament::plan::{Keep, Plan};
use stoker_tournament::results::folder::manifest_in;
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::results::{OpenedRun, ResultTarget, RunFolder, RunSummary};
use stoker_tournament::run::Sitting;
use stoker_tournament::storage::{FolderError, Occupancy, RUN, occupancy};

use super::people::with_hint;
use super::served::{ServedSession, TableSettings};
use super::table;
use crate::arguments::config::{Entrants, LeagueConfig, ProgramSearch};
use crate::arguments::league_options::{MatchOptions, NamedRules, PairingOptions};
use crate::arguments::options::Orders;
use crate::arguments::play::PlayArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::progress::Talk;
use crate::terminal::show::Output;
use crate::verbs::command::CommandLine;
use crate::verbs::draft::draft;
use crate::verbs::external::{ready, tell_starts, warn};
use crate::verbs::league::{how_to_go_on, show};
use crate::verbs::report::at_end;
use crate::verbs::resume::plan_again;
use company::{Company, LeagueMatches};

/// The default number of matches per pairing: people have less time than bots.
const MATCHES: u64 = 1;

/// The league that is in this folder, if it holds a run.
pub(super) fn begun(path: &Path) -> anyhow::Result<Option<(Arc<Folder>, Manifest)>> {
    match occupancy(path).map_err(in_words_of_this_verb)? {
        Occupancy::Taken(folder) if folder.has_file(RUN) => {
            let manifest = manifest_in(&folder)?;
            Ok(Some((Arc::new(folder), manifest)))
        }
        Occupancy::Taken(_) | Occupancy::Absent | Occupancy::Empty(_) => Ok(None),
    }
}

/// The verb, once the ruleset is known.
pub(crate) fn play_league<G: Game>(
    ruleset: &Ruleset<G>,
    begun: Option<(Arc<Folder>, Manifest)>,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    // From here on Ctrl-C ends the session, however early it comes.
    stop_flag();
    let path = args.league.as_deref().context("--league names no folder")?;
    let (plan, opened) = match begun {
        Some((folder, manifest)) => go_on(ruleset, folder, manifest, args, io)?,
        None => begin(ruleset, path, args, io)?,
    };
    let folder = match opened {
        OpenedRun::New(folder) | OpenedRun::Stopped(folder) => folder,
        OpenedRun::Finished(_) => {
            writeln!(io.out, "all {} matches are played: see {}", plan.len(), path.display())?;
            return Ok(CommandExit::Done);
        }
    };
    let mut sitting = Sitting::begin(&plan, folder)?;
    sitting.play_bots(stop_flag())?;
    let played = sit_down(ruleset, &plan, &mut sitting, args, io);
    // What was played counts, whatever ended the session.
    let summary = sitting.write_results()?;
    played?;
    end(ruleset, &plan, &sitting, &summary, io)
}

/// Begins a league.
fn begin<G: Game>(
    ruleset: &Ruleset<G>,
    path: &Path,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<(Plan<G>, OpenedRun)> {
    let config = config(args)?;
    let drafted = draft(ruleset, &config);
    let mut draft =
        drafted.map_err(|error| with_hint(error, |name| format!("a person is `{name}@person`")))?;
    ensure!(
        draft.entrants.iter().any(|entrant| entrant.is_person()),
        "{}: no person is among the entrants of this new league: name one, as in SIDE=ada@person",
        path.display()
    );
    if let Some(conditions) = &mut draft.conditions {
        ready(&draft.game, draft.starts, &mut draft.entrants, conditions, Talk::Normal, io)?;
    }
    let plan = Plan::new(draft)?;
    if config.play.starts.is_none() {
        tell_starts(plan.why_free(), io.err)?;
    }
    let target = ResultTarget::At(path.to_owned());
    let opened = RunFolder::open(&plan, &command(&plan, &config), &target);
    Ok((plan, opened.map_err(in_words_of_this_verb)?))
}

/// An error of the folder, which is named by another option than elsewhere.
fn in_words_of_this_verb(error: FolderError) -> anyhow::Error {
    if let FolderError::NotAFolder(path) = &error {
        return anyhow!("{} is not a folder: give another with --league", path.display());
    }
    if let FolderError::Make { path, source } = &error {
        let path = path.display();
        return anyhow!("cannot make the folder {path}: {source}: give another with --league");
    }
    error.into()
}

/// The league that was asked for.
fn config(args: &PlayArgs) -> anyhow::Result<LeagueConfig> {
    let specs = args.lineup.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    // A person who knew the usual seed could find out what is hidden.
    let seed = args.seed.map_or_else(|| token::seed().map(Seed), Ok)?;
    let config = LeagueConfig {
        rules: args.rules.named.clone(),
        files: args.rules.files.clone(),
        params: args.rules.params()?,
        entrants: Entrants::WithPeople(specs),
        pairings: PairingOptions {
            matches: Some(args.matches.unwrap_or(MATCHES)),
            ..PairingOptions::default()
        },
        play: MatchOptions {
            seed: Some(seed),
            starts: args.starts,
            records: Some(Keep::All),
            fault_policy: args.fault_policy,
        },
        ..LeagueConfig::default()
    };
    Ok(config.with_external(args.external.clone())?)
}

/// The command that begins the same league in another folder.
fn command<G: Game>(plan: &Plan<G>, config: &LeagueConfig) -> String {
    let entrants = plan.entrants().iter().map(|entrant| shell_word(&entrant.typed()));
    let words = ["stoker play".to_owned()].into_iter().chain(entrants);
    let mut command = CommandLine::new(words.collect());
    command.option("league", Some("DIR"));
    command.option("ruleset", config.rules.ruleset.as_ref());
    command.rules::<G>(config);
    command.option("matches", Some(plan.matches()).filter(|&matches| matches != MATCHES));
    command.play(plan);
    command.text(plan)
}

/// Goes on with a league, as it was begun.
fn go_on<G: Game>(
    ruleset: &Ruleset<G>,
    folder: Arc<Folder>,
    manifest: Manifest,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<(Plan<G>, OpenedRun)> {
    let path = folder.path().display().to_string();
    let is_fixed = args.lineup.is_empty()
        && args.rules.named == NamedRules::default()
        && (args.rules.params.is_empty() && args.rules.teams.is_none())
        && (args.matches, args.seed, args.starts, args.fault_policy) == (None, None, None, None);
    ensure!(
        is_fixed,
        "{path} holds a run: its entrants and rules stay as they are; to go on with it: stoker \
         play --league {path}"
    );
    let look = match manifest.progress.complete {
        true => ProgramSearch::Nowhere,
        false => ProgramSearch::InPlace,
    };
    let permissions = &args.external.isolation_args;
    let plan = plan_again(ruleset, manifest, look, permissions, args.rules.files.clone())?;
    ensure!(plan.has_people(), "{path} holds a run of bots alone: `stoker resume` goes on with it");
    if let Some(conditions) = plan.conditions() {
        warn(&conditions.sandbox_options, io)?;
    }
    let opened = RunFolder::resume(&plan, folder)?;
    Ok((plan, opened))
}

/// Lets the people of the next match play all their matches.
fn sit_down<'p, G: Game>(
    ruleset: &Ruleset<G>,
    plan: &'p Plan<G>,
    sitting: &mut Sitting<'p, G>,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let Some(company) = Company::next(plan, &sitting.missing_of_people(), person(args)?)? else {
        return Ok(());
    };
    if stop_flag().load(Ordering::Relaxed) {
        return Ok(());
    }
    // The files are there before the first match: if that is impossible, it is better known now.
    sitting.write_results()?;
    let table = Arc::new(table(company.people())?.rated());
    let settings = TableSettings { starts: plan.starts(), policy: plan.policy() };
    writeln!(io.out, "{} of {} matches are to be played", company.slots.len(), plan.len())?;
    let session = ServedSession::begin(ruleset, plan.game(), settings, table, &args.pages, io)?;
    let mut matches = LeagueMatches::new(plan, sitting, company, io);
    let played = session.play(&mut matches);
    matches.store()?;
    Ok(played?)
}

/// The person whose matches are to be played, if one is named.
fn person(args: &PlayArgs) -> anyhow::Result<Option<&str>> {
    match &args.name[..] {
        [] => Ok(None),
        [name] if !name.contains('=') => Ok(Some(name)),
        _ => bail!("--league: name one person, as in --name ada: only their matches are played"),
    }
}

/// Shows the results, and how to go on.
fn end<G: Game>(
    ruleset: &Ruleset<G>,
    plan: &Plan<G>,
    sitting: &Sitting<'_, G>,
    summary: &RunSummary,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let path = sitting.folder().path();
    let orders = Orders::to_play(None, Talk::Normal, Output::Text);
    writeln!(io.out, "the session is over")?;
    if summary.done == 0 {
        writeln!(io.out, "{}", how_to_go_on(path, plan))?;
        return Ok(CommandExit::Done);
    }
    at_end(ruleset, plan, path, &orders, io)?;
    show(plan, summary, path, &orders, io)?;
    Ok(CommandExit::Done)
}
