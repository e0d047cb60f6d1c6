//! `stoker league`: a tournament.

use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::bail;
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_external::spec::shell_word;
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::{Plan, Schedule, ranks_sides};
use stoker_tournament::results::{
    Completion, OpenedRun, ResultsByKind, RunFolder, RunSummary, run_in,
};
use stoker_tournament::reuse::Earlier;
use stoker_tournament::run::RunError;
use stoker_tournament::settings::Design;
use stoker_tournament::void::is_many;

use super::command::CommandLine;
use super::compare::{self, verdict_json, verdict_text};
use super::draft::{MATCHES, RECORDS, draft, usual_format_of};
use super::estimate::{dry_run, lineups_text};
use super::external::{isolation_options, ready, tell_starts, warn_of_repeats};
use super::print_config::config_text;
use super::report::at_end;
use crate::arguments::config::LeagueConfig;
use crate::arguments::league::LeagueArgs;
use crate::arguments::league_options::SweepAsked;
use crate::arguments::options::{Orders, PlanTask};
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io, print_json, unless_unread};
use crate::terminal::leaderboard::leaderboards;
use crate::terminal::matches::MatchMeter;
use crate::terminal::progress::Talk;
use crate::terminal::show::{Output, json_of};
use crate::terminal::show_sweep::sweep_tables;
use crate::terminal::stream_format::StreamFormat;

/// The verb.
pub(crate) fn league(
    registry: &Registry,
    args: LeagueArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let (orders, config) = args.resolve(SweepAsked::default())?;
    if let Some((file, _)) = config.file.as_deref().filter(|_| !config.sweep.vary.is_empty()) {
        bail!("{} is a sweep: play it with `stoker sweep`", file.display());
    }
    play_on(registry, config, &orders, io)
}

/// `stoker` without arguments.
pub(crate) fn default_league(registry: &Registry, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let Some(text) = registry.default_config() else {
        anyhow::bail!("this program has no default league: try `stoker league` or `stoker --help`");
    };
    let config = LeagueConfig::parse("the default league", text)?;
    play_on(registry, config, &LeagueArgs::default().orders(), io)
}

