//! `stoker tune`: tunes a bot's numeric parameters.

mod meter;
mod show;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use stoker_engine::{Game, Seed};

use super::config::{Config, Look, SeedText};
use super::draft::{SEED, draft};
use super::estimate::try_out;
use super::interrupt::stop_flag;
use super::io::{Exit, Io, print_json};
use super::league::{RESULTS, how_to_go_on, policy_parser, starts_parser, threads_parser};
use super::outside::{OutsideArgs, in_force, ready, typed};
use super::progress::{Talk, duration, rate};
use super::resume::ResumeArgs;
use super::setup::count;
use super::show::{JsonFlag, Output};
use crate::entrant::{Entrant, Source};
use crate::fault::FaultPolicy;
use crate::plan::{Draft, Format, Plan, Starts, kinds};
use crate::registry::{Registry, Ruleset};
use crate::results::{Target, slug};
use crate::spec::shell_word;
use crate::stats::sprt::{Question, Sprt};
use crate::tune::field::SUBJECT;
use crate::tune::folder::{Found, TuneFolder, read_manifest};
use crate::tune::manifest::{Task, TuneManifest};
use crate::tune::run::Tuned;
use crate::tune::{Asked, Knob, Schedule, TuneError};
use meter::Meter;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker tune tracker --param near --param far --against lurker wanderer
  stoker tune patrol:rest=20 --param rest=0..30 --against wanderer --iterations 500
  stoker tune wanderer --against patrol          all its parameters that are numbers
  stoker tune lurker:depth=2 --param blood=1..1000:25 --against tracker --seeds 32
  stoker resume results/tune-course-tracker-...  go on with one that was stopped

SPSA: an iteration perturbs all parameters at once, up or down at random, plays both versions on
the same seeds, and takes a step towards the better one. The end is a test of the tuned bot against
the one it began with, on new seeds. docs/tuning.md explains it.

Exit status: 0 if it is finished, whatever was found; 2 if it cannot go on; 130 after Ctrl-C.";

/// Iterations, if nothing is said.
const ITERATIONS: u64 = 200;
/// Seeds an iteration, if nothing is said.
const SEEDS: u64 = 16;
/// The most seeds an iteration.
const MOST_SEEDS: u64 = 100_000;
/// The most pairs of the final test, if nothing is said.
const MAX_PAIRS: u64 = 2_000;

/// `stoker tune`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TuneArgs {
    /// The bot to tune, with the values to begin with: [SIDE=]BOT[:PARAMETER=VALUE,...]
    #[arg(value_name = "ENTRANT")]
    entrant: String,
    /// A parameter to tune, the values to keep to, and how far to perturb it at the end; may be
    /// repeated [default: all that are numbers, over all their values, by a twentieth of these]
    #[arg(long = "param", value_name = "NAME[=LOW..HIGH][:C]")]
    params: Vec<String>,
    /// The field: who plays against it, as in `stoker league`
    #[arg(long, value_name = "E", num_args = 1..)]
    against: Vec<String>,
    /// Iterations: steps [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    iterations: Option<u64>,
    /// Seeds an iteration; both versions meet the whole field on each [default: 16]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    seeds: Option<u64>,
    /// What the last step comes to for a usual difference, in perturbations [default: 4 over the
    /// root of the iterations, at most 1]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    r_end: Option<f64>,
    /// The kind of side to tune it for, if it plays several
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// The smallest difference that the final test is to find, in standard deviations
    /// [default: 0.2]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    effect: Option<f64>,
    /// The most seeds of the final test [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    max_pairs: Option<u64>,
    /// Rules to play by; `stoker rulesets` lists them
    #[arg(long, value_name = "R")]
    ruleset: Option<String>,
    /// Named parameters of the rules
    #[arg(long, value_name = "P")]
    preset: Option<String>,
    /// A map that comes with the program, or a map file
    #[arg(long, value_name = "F")]
    map: Option<String>,
    /// Master seed, 16 hexadecimal digits or a decimal number [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Matches played at once [default: the cores there are]; results do not depend on it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads_parser())]
    threads: Option<u16>,
    /// How matches begin: with the rules' seeded random opening, or free [default: random]
    #[arg(long, value_name = "START", value_parser = starts_parser())]
    starts: Option<String>,
    /// What follows a fault, as in `stoker league` [default: course]
    #[arg(long, value_name = "POLICY", value_parser = policy_parser())]
    fault_policy: Option<String>,
    /// Folder for the results, absent or empty [default: one under results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace what an earlier tuning wrote to the folder given with --out
    #[arg(long, requires = "out")]
    force: bool,
    /// Print nothing but errors, and JSON if asked for
    #[arg(long)]
    quiet: bool,
    /// Print what would be played and how long it would take, and play nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    json: Option<JsonFlag>,
    #[command(flatten)]
    outside: OutsideArgs,
}

