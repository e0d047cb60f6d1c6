//! `stoker tune`: tunes a bot's numeric parameters.

mod meter;
mod show;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_external::spec::shell_word;
use stoker_files::untrusted::Folder;
use stoker_research::timing_trial::try_out;
use stoker_research::tune::field::SUBJECT;
use stoker_research::tune::manifest::{ParameterRow, TuneManifest, TuningWork};
use stoker_research::tune::{GainSchedule, Knob, TuneError};
use stoker_stats::sprt::{Sprt, TestQuestion};
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::plan::{self, Draft, Meetings, Plan};
use stoker_tournament::results::result_folder;
use stoker_tournament::results::{ResultTarget, slug};

use super::command::CommandLine;
use super::draft::{draft, refuse_held_out};
use super::external::{in_force, ready, tell_starts, warn, warn_of_repeats};
use super::league::how_to_go_on;
use super::report::at_end_of_study;
use super::setup::find_preset;
use crate::arguments::config::{LeagueConfig, ProgramSearch};
use crate::arguments::options::{JsonFlag, Orders, PlanTask};
use crate::arguments::resume::ResumeArgs;
use crate::arguments::rules::typed;
use crate::arguments::tune::{Before, TuneArgs, TuneOrder};
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io, print_json};
use crate::terminal::progress::{Talk, duration};
use crate::terminal::show::Output;
use meter::TuneMeter;

pub(super) use stoker_research::tune::folder::{TuneFolder, TuneFolderState};
pub(super) use stoker_research::tune::run::Tuned;

/// The most seeds per iteration.
const MOST_SEEDS: u64 = 100_000;

/// The verb.
pub(crate) fn tune(
    registry: &Registry,
    args: TuneArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let wanted = args.wanted()?;
    let mut config = args.into_league(&wanted)?;
    let ruleset = registry.find(config.rules.ruleset.as_deref())?;
    if registry.find(None)?.name() == ruleset.name() {
        config.rules.ruleset = None;
    }
    ruleset.tune(&config, &wanted, io)
}

/// `stoker resume` in the folder of a tuning run.
pub(crate) fn resume(
    registry: &Registry,
    folder: Arc<Folder>,
    args: &ResumeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let manifest: TuneManifest = result_folder::read(&folder)?;
    let talk = if args.quiet { Talk::Quiet } else { Talk::Normal };
    let output = args.json.map_or(Output::Text, JsonFlag::output);
    let report = args.report.wanted();
    let orders = Orders { report, ..Orders::to_play(args.threads, talk, output) };
    if manifest.result.is_some() {
        if talk == Talk::Normal {
            writeln!(io.err, "already finished: there is nothing left to play")?;
        }
        return show::result(&manifest, &args.folder, &orders, io);
    }
    let tuning = manifest.tuning;
    let look = args.entrants.clone().map_or(ProgramSearch::InPlace, ProgramSearch::In);
    let mut config =
        LeagueConfig::recorded(manifest.run.clone(), look).permitted(&args.isolation_args);
    config.files = args.files.clone();
    let wanted = TuneOrder {
        asked: manifest.parameters.iter().map(ParameterRow::asked).collect(),
        side: None,
        iterations: tuning.iterations,
        seeds: tuning.seeds,
        r_end: Some(tuning.r_end),
        question: TestQuestion { effect: tuning.effect, ..TestQuestion::default() },
        max_pairs: tuning.max_pairs,
        orders: Orders { target: ResultTarget::At(args.folder.clone()), ..orders },
        before: Some(Before { folder, manifest: Box::new(manifest) }),
    };
    let ruleset = registry.find(config.rules.ruleset.as_deref())?;
    ruleset.tune(&config, &wanted, io)
}

/// Refuses a value for a parameter that the rules do not have: a range of a parameter to tune may
/// have been meant.
fn check_rules<G: Game>(config: &LeagueConfig) -> anyhow::Result<()> {
    let presets = G::presets();
    let preset = find_preset(&presets, config.rules.preset.as_deref())?;
    let known = serde_json::to_value(&preset.params)?;
    match config.params.iter().find(|(name, _)| known.get(name.as_str()).is_none()) {
        Some((name, value)) => Err(TuneError::Syntax(typed(name, value)).into()),
        None => Ok(()),
    }
}