/// Finds the ruleset, and drops its name if it is the default.
pub(super) fn play_on(
    registry: &Registry,
    mut config: LeagueConfig,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let ruleset = registry.find(config.rules.ruleset.as_deref())?;
    if registry.find(None)?.name() == ruleset.name() {
        config.rules.ruleset = None;
    }
    ruleset.league(&config, orders, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn play_league<G: Game>(
    ruleset: &Ruleset<G>,
    config: &LeagueConfig,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let mut draft = draft(ruleset, config)?;
    if let (Some(conditions), PlanTask::Play | PlanTask::Estimate) =
        (&mut draft.conditions, orders.task)
    {
        let (game, entrants) = (&draft.game, &mut draft.entrants);
        ready(game, draft.starts, entrants, conditions, orders.talk, io)?;
        if stop_flag().load(Ordering::Relaxed) {
            writeln!(io.err, "stopped before a match was played")?;
            return Ok(CommandExit::Interrupted);
        }
    }
    let plan = Plan::new(draft)?;
    if let (Talk::Normal, PlanTask::Play, None) = (orders.talk, orders.task, &config.play.starts) {
        tell_starts(plan.why_free(), io.err)?;
    }
    let is_study = plan.compared().is_some() || plan.swept().is_some();
    if let (true, Talk::Normal, PlanTask::Play | PlanTask::Estimate) =
        (is_study, orders.talk, orders.task)
    {
        warn_of_repeats(&plan, io)?;
    }
    let earlier = orders.reuse.as_deref().map(|folder| Earlier::open(&plan, folder)).transpose()?;
    match orders.task {
        PlanTask::PrintConfig if plan.compared().is_some() => {
            anyhow::bail!("a comparison has no configuration: its run.toml plays it again")
        }
        PlanTask::PrintConfig => io.out.write_all(config_text(&plan, config)?.as_bytes())?,
        PlanTask::Estimate => {
            let reused = earlier.map(|earlier| earlier.matches());
            dry_run(&plan, reused, orders.threads, orders.output, io)?;
        }
        PlanTask::Play => {
            let command = command(&plan, config, orders.reuse.as_deref());
            let opened = match &earlier {
                Some(earlier) => earlier.begin(&command, &orders.target)?,
                None => RunFolder::open(&plan, &command, &orders.target)?,
            };
            return play(ruleset, opened, &plan, orders, io);
        }
    }
    Ok(CommandExit::Done)
}

fn play<G: Game>(
    ruleset: &Ruleset<G>,
    opened: OpenedRun,
    plan: &Plan<G>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    match opened {
        OpenedRun::Finished(run) => {
            let summary = run_in(run.open_folder())?;
            if orders.talk == Talk::Normal {
                let folder = run.path().display();
                writeln!(io.err, "already played: the results are in {folder}")?;
            }
            show(plan, &summary, run.path(), orders, io)
        }
        OpenedRun::New(folder) => play_into(ruleset, folder, plan, orders, io),
        OpenedRun::Stopped(folder) => {
            if orders.talk == Talk::Normal {
                let path = folder.path().display();
                writeln!(io.err, "continuing the run in {path}")?;
            }
            play_into(ruleset, folder, plan, orders, io)
        }
    }
}

pub(crate) fn play_into<G: Game>(
    ruleset: &Ruleset<G>,
    mut folder: RunFolder,
    plan: &Plan<G>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    #[cfg(feature = "play")]
    if let Some(pages) = &orders.live {
        return super::live::play_into(ruleset, folder, plan, orders, pages, io);
    }
    let path = folder.path().to_owned();
    let meter = meter(plan, orders, io);
    let outcome =
        stoker_tournament::run::league(plan, &mut folder, orders.threads, &meter, stop_flag());
    meter.finish();
    let summary = played(outcome, plan, &path, io)?;
    at_end(ruleset, plan, &path, orders, io)?;
    show(plan, &summary, &path, orders, io)
}

/// The meter of a run.
pub(super) fn meter<'a, G: Game>(
    plan: &Plan<G>,
    orders: &Orders,
    io: &'a mut Io<'_>,
) -> MatchMeter<'a> {
    match plan.compared() {
        Some(_) => MatchMeter::of_test(io, orders.talk),
        None => MatchMeter::new(io, orders.talk, plan.len()),
    }
}

/// The summary of a run that has ended. If it has failed, says how to go on with it.
pub(super) fn played<G: Game>(
    outcome: Result<RunSummary, RunError>,
    plan: &Plan<G>,
    path: &Path,
    io: &mut Io<'_>,
) -> anyhow::Result<RunSummary> {
    if let Err(error) = &outcome
        && error.can_go_on()
    {
        let how = if matches!(error, RunError::AllVoid { .. }) {
            how_to_play_voids(path, plan)
        } else {
            how_to_go_on(path, plan)
        };
        writeln!(io.err, "stopped: all finished matches are kept; {how}")?;
    }
    Ok(outcome?)
}

pub(crate) fn show<G: Game>(
    plan: &Plan<G>,
    summary: &RunSummary,
    folder: &Path,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let game = plan.game();
    let exit = match summary.completion {
        Completion::Stopped => CommandExit::Interrupted,
        Completion::Complete | Completion::Enough if is_many(summary.voids, summary.done) => {
            CommandExit::ManyVoid
        }
        Completion::Complete | Completion::Enough => CommandExit::Done,
    };
    let written = match (orders.output, orders.talk) {
        (Output::Json, _) => {
            let mut value = json_of(summary, folder);
            if let ResultsByKind::Comparison { found, .. } = &summary.report {
                value["comparison"] = verdict_json(plan, found.as_deref());
            }
            print_json(io.out, &value)
        }
        (Output::Text, Talk::Quiet) => Ok(()),
        (Output::Text, Talk::Normal) => {
            let (sides, scores) = (game.sides(), game.scores());
            let stream_format = StreamFormat::of(io.out_to);
            let tables = match &summary.report {
                ResultsByKind::Sweep(sweep) => sweep_tables(sweep, sides, scores, io.out_to),
                ResultsByKind::Comparison { results, found } => {
                    verdict_text(plan, &results.standings, found.as_deref())
                }
                ResultsByKind::League(results) => {
                    leaderboards(results, sides, scores, stream_format)
                }
                ResultsByKind::Shard => {
                    return show_shard(plan, summary, folder, io).map(|()| exit);
                }
            };
            let notes = notes(plan);
            let closing = closing(plan, summary, folder);
            let voids = note_of_voids(plan, summary, folder);
            writeln!(io.out, "{tables}{notes}{closing}{voids}").map_err(Into::into)
        }
    };
    unless_unread(exit, written)
}

