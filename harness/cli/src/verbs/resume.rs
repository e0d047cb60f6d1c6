//! `stoker resume`: continues a run that was stopped.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::ensure;
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_files::untrusted::Folder;
use stoker_research::tune::folder::is_tuning;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::folder::manifest_in;
use stoker_tournament::results::manifest::{Manifest, ProgressRow, RunFormat};
use stoker_tournament::results::result_folder::Description as _;
use stoker_tournament::results::{OpenedRun, RunFolder, VoidSlots, run_in};
use stoker_tournament::run::Sitting;
use stoker_tournament::storage::open;

use super::draft::draft;
use super::external::{in_force, warn};
use super::league::{play_into, show};
use super::report::at_end;
use crate::arguments::config::{LeagueConfig, ProgramSearch};
use crate::arguments::league_options::{FileArgs, IsolationArgs};
use crate::arguments::options::{JsonFlag, Orders};
use crate::arguments::resume::ResumeArgs;
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::progress::Talk;
use crate::terminal::show::Output;

/// The verb.
pub(crate) fn resume(
    registry: &Registry,
    args: &ResumeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let folder = Arc::new(open(&args.folder)?);
    if is_tuning(&folder) {
        ensure!(!args.again_void, "--again-void: a tuning has no void matches to play again");
        ensure!(args.live.order()?.is_none(), "--live: a tuning has no page while it goes on");
        return super::tune::resume(registry, folder, args, io);
    }
    let manifest = manifest_in(&folder)?;
    let ruleset = registry.find(Some(&manifest.tournament.ruleset))?;
    ruleset.resume(folder, manifest, args, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn resume_run<G: Game>(
    ruleset: &Ruleset<G>,
    folder: Arc<Folder>,
    manifest: Manifest,
    args: &ResumeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let talk = if args.quiet { Talk::Quiet } else { Talk::Normal };
    let output = args.json.map_or(Output::Text, JsonFlag::output);
    let report = args.report.wanted();
    let live = args.live.order()?;
    let orders = Orders { report, live, ..Orders::to_play(args.threads, talk, output) };
    let void_slots = if args.again_void { VoidSlots::Again } else { VoidSlots::Final };
    let left_void = manifest.progress.void > 0 && void_slots == VoidSlots::Again;
    let is_complete = manifest.is_whole(&folder)? && !left_void;
    let look = match &args.entrants {
        _ if is_complete => ProgramSearch::Nowhere,
        Some(folder) => ProgramSearch::In(folder.clone()),
        None => ProgramSearch::InPlace,
    };
    let found = manifest.clone();
    let plan = plan_again(ruleset, manifest, look, &args.isolation_args, args.files.clone())?;
    ensure!(
        found.tournament.format != RunFormat::Compare || !plan.draws_opponents(),
        "the two met all lineups of their opponents here, but such lineups are drawn now: play the \
         comparison again in another folder"
    );
    if is_complete {
        check_progress(&plan, found.progress)?;
    }
    let opened = match void_slots {
        _ if is_complete => RunFolder::finished(folder, found),
        VoidSlots::Again => RunFolder::resume_voids(&plan, folder)?,
        VoidSlots::Final => RunFolder::resume(&plan, folder)?,
    };
    match opened {
        OpenedRun::New(folder) | OpenedRun::Stopped(folder) => {
            if let (Talk::Normal, Some(conditions)) = (talk, plan.conditions()) {
                warn(&conditions.sandbox_options, io)?;
                for name in &conditions.changed {
                    writeln!(
                        io.err,
                        "the folder of `{name}` has changed: it plays as it was submitted"
                    )?;
                }
            }
            if plan.has_people() {
                return play_bots(ruleset, folder, &plan, &orders, io);
            }
            play_into(ruleset, folder, &plan, &orders, io)
        }
        OpenedRun::Finished(run) => {
            if talk == Talk::Normal {
                writeln!(io.err, "already finished: there is nothing left to play")?;
            }
            show(&plan, &run_in(run.open_folder())?, run.path(), &orders, io)
        }
    }
}

/// The plan of a run that was begun before, with the conditions that it had.
pub(super) fn plan_again<G: Game>(
    ruleset: &Ruleset<G>,
    manifest: Manifest,
    look: ProgramSearch,
    permissions: &IsolationArgs,
    files: FileArgs,
) -> anyhow::Result<Plan<G>> {
    let is_played = look != ProgramSearch::Nowhere;
    let changeable = manifest.isolation.as_ref().map(|isolation| isolation.changeable.clone());
    let mut config = LeagueConfig::recorded(manifest, look).permitted(permissions);
    config.files = files;
    let mut draft = draft(ruleset, &config)?;
    if let Some(conditions) = &mut draft.conditions {
        conditions.changeable = changeable.unwrap_or_default();
        if is_played {
            conditions.in_force = in_force(&conditions.sandbox_options)?;
        }
    }
    Ok(Plan::new(draft)?)
}

/// Plays the matches between bots alone, in a league of people.
fn play_bots<G: Game>(
    ruleset: &Ruleset<G>,
    folder: RunFolder,
    plan: &Plan<G>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    ensure!(orders.live.is_none(), "--live: people play here, and their matches have pages");
    let path = folder.path().to_owned();
    let mut sitting = Sitting::begin(plan, folder)?;
    sitting.play_bots(stop_flag())?;
    let summary = sitting.write_results()?;
    at_end(ruleset, plan, &path, orders, io)?;
    if orders.talk == Talk::Normal && !sitting.missing_of_people().is_empty() {
        writeln!(io.err, "people play their matches with `stoker play --league`")?;
    }
    let exit = show(plan, &summary, &path, orders, io)?;
    // Matches of people that are left do not make it an interruption.
    let is_over = exit == CommandExit::Interrupted && !stop_flag().load(Ordering::Relaxed);
    Ok(if is_over { CommandExit::Done } else { exit })
}

/// Refuses an impossible progress of a finished run: only a run that ends when it is precise enough
/// has fewer matches than its plan.
fn check_progress<G: Game>(plan: &Plan<G>, progress: ProgressRow) -> anyhow::Result<()> {
    let ProgressRow { matches, planned, .. } = progress;
    let range = plan.range();
    let ends_early = plan.until_interval().is_some() || plan.compared().is_some();
    let agrees = planned == range.end - range.start
        && if ends_early { matches <= planned } else { matches == planned };
    ensure!(
        agrees,
        "run.toml was changed: it describes {} matches, and says that {matches} of {planned} were \
         played: `stoker verify` says more",
        range.end - range.start
    );
    Ok(())
}