/// What to tune and how, and where to write it.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// All that are numbers, if none is named.
    asked: Vec<Asked>,
    side: Option<String>,
    iterations: u64,
    seeds: u64,
    r_end: Option<f64>,
    question: Question,
    place: Place,
    threads: usize,
    talk: Talk,
    output: Output,
}

/// Where to write.
#[derive(Debug, Clone)]
enum Place {
    /// Nowhere: only say what would be played.
    Nowhere,
    /// In a folder to be made or found.
    Target(Target),
    /// Where a tuning was stopped.
    Stopped(Box<(PathBuf, TuneManifest)>),
}

/// The verb.
pub(crate) fn tune(registry: &Registry, args: TuneArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    let wanted = args.wanted()?;
    let mut config = args.into_config(&wanted)?;
    let ruleset = registry.find(config.ruleset.as_deref())?;
    if registry.find(None)?.name() == ruleset.name() {
        config.ruleset = None;
    }
    ruleset.tune(&config, &wanted, io)
}

/// `stoker resume` in the folder of a tuning.
pub(crate) fn resume(
    registry: &Registry,
    args: &ResumeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let manifest = read_manifest(&args.folder)?;
    let talk = if args.quiet { Talk::Quiet } else { Talk::Normal };
    let output = args.json.map_or(Output::Text, Output::of);
    if manifest.result.is_some() {
        if talk == Talk::Normal {
            writeln!(io.err, "finished before: there was nothing left to do")?;
        }
        return show::result(&manifest, &args.folder, (talk, output), io);
    }
    let tuning = manifest.tuning;
    let wanted = Wanted {
        asked: manifest.parameters.iter().map(|row| row.asked()).collect(),
        side: None,
        iterations: tuning.iterations,
        seeds: tuning.seeds,
        r_end: Some(tuning.r_end),
        question: Question {
            effect: tuning.effect,
            max_pairs: tuning.max_pairs,
            ..Question::default()
        },
        place: Place::Stopped(Box::new((args.folder.clone(), manifest.clone()))),
        threads: threads(args.threads),
        talk,
        output,
    };
    let look = args.entrants.clone().map_or(Look::InPlace, Look::In);
    let mut config = Config::recorded(manifest.run, look);
    config.map.clone_from(&args.map);
    let ruleset = registry.find(config.ruleset.as_deref())?;
    ruleset.tune(&config, &wanted, io)
}

fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, usize::from)
}

impl TuneArgs {
    fn wanted(&self) -> Result<Wanted, TuneError> {
        let usual = Question { max_pairs: MAX_PAIRS, ..Question::default() };
        Ok(Wanted {
            asked: self.params.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            side: self.side.clone(),
            iterations: self.iterations.unwrap_or(ITERATIONS),
            seeds: self.seeds.unwrap_or(SEEDS),
            r_end: self.r_end,
            question: Question {
                effect: self.effect.unwrap_or(usual.effect),
                max_pairs: self.max_pairs.unwrap_or(usual.max_pairs),
                ..usual
            },
            place: match &self.out {
                _ if self.dry_run => Place::Nowhere,
                Some(folder) if self.force => Place::Target(Target::Over(folder.clone())),
                Some(folder) => Place::Target(Target::At(folder.clone())),
                None => Place::Target(Target::Under(PathBuf::from(RESULTS))),
            },
            threads: threads(self.threads),
            talk: if self.quiet { Talk::Quiet } else { Talk::Normal },
            output: self.json.map_or(Output::Text, Output::of),
        })
    }