/// Shows the progress of a shard. Results need all shards together.
fn show_shard<G: Game>(
    plan: &Plan<G>,
    summary: &RunSummary,
    folder: &Path,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let Some(shard) = plan.shard() else { return Ok(()) };
    let (done, total, of) = (summary.done, summary.total, shard.of());
    let voids = note_of_voids(plan, summary, folder);
    writeln!(io.out, "shard {shard}: {done} of {total} matches, in {}{voids}", folder.display())?;
    match summary.completion {
        Completion::Stopped => writeln!(io.out, "{}", how_to_go_on(folder, plan))?,
        Completion::Complete | Completion::Enough => {
            writeln!(io.out, "when all {of} are complete: stoker merge DIR... --out DIR")?
        }
    }
    Ok(())
}

/// The command that continues a run of this plan.
pub(crate) fn how_to_go_on<G: Game>(folder: &Path, plan: &Plan<G>) -> String {
    if plan.has_people() {
        return format!("to continue: stoker play --league {}", run_of(folder, plan));
    }
    format!("to continue: stoker resume {}", run_of(folder, plan))
}

/// The folder of a run, and the options that must be typed to continue it.
fn run_of<G: Game>(folder: &Path, plan: &Plan<G>) -> String {
    let options = plan.conditions().map(isolation_options).unwrap_or_default();
    let options: String = options.iter().map(|option| format!(" {option}")).collect();
    shell_word(&folder.to_string_lossy()) + &options
}

/// The command that plays the void slots of a run again.
fn how_to_play_voids<G: Game>(folder: &Path, plan: &Plan<G>) -> String {
    let run = run_of(folder, plan);
    format!("to play void matches again: stoker resume --again-void {run}")
}

/// Lines with the number of void slots, and the command that plays them again.
fn note_of_voids<G: Game>(plan: &Plan<G>, summary: &RunSummary, folder: &Path) -> String {
    let (voids, done) = (summary.voids, summary.done);
    let are = match voids {
        0 => return String::new(),
        1 => "matches is",
        _ => "matches are",
    };
    let many = if is_many(voids, done) { ", more than 1%" } else { "" };
    let how = how_to_play_voids(folder, plan);
    format!(
        "\n{voids} of {done} {are} void{many}: not decided, and not counted above; matches.csv \
         says why\n{how}"
    )
}

/// Notes for a reader of the results.
fn notes<G: Game>(plan: &Plan<G>) -> String {
    lineup_notes(plan) + &program_notes(plan)
}

/// The design of drawn lineups, and a note where entrants repeat.
fn lineup_notes<G: Game>(plan: &Plan<G>) -> String {
    let sides = plan.game().sides();
    let seats = sides.list().len();
    let drawn = plan.drawn().map(|drawn| format!("{}.\n", lineups_text(drawn, seats)));
    drawn.unwrap_or_default() + &repeat_note(plan, seats)
}