/// The verb, once the ruleset is known.
pub(crate) fn tune_bot<G: Game>(
    ruleset: &Ruleset<G>,
    config: &LeagueConfig,
    wanted: &TuneOrder,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    // Errors in the question are reported before anything is built or tried.
    let schedule = GainSchedule::new(wanted.iterations, wanted.r_end)?;
    check(wanted)?;
    check_rules::<G>(config)?;
    let mut draft = draft(ruleset, config)?;
    refuse_held_out(ruleset, &draft.entrants)?;
    draft.schedule = plan::Schedule::all(Meetings::Gauntlet(SUBJECT));
    let knobs = settle(&mut draft, wanted)?;
    prepare(&mut draft, wanted, io)?;
    if stop_flag().load(Ordering::Relaxed) {
        writeln!(io.err, "stopped before a match was played")?;
        return Ok(CommandExit::Interrupted);
    }
    let plan = Plan::new(draft)?;
    if wanted.orders.talk == Talk::Normal && config.play.starts.is_none() {
        tell_starts(plan.why_free(), io.err)?;
    }
    if wanted.orders.talk == Talk::Normal {
        warn_of_repeats(&plan, io)?;
    }
    check_field(&plan)?;
    let TuneOrder { seeds, question, max_pairs, orders, before, .. } = wanted;
    let work =
        TuningWork { knobs, schedule, seeds: *seeds, question: *question, max_pairs: *max_pairs };
    if let PlanTask::Estimate | PlanTask::PrintConfig = orders.task {
        return dry_run(&plan, &work, orders, io);
    }
    let found = if let Some(Before { folder, .. }) = before {
        let manifest = TuneManifest::new(&plan, "", &work)?;
        TuneFolder::resume(Arc::clone(folder), &manifest)?
    } else {
        let manifest = TuneManifest::new(&plan, &command(&plan, &work, config), &work)?;
        TuneFolder::open(manifest, &format!("tune-{}", slug(&plan)), &orders.target)?
    };
    carry_out(found, &plan, &work, orders, io)
}

/// Finds out which limits hold on this machine and which entrants can play, if programs take part.
fn prepare<G: Game>(
    draft: &mut Draft<G>,
    wanted: &TuneOrder,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let Some(conditions) = &mut draft.conditions else { return Ok(()) };
    match &wanted.before {
        Some(Before { manifest, .. }) => {
            let seen = manifest.run.isolation.as_ref().map(|seen| seen.changeable.clone());
            conditions.changeable = seen.unwrap_or_default();
            if wanted.orders.talk == Talk::Normal {
                warn(&conditions.sandbox_options, io)?;
            }
            conditions.in_force = in_force(&conditions.sandbox_options)?;
            Ok(())
        }
        None => {
            let (game, entrants) = (&draft.game, &mut draft.entrants);
            ready(game, draft.starts, entrants, conditions, wanted.orders.talk, io)
        }
    }
}

fn check(wanted: &TuneOrder) -> Result<(), TuneError> {
    Sprt::new(wanted.question, wanted.max_pairs)?;
    match (1..=MOST_SEEDS).contains(&wanted.seeds) {
        true => Ok(()),
        false => Err(TuneError::Seeds { seeds: wanted.seeds, most: MOST_SEEDS }),
    }
}

/// Finds the parameters to tune, and the side to tune them for.
fn settle<G: Game>(draft: &mut Draft<G>, wanted: &TuneOrder) -> anyhow::Result<Vec<Knob>> {
    let kinds: Vec<_> = draft.game.sides().kinds().collect();
    let subject = draft.entrants.first_mut().context("there is no bot to tune: name one")?;
    let BotSource::Builtin(bot, values) = &subject.source else {
        return Err(TuneError::Program(subject.name.clone()).into());
    };
    let knobs = match &wanted.asked[..] {
        [] => Knob::all(bot.params, values),
        asked => asked.iter().map(|asked| Knob::of(asked, bot.params, values)).collect(),
    };
    let knobs: Vec<Knob> = knobs.with_context(|| format!("bot `{}`", bot.name))?;
    if knobs.is_empty() {
        return Err(TuneError::NothingToTune(bot.name.to_owned()).into());
    }
    let twice = |n: usize| knobs[..n].iter().any(|knob| knob.name() == knobs[n].name());
    if let Some(n) = (0..knobs.len()).find(|&n| twice(n)) {
        return Err(TuneError::Repeated(knobs[n].name()).into());
    }
    if let Some(side) = &wanted.side {
        subject.side = Some(side.clone());
    }
    let sides: Vec<_> = kinds.into_iter().filter(|kind| subject.enters(kind)).collect();
    if sides.len() > 1 {
        let entrant = subject.name.clone();
        return Err(TuneError::WhichSide { entrant, sides: sides.join(" and ") }.into());
    }
    Ok(knobs)
}