    fn into_config(self, wanted: &Wanted) -> anyhow::Result<Config> {
        let seeds = wanted.iterations.saturating_mul(wanted.seeds);
        Ok(Config {
            ruleset: self.ruleset,
            preset: self.preset,
            map: self.map,
            entrants: [self.entrant].into_iter().chain(self.against).collect(),
            matches: Some(seeds.saturating_add(wanted.question.max_pairs)),
            seed: self.seed.map(|seed| SeedText::Text(seed.to_string())),
            starts: self.starts,
            records: Some("none".to_owned()),
            fault_policy: self.fault_policy,
            ..self.outside.into_config()?
        })
    }
}

/// The verb, once the ruleset is known.
pub(crate) fn run<G: Game>(
    ruleset: &Ruleset<G>,
    config: &Config,
    wanted: &Wanted,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    // What is wrong with the question is told before anything is built or tried.
    let schedule = Schedule::new(wanted.iterations, wanted.r_end)?;
    check(wanted)?;
    let mut draft = draft(ruleset, config)?;
    draft.format = Format::Gauntlet(SUBJECT);
    let knobs = settle(&mut draft, wanted)?;
    if let Some(conditions) = &mut draft.conditions {
        match &wanted.place {
            Place::Stopped(before) => {
                let seen = before.1.run.isolation.as_ref().map(|seen| seen.changeable.clone());
                conditions.changeable = seen.unwrap_or_default();
                conditions.in_force = in_force(&conditions.setting)?;
            }
            Place::Nowhere | Place::Target(_) => {
                ready(&draft.game, &mut draft.entrants, conditions, wanted.talk, io)?;
            }
        }
        if stop_flag().load(Ordering::Relaxed) {
            writeln!(io.err, "stopped before a match was played")?;
            return Ok(Exit::Interrupted);
        }
    }
    let plan = Plan::new(draft)?;
    check_field(&plan)?;
    let task = Task { knobs, schedule, seeds: wanted.seeds, question: wanted.question };
    match &wanted.place {
        Place::Nowhere => dry_run(&plan, &task, wanted, io),
        Place::Target(target) => {
            let manifest = TuneManifest::new(&plan, &command(&plan, &task, config), &task)?;
            let name = format!("tune-{}", slug(&plan));
            let found = TuneFolder::open(manifest, &name, target)?;
            carry_out(found, &plan, &task, wanted, io)
        }
        Place::Stopped(before) => {
            let manifest = TuneManifest::new(&plan, "", &task)?;
            let found = TuneFolder::resume(&manifest, &before.0)?;
            carry_out(found, &plan, &task, wanted, io)
        }
    }
}

fn check(wanted: &Wanted) -> Result<(), TuneError> {
    Sprt::new(wanted.question)?;
    match (1..=MOST_SEEDS).contains(&wanted.seeds) {
        true => Ok(()),
        false => Err(TuneError::Seeds { seeds: wanted.seeds, most: MOST_SEEDS }),
    }
}

