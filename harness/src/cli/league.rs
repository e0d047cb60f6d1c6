//! `stoker league`: a tournament.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use stoker_engine::{Game, Seed};

use super::config::{Config, SeedText};
use super::draft::{MATCHES, RECORDS, SEED, draft};
use super::estimate::dry_run;
use super::interrupt::stop_flag;
use super::io::{Exit, Io, print_json, unless_unread};
use super::outside::{OutsideArgs, ready, typed};
use super::print_config::{config_text, format_text};
use super::progress::{Meter, Talk};
use super::setup::count;
use super::show::{JsonFlag, Output, json_of, leaderboards};
use crate::external::limits::LimitsError;
use crate::fault::FaultPolicy;
use crate::plan::{Format, Keep, Plan, Shard, Starts};
use crate::registry::{Registry, Ruleset};
use crate::results::{Opened, RunFolder, Target, read_run};
use crate::reuse::Earlier;
use crate::run::{Completion, RunSummary};
use crate::spec::shell_word;

/// Where runs are written if nothing is said.
const RESULTS: &str = "results";
/// The most threads that can be asked for: a typing mistake should not exhaust the machine.
const MAX_THREADS: i64 = 1_024;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league random                          one bot against itself, on every side
  stoker league tracker patrol lurker --matches 1000 --seed 7
  stoker league hunters=random lurker:depth=2 deep@lurker:depth=5
  stoker league tracker random wanderer lurker --format gauntlet:tracker
  stoker league subs/ --format ladder --matches 20      hundreds of entrants
  stoker league my-bot/ tracker lurker          a submission, against built-in bots
  stoker league subs/ tracker lurker            a folder of submissions
  stoker league --config league.toml --out results/today
  stoker league subs/ --reuse results/monday    again, playing only what has changed since
  stoker league random --print-config > league.toml
  stoker league random --dry-run                what would be played, and for how long";

/// `stoker league`.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct LeagueArgs {
    /// Who takes part: `[SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]`, or in the place of BOT the folder
    /// of a submission, a folder of them, or PROTOCOL:COMMAND; `stoker bots` lists bots, and if
    /// nobody is named, all of them play
    #[arg(value_name = "ENTRANT")]
    entrants: Vec<String>,
    /// Read the league from a TOML file; options and entrants given here replace its own
    #[arg(long, value_name = "F.toml")]
    config: Option<PathBuf>,
    /// Rules to play by; `stoker rulesets` lists them
    #[arg(long, value_name = "R")]
    ruleset: Option<String>,
    /// Named parameters of the rules
    #[arg(long, value_name = "P")]
    preset: Option<String>,
    /// A map that comes with the program, or a map file
    #[arg(long, value_name = "F")]
    map: Option<String>,
    /// Who meets whom: round-robin, gauntlet:ENTRANT for that one's pairings only, or ladder for a
    /// large field, of which the better half goes on again and again (ladder:RUNGS for so often)
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Matches per pairing, or on a ladder of each entrant on the lowest rung [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    matches: Option<u64>,
    /// Master seed, 16 hexadecimal digits or a decimal number [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Matches played at once [default: the cores there are]; results do not depend on it, but more
    /// than the cores there are crowd external bots
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = threads_parser())]
    threads: Option<u16>,
    /// How matches begin: with the rules' seeded random opening, or free [default: random]
    #[arg(long, value_name = "START", value_parser = starts_parser())]
    starts: Option<String>,
    /// Which matches are recorded: none, sample:N or all [default: sample:100]
    #[arg(long, value_name = "RECORDS")]
    records: Option<Keep>,
    /// What follows a fault: default moves for the seat (course) or this turn only (lenient), or
    /// the loss of the match (forfeit) [default: course]
    #[arg(long, value_name = "POLICY", value_parser = policy_parser())]
    fault_policy: Option<String>,
    /// Play only the I-th of N parts, to be joined by `stoker merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// End when every 95% interval of a mean score is within plus or minus X; seen every 8 seeds,
    /// from 32 on
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    until_interval: Option<f64>,
    /// Take the matches of pairings in which nobody has changed from an earlier, finished run, and
    /// show who has moved since then
    #[arg(long, value_name = "DIR", conflicts_with = "print_config")]
    reuse: Option<PathBuf>,
    /// Folder for the results, absent or empty [default: one under results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace what an earlier run wrote to the folder given with --out
    #[arg(long, requires = "out")]
    force: bool,
    /// Print nothing but errors, and JSON if asked for
    #[arg(long)]
    quiet: bool,
    /// Print what would be played and how long it would take, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the league as a commented configuration, and play nothing
    #[arg(long, conflicts_with = "dry_run")]
    print_config: bool,
    #[command(flatten)]
    json: Option<JsonFlag>,
    #[command(flatten)]
    outside: OutsideArgs,
}