/// A note where entrants play several seats of a match.
fn repeat_note<G: Game>(plan: &Plan<G>, seats: usize) -> String {
    let sides = plan.game().sides();
    let can_play = |kind| plan.entrants().iter().filter(|entrant| entrant.plays(kind)).count();
    let repeats = ranks_sides(sides) && sides.kinds().any(|kind| can_play(kind) < seats);
    match repeats && plan.compared().is_none() {
        true => format!(
            "There are fewer entrants than the {seats} seats, so entrants play several seats of a \
             match.\nA copy is never ranked against itself: mean ranks and who finishes ahead of \
             whom count\nother entrants only.\n"
        ),
        false => String::new(),
    }
}

fn program_notes<G: Game>(plan: &Plan<G>) -> String {
    let Some(conditions) = plan.conditions() else { return String::new() };
    let mut text = "External bots took part, so another run can have other results.".to_owned();
    if !conditions.changeable.is_empty() {
        let names = conditions.changeable.join(", ");
        text += &format!("\nBots that played differently the second time: {names}.");
    }
    text + "\n"
}

pub(super) fn closing<G: Game>(plan: &Plan<G>, summary: &RunSummary, path: &Path) -> String {
    let (folder, done, total) = (path.display(), summary.done, summary.total);
    match summary.completion {
        Completion::Complete if done == 1 => format!("1 match; results in {folder}"),
        Completion::Complete => format!("{done} matches; results in {folder}"),
        Completion::Enough if plan.compared().is_some() => {
            format!("{done} matches; results in {folder}")
        }
        Completion::Enough => {
            let width = plan.until_interval().map(|width| format!(" (to +-{width})"));
            let width = width.unwrap_or_default();
            format!("precise enough{width} after {done} of {total} matches; results in {folder}")
        }
        Completion::Stopped if plan.has_people() => {
            let how = how_to_go_on(path, plan);
            format!("{done} of {total} matches so far; results in {folder}\n{how}")
        }
        Completion::Stopped if plan.compared().is_some() => format!(
            "interrupted after {done} matches; results so far in {folder}\n{}",
            how_to_go_on(path, plan)
        ),
        Completion::Stopped => format!(
            "interrupted after {done} of {total} matches; results so far in {folder}\n{}",
            how_to_go_on(path, plan)
        ),
    }
}

/// The command that plays the same plan, with only the options that influence results.
fn command<G: Game>(plan: &Plan<G>, config: &LeagueConfig, reuse: Option<&Path>) -> String {
    let verb = if plan.swept().is_some() { "sweep" } else { "league" };
    let reuse = reuse.map(|folder| folder.to_string_lossy().into_owned());
    // There is no option for a parameter that is a table.
    if config.params.values().any(toml::Value::is_table) {
        let reuse = reuse.map(|folder| format!(" --reuse {}", shell_word(&folder)));
        return format!("stoker {verb} --config run.toml{}", reuse.unwrap_or_default());
    }
    let mut command = match plan.schedule() {
        Schedule::Compare(question) => compare::command(plan, *question),
        Schedule::League(..) | Schedule::Sweep(..) | Schedule::Ladder(_) => {
            let entrants = plan.entrants().iter().map(|entrant| shell_word(&entrant.typed()));
            CommandLine::new([format!("stoker {verb}")].into_iter().chain(entrants).collect())
        }
    };
    command.option("ruleset", config.rules.ruleset.as_ref());
    if let Some(swept) = plan.swept() {
        let sweep = swept.sweep();
        sweep.axes().iter().for_each(|axis| command.option("vary", Some(axis)));
        command.option("design", Some(sweep.design()).filter(|&design| design != Design::Grid));
    }
    command.rules::<G>(config);
    if let Some(format) = plan.format(Entrant::typed) {
        command.option("format", Some(format).filter(|format| *format != usual_format_of(plan)));
        command.option("matches", Some(plan.matches()).filter(|&matches| matches != MATCHES));
    }
    let games = plan.games();
    command.option("games", Some(games.get()).filter(|_| games.is_series()));
    command.play(plan);
    command.option("until-interval", plan.until_interval());
    command.option("records", Some(plan.keep()).filter(|&keep| keep != RECORDS));
    command.option("reuse", reuse);
    command.text(plan)
}