/// Finds the parameters to tune, and the side to tune them for.
fn settle<G: Game>(draft: &mut Draft<G>, wanted: &Wanted) -> anyhow::Result<Vec<Knob>> {
    let kinds: Vec<_> = kinds(draft.game.sides()).collect();
    let subject = draft.entrants.first_mut().context("nobody is to be tuned: name a bot")?;
    let Source::Builtin(bot, values) = &subject.source else {
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

/// Everyone in the field must have something to say.
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
    found: Found,
    plan: &Plan<G>,
    task: &Task,
    wanted: &Wanted,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let how = (wanted.talk, wanted.output);
    let mut folder = match found {
        Found::New(folder) | Found::Stopped(folder) => folder,
        Found::Finished(path, manifest) => {
            if wanted.talk == Talk::Normal {
                let folder = path.display();
                writeln!(io.err, "tuned before: the results are those in {folder}")?;
            }
            return show::result(&manifest, &path, how, io);
        }
    };
    let path = folder.path().to_owned();
    let meter = Meter::new(io, wanted.talk, task);
    let tuned =
        crate::tune::run::tune(plan, task, &mut folder, wanted.threads, &meter, stop_flag());
    meter.finish();
    match tuned {
        Ok(Tuned::Finished(manifest)) => show::result(&manifest, &path, how, io),
        Ok(Tuned::Stopped { iterations, pairs }) => {
            show::stopped(folder.manifest(), &path, (iterations, pairs), how, io)
        }
        Err(error) => {
            let go_on = how_to_go_on(&path);
            writeln!(io.err, "stopped: all finished iterations are kept; {go_on}")?;
            Err(error.into())
        }
    }
}

/// What would be played, and for how long.
fn dry_run<G: Game>(
    plan: &Plan<G>,
    task: &Task,
    wanted: &Wanted,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let trial = try_out(plan)?;
    let rate = rate(trial.played, trial.time) * f64::from(u32::try_from(wanted.threads)?);
    let pairings = plan.pairings().len() as u64;
    let iterations = task.schedule.iterations();
    let (each, most) = (2 * task.seeds * pairings, 2 * task.question.max_pairs * pairings);
    let (tuning, test) = (duration(iterations * each, rate), duration(most, rate));
    if wanted.output == Output::Json {
        let value = serde_json::json!({
            "iterations": iterations, "matches_per_iteration": each,
            "matches": iterations * each, "most_test_matches": most,
            "threads": wanted.threads, "estimate": tuning, "test_estimate": test,
        });
        print_json(io.out, &value)?;
        return Ok(Exit::Done);
    }
    write!(io.out, "{}", show::task(&TuneManifest::new(plan, "", task)?))?;
    writeln!(io.out, "tuning: {iterations} iterations of {each} matches, about {tuning}")?;
    writeln!(io.out, "final test: at most {most} matches, about {test}")?;
    Ok(Exit::Done)
}

/// The command that runs the same tuning: only what has a say in the results.
fn command<G: Game>(plan: &Plan<G>, task: &Task, config: &Config) -> String {
    let subject = &plan.entrants()[SUBJECT];
    let mut words = vec![format!("stoker tune {}", shell_word(&subject.typed()))];
    for knob in &task.knobs {
        let (low, high) = knob.range();
        words.push(format!("--param {}={low}..{high}:{}", knob.name(), knob.c_end()));
    }
    let field = plan.entrants().iter().skip(SUBJECT + 1).map(Entrant::typed);
    words.extend(field.map(|typed| format!("--against {}", shell_word(&typed))));
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {}", shell_word(&value))));
    };
    option("iterations", Some(task.schedule.iterations().to_string()));
    option("seeds", Some(task.seeds.to_string()));
    option("r-end", Some(task.schedule.r_end().to_string()));
    option("effect", Some(task.question.effect.to_string()));
    option("max-pairs", Some(task.question.max_pairs.to_string()));
    option("ruleset", config.ruleset.clone());
    let usual = G::presets().first().map(|preset| preset.name);
    option("preset", config.preset.clone().filter(|preset| usual != Some(preset.as_str())));
    let usual = G::MAPS.first().map(|map| map.name);
    option("map", config.map.clone().filter(|map| usual != Some(map.as_str())));
    option("seed", (plan.seed() != SEED).then(|| plan.seed().to_string()));
    option("starts", (plan.starts() != Starts::Random).then(|| plan.starts().to_string()));
    let policy = plan.policy();
    option("fault-policy", (policy != FaultPolicy::default()).then(|| policy.to_string()));
    words.extend(plan.conditions().map(typed).into_iter().flatten());
    words.join(" ")
}