pub(crate) fn threads_parser() -> impl clap::builder::TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=MAX_THREADS)
}

fn starts_parser() -> impl clap::builder::TypedValueParser<Value = String> {
    PossibleValuesParser::new(["free", "random"]).map(|text| text)
}

fn policy_parser() -> impl clap::builder::TypedValueParser<Value = String> {
    PossibleValuesParser::new(["course", "forfeit", "lenient"]).map(|text| text)
}

/// What to do with a plan, and how.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    task: Task,
    target: Target,
    /// The folder of a run that matches are taken from.
    reuse: Option<PathBuf>,
    threads: usize,
    talk: Talk,
    output: Output,
}

#[derive(Debug, Clone, Copy)]
enum Task {
    Play,
    Estimate,
    PrintConfig,
}

/// The verb.
pub(crate) fn league(
    registry: &Registry,
    args: LeagueArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let file = args.config.as_deref().map(Config::read).transpose()?;
    let orders = args.orders();
    let config = file.unwrap_or_default().overlaid(args.into_config()?);
    play_on(registry, config, &orders, io)
}

/// `stoker` without arguments.
pub(crate) fn default_league(registry: &Registry, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    let Some(text) = registry.default_config() else {
        anyhow::bail!("this program has no default league: try `stoker league` or `stoker --help`");
    };
    let config = Config::parse("the default league", text)?;
    play_on(registry, config, &LeagueArgs::default().orders(), io)
}

/// Finds the ruleset, and forgets its name if it is the one that is meant without a name.
fn play_on(
    registry: &Registry,
    mut config: Config,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let ruleset = registry.find(config.ruleset.as_deref())?;
    if registry.find(None)?.name() == ruleset.name() {
        config.ruleset = None;
    }
    ruleset.league(&config, orders, io)
}

impl Orders {
    /// To play, in a folder that is known.
    pub(crate) fn to_play(threads: Option<u16>, talk: Talk, output: Output) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = threads.map_or_else(cores, usize::from);
        Self {
            task: Task::Play,
            target: Target::Under(PathBuf::from(RESULTS)),
            reuse: None,
            threads,
            talk,
            output,
        }
    }
}

impl LeagueArgs {
    fn orders(&self) -> Orders {
        let talk = if self.quiet { Talk::Quiet } else { Talk::Normal };
        let output = self.json.map_or(Output::Text, Output::of);
        Orders {
            task: match (self.dry_run, self.print_config) {
                (true, _) => Task::Estimate,
                (_, true) => Task::PrintConfig,
                _ => Task::Play,
            },
            target: match &self.out {
                Some(folder) if self.force => Target::Over(folder.clone()),
                Some(folder) => Target::At(folder.clone()),
                None => Target::Under(PathBuf::from(RESULTS)),
            },
            reuse: self.reuse.clone(),
            ..Orders::to_play(self.threads, talk, output)
        }
    }