/// Checks that everyone in the field can play.
fn check_field<G: Game>(plan: &Plan<G>) -> Result<(), TuneError> {
    let meets =
        |number: &usize| plan.pairings().iter().any(|pairing| pairing.entrants().contains(number));
    let Some(idle) = (1..plan.entrants().len()).find(|number| !meets(number)) else {
        return Ok(());
    };
    let subject = &plan.entrants()[SUBJECT];
    Err(TuneError::NeverMeets {
        opponent: plan.entrants()[idle].name.clone(),
        entrant: subject.name.clone(),
        side: show::side_of(plan).to_owned(),
    })
}

fn carry_out<G: Game>(
    found: TuneFolderState,
    plan: &Plan<G>,
    work: &TuningWork,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let mut folder = match found {
        TuneFolderState::New(folder) | TuneFolderState::Stopped(folder) => folder,
        TuneFolderState::Finished(folder) => {
            if orders.talk == Talk::Normal {
                let folder = folder.path().display();
                writeln!(io.err, "already tuned: the results are in {folder}")?;
            }
            return show::result(folder.description(), folder.path(), orders, io);
        }
    };
    let path = folder.path().to_owned();
    let meter = TuneMeter::new(io, orders.talk, work);
    let tuned = stoker_research::tune::run::tune(
        plan,
        work,
        &mut folder,
        orders.threads,
        &meter,
        stop_flag(),
    );
    meter.finish();
    if tuned.is_ok() {
        at_end_of_study::<G>(&path, orders, io)?;
    }
    match tuned {
        Ok(Tuned::Finished(manifest)) => show::result(&manifest, &path, orders, io),
        Ok(Tuned::Stopped(reached)) => {
            let go_on = how_to_go_on(&path, plan);
            show::stopped(folder.description(), &path, reached, &go_on, orders, io)
        }
        Err(error) => {
            let go_on = how_to_go_on(&path, plan);
            writeln!(io.err, "stopped: all finished iterations are kept; {go_on}")?;
            Err(error.into())
        }
    }
}

/// Shows what would be played, and how long it would take.
fn dry_run<G: Game>(
    plan: &Plan<G>,
    work: &TuningWork,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let trial = try_out(plan, orders.threads, stop_flag())?;
    let each = trial.whole.as_secs_f64() / plan.len() as f64;
    let rate = f64::from(u32::try_from(orders.threads)?) / each.max(1e-9);
    let pairings = plan.pairings().len() as u64;
    let iterations = work.schedule.iterations();
    let (each, most) = (2 * work.seeds * pairings, 2 * work.max_pairs * pairings);
    let (tuning, test) = (duration(iterations * each, rate), duration(most, rate));
    if orders.output == Output::Json {
        let value = serde_json::json!({
            "iterations": iterations, "matches_per_iteration": each,
            "matches": iterations * each, "most_test_matches": most,
            "threads": orders.threads, "estimate": tuning, "test_estimate": test,
        });
        print_json(io.out, &value)?;
        return Ok(CommandExit::Done);
    }
    write!(io.out, "{}", show::tuned_against(&TuneManifest::new(plan, "", work)?))?;
    writeln!(io.out, "tuning: {iterations} iterations of {each} matches, about {tuning}")?;
    writeln!(io.out, "final test: at most {most} matches, about {test}")?;
    Ok(CommandExit::Done)
}

/// The command for the same tuning run, with only the options that influence results.
fn command<G: Game>(plan: &Plan<G>, work: &TuningWork, config: &LeagueConfig) -> String {
    let subject = &plan.entrants()[SUBJECT];
    let mut words = vec![format!("stoker tune {}", shell_word(&subject.typed()))];
    for knob in &work.knobs {
        let (low, high) = knob.range();
        words.push(format!("--param {}={low}..{high}:{}", knob.name(), knob.c_end()));
    }
    let field = plan.entrants().iter().skip(SUBJECT + 1).map(Entrant::typed);
    words.extend(field.map(|typed| format!("--against {}", shell_word(&typed))));
    let mut command = CommandLine::new(words);
    command.option("iterations", Some(work.schedule.iterations()));
    command.option("seeds", Some(work.seeds));
    command.option("r-end", Some(work.schedule.r_end()));
    command.option("effect", Some(work.question.effect));
    command.option("max-pairs", Some(work.max_pairs));
    command.option("ruleset", config.rules.ruleset.as_ref());
    command.rules::<G>(config);
    command.play(plan);
    command.text(plan)
}