    fn into_config(self) -> Result<Config, LimitsError> {
        Ok(Config {
            ruleset: self.ruleset,
            preset: self.preset,
            map: self.map,
            entrants: self.entrants,
            format: self.format,
            matches: self.matches,
            seed: self.seed.map(|seed| SeedText::Text(seed.to_string())),
            starts: self.starts,
            records: self.records.map(|keep| keep.to_string()),
            fault_policy: self.fault_policy,
            until_interval: self.until_interval,
            shard: self.shard,
            ..self.outside.into_config()?
        })
    }
}

/// The verb, once the ruleset is known.
pub(crate) fn run<G: Game>(
    ruleset: &Ruleset<G>,
    config: &Config,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let mut draft = draft(ruleset, config)?;
    if let (Some(conditions), Task::Play | Task::Estimate) = (&mut draft.conditions, orders.task) {
        ready(&draft.game, &mut draft.entrants, conditions, orders.talk, io)?;
        if stop_flag().load(Ordering::Relaxed) {
            writeln!(io.err, "stopped before a match was played")?;
            return Ok(Exit::Interrupted);
        }
    }
    let plan = Plan::new(draft)?;
    let earlier = orders.reuse.as_deref().map(|folder| Earlier::open(&plan, folder)).transpose()?;
    match orders.task {
        Task::PrintConfig => io.out.write_all(config_text(&plan, config)?.as_bytes())?,
        Task::Estimate => {
            let reused = earlier.map(|earlier| earlier.matches());
            dry_run(&plan, reused, orders.threads, orders.output, io)?;
        }
        Task::Play => {
            let command = command(&plan, config, orders.reuse.as_deref());
            let opened = match &earlier {
                Some(earlier) => earlier.begin(&command, &orders.target)?,
                None => RunFolder::open(&plan, &command, &orders.target)?,
            };
            return play(opened, &plan, orders, io);
        }
    }
    Ok(Exit::Done)
}

fn play<G: Game>(
    opened: Opened,
    plan: &Plan<G>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    match opened {
        Opened::Existing(path) => {
            let summary = read_run(&path)?;
            if orders.talk == Talk::Normal {
                let folder = path.display();
                writeln!(io.err, "played before: the results are those in {folder}")?;
            }
            show(plan, &summary, &path, orders, io)
        }
        Opened::New(folder) => play_into(folder, plan, orders, io),
        Opened::Stopped(folder) => {
            if orders.talk == Talk::Normal {
                let path = folder.path().display();
                writeln!(io.err, "going on with the run in {path}")?;
            }
            play_into(folder, plan, orders, io)
        }
    }
}

pub(crate) fn play_into<G: Game>(
    mut folder: RunFolder,
    plan: &Plan<G>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let path = folder.path().to_owned();
    let meter = Meter::new(io, orders.talk, plan.len());
    let outcome = crate::run::league(plan, &mut folder, orders.threads, &meter, stop_flag());
    meter.finish();
    let summary = match outcome {
        Ok(summary) => summary,
        Err(error) => {
            writeln!(io.err, "stopped: all finished matches are kept; {}", how_to_go_on(&path))?;
            return Err(error.into());
        }
    };
    show(plan, &summary, &path, orders, io)
}

pub(crate) fn show<G: Game>(
    plan: &Plan<G>,
    summary: &RunSummary,
    folder: &Path,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let game = plan.game();
    let exit = match summary.completion {
        Completion::Complete | Completion::Enough => Exit::Done,
        Completion::Stopped => Exit::Interrupted,
    };
    if let (Some(shard), Output::Text) = (plan.shard(), orders.output) {
        return show_shard(shard, summary, folder, orders, io).map(|()| exit);
    }
    let written = match (orders.output, orders.talk) {
        (Output::Json, _) => print_json(io.out, &json_of(summary, folder)),
        (Output::Text, Talk::Quiet) => Ok(()),
        (Output::Text, Talk::Normal) => {
            let tables = leaderboards(summary, game.sides(), game.scores(), io.out_to);
            let notes = notes(plan);
            writeln!(io.out, "{tables}{notes}{}", closing(plan, summary, folder))
                .map_err(Into::into)
        }
    };
    unless_unread(exit, written)
}

/// How far a shard is: results come from all of them together.
fn show_shard(
    shard: Shard,
    summary: &RunSummary,
    folder: &Path,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    if orders.talk == Talk::Quiet {
        return Ok(());
    }
    let (done, total, of) = (summary.done, summary.total, shard.of());
    writeln!(io.out, "shard {shard}: {done} of {total} matches, in {}", folder.display())?;
    match summary.completion {
        Completion::Stopped => writeln!(io.out, "{}", how_to_go_on(folder))?,
        Completion::Complete | Completion::Enough => {
            writeln!(io.out, "when all {of} are there: stoker merge DIR... --out DIR")?
        }
    }
    Ok(())
}

/// The command that goes on with a run.
pub(crate) fn how_to_go_on(folder: &Path) -> String {
    format!("to go on: stoker resume {}", shell_word(&folder.to_string_lossy()))
}

/// What a reader of the results should know about them.
fn notes<G: Game>(plan: &Plan<G>) -> String {
    let Some(conditions) = plan.conditions() else { return String::new() };
    let mut text = "External bots took part: another run can end otherwise.".to_owned();
    if !conditions.changeable.is_empty() {
        let names = conditions.changeable.join(", ");
        text += &format!("\nSeen to play otherwise the second time: {names}.");
    }
    text + "\n"
}

fn closing<G: Game>(plan: &Plan<G>, summary: &RunSummary, path: &Path) -> String {
    let (folder, done, total) = (path.display(), summary.done, summary.total);
    match summary.completion {
        Completion::Complete if done == 1 => format!("1 match; results in {folder}"),
        Completion::Complete => format!("{done} matches; results in {folder}"),
        Completion::Enough => {
            let width = plan.until_interval().map(|width| format!(" (to +-{width})"));
            let width = width.unwrap_or_default();
            format!("precise enough{width} after {done} of {total} matches; results in {folder}")
        }
        Completion::Stopped => format!(
            "interrupted after {done} of {total} matches; results so far in {folder}\n{}",
            how_to_go_on(path)
        ),
    }
}

/// The command that plays the same plan: only what has a say in the results.
fn command<G: Game>(plan: &Plan<G>, config: &Config, reuse: Option<&Path>) -> String {
    let reuse = reuse.map(|folder| folder.to_string_lossy().into_owned());
    // There is no option for a parameter of the rules.
    if !config.params.is_empty() {
        let reuse = reuse.map(|folder| format!(" --reuse {}", shell_word(&folder)));
        return format!("stoker league --config run.toml{}", reuse.unwrap_or_default());
    }
    let mut words = vec!["stoker league".to_owned()];
    words.extend(plan.entrants().iter().map(|entrant| shell_word(&entrant.typed())));
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {}", shell_word(&value))));
    };
    option("ruleset", config.ruleset.clone());
    let usual = G::presets().first().map(|preset| preset.name);
    option("preset", config.preset.clone().filter(|preset| usual != Some(preset.as_str())));
    let usual = G::MAPS.first().map(|map| map.name);
    option("map", config.map.clone().filter(|map| usual != Some(map.as_str())));
    let format = (plan.format() != Format::RoundRobin).then(|| format_text(plan));
    option("format", format);
    option("matches", (plan.matches() != MATCHES).then(|| plan.matches().to_string()));
    option("seed", (plan.seed() != SEED).then(|| plan.seed().to_string()));
    option("starts", (plan.starts() != Starts::Random).then(|| plan.starts().to_string()));
    let policy = plan.policy();
    option("fault-policy", (policy != FaultPolicy::default()).then(|| policy.to_string()));
    option("until-interval", plan.until_interval().map(|width| width.to_string()));
    option("records", (plan.keep() != RECORDS).then(|| plan.keep().to_string()));
    option("reuse", reuse);
    words.extend(plan.conditions().map(typed).into_iter().flatten());
    words.join(" ")
}
