//! The command line: one file per verb.
//!
//! [`run`] reads arguments and carries a verb out; verbs that need to know a ruleset's types are
//! methods of `AnyRuleset`.

mod any;
mod bots;
mod build;
mod builds;
mod check;
mod compare;
mod completions;
mod config;
mod diff;
mod draft;
mod estimate;
mod exploit;
mod fit;
mod folder;
pub(crate) mod fuzzing;
mod gauge;
mod interrupt;
mod io;
mod league;
mod lists;
mod man;
mod maps;
mod merge;
mod narrate;
mod options;
mod outside;
mod play_match;
mod print_config;
mod progress;
mod recorded;
mod replay;
mod resume;
mod rulesets;
mod setup;
mod show;
mod show_sweep;
mod slurm;
mod sweep;
mod tune;
mod verify;
mod view;

use std::ffi::OsString;
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::registry::Registry;
use interrupt::was_interrupted;
use io::{Io, Reader, error_line, is_broken_pipe, placed, unless_unread};

pub(crate) use any::AnyRuleset;
pub use io::Exit;

/// An AI tournament harness for hidden-movement games.
///
/// Without a verb it plays the default league: built-in bots, a leaderboard, files under results/.
#[derive(Debug, Parser)]
#[command(name = "stoker", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
}

const EXAMPLES: &str = "\
Examples:
  stoker                                          the default league
  stoker league tracker lurker wanderer           a league of your own
  stoker match hunters=tracker dracula=lurker --watch
  stoker bots                                     the bots you can play";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Play a tournament
    #[command(after_help = league::EXAMPLES)]
    League(Box<league::LeagueArgs>),
    /// Play a league in many settings of its bots and rules, and compare them
    #[command(after_help = sweep::EXAMPLES, mut_arg("until_interval", |arg| arg.hide(true)))]
    Sweep(Box<sweep::SweepArgs>),
    /// Go on with a run that was stopped
    #[command(after_help = resume::EXAMPLES)]
    Resume(resume::ResumeArgs),
    /// Join shards of a run
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    /// Find out which of two bots is better, after as few matches as it takes
    #[command(after_help = compare::EXAMPLES)]
    Compare(Box<compare::CompareArgs>),
    /// Tune a bot's numeric parameters against a fixed field
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<tune::TuneArgs>),
    /// Measure how far bots are from perfect
    #[command(after_help = gauge::EXAMPLES)]
    Gauge(Box<gauge::GaugeArgs>),
    /// Learn from records how a side chooses its moves
    #[command(after_help = fit::EXAMPLES)]
    Fit(fit::FitArgs),
    /// Search for whoever beats a bot most
    #[command(after_help = exploit::EXAMPLES)]
    Exploit(Box<exploit::ExploitArgs>),
    /// Play one match, turn by turn
    #[command(name = "match", after_help = play_match::EXAMPLES)]
    Match(play_match::MatchArgs),
    /// Build submissions, as a league would
    #[command(after_help = build::EXAMPLES)]
    Build(build::BuildArgs),
    /// Show what is kept of submissions and builds, and remove what is not needed
    #[command(after_help = builds::EXAMPLES)]
    Builds(builds::BuildsArgs),
    /// Find out whether a bot is fit to be handed in, and what to change if not
    #[command(after_help = check::EXAMPLES)]
    Check(check::CheckArgs),
    /// Write a plan as a job array for a cluster
    #[command(after_help = slurm::EXAMPLES)]
    Slurm(slurm::SlurmArgs),
    /// Check results: every file of a run against the others, and records by replaying them
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::VerifyArgs),
    /// Show a record, turn by turn
    #[command(after_help = replay::EXAMPLES)]
    Replay(replay::ReplayArgs),
    /// Show the position that a past-plays string describes
    #[command(after_help = view::EXAMPLES)]
    View(view::ViewArgs),
    /// Show the first row in which two runs differ
    #[command(after_help = diff::EXAMPLES)]
    Diff(diff::DiffArgs),
    /// List the bots and what can be set about them
    #[command(after_help = bots::EXAMPLES)]
    Bots(bots::BotsArgs),
    /// List the rules: sides, scores, presets, parameters
    #[command(after_help = rulesets::EXAMPLES)]
    Rulesets(rulesets::RulesetsArgs),
    /// List the maps
    #[command(after_help = maps::EXAMPLES)]
    Maps(maps::MapsArgs),
    /// Print what a shell needs to complete commands
    #[command(after_help = completions::EXAMPLES)]
    Completions(completions::CompletionsArgs),
    /// Print or write man pages
    #[command(after_help = man::EXAMPLES)]
    Man(man::ManArgs),
}

/// The whole command line, for a program with rulesets or bots of its own.
///
/// Reads the process's arguments, writes to its standard streams, and gives what `main` returns.
///
/// # Examples
/// ```no_run
/// use stoker::registry::Registry;
///
/// fn main() -> std::process::ExitCode {
///     stoker::main_with(&Registry::builtin())
/// }
/// ```
#[must_use]
pub fn main_with(registry: &Registry) -> ExitCode {
    stoker_launcher::enter_if_launched();
    let (out_to, err_to) = (Reader::of(&stdout()), Reader::of(&stderr()));
    let (mut out, mut err) = (std::io::BufWriter::new(stdout()), stderr());
    let mut io = Io { out: &mut out, err: &mut err, out_to, err_to };
    run_on(registry, std::env::args_os(), &mut io).into()
}

/// Carries out one command, with results and errors written where told, for readers that are no
/// terminals.
///
/// The first argument is the program's name, as from [`std::env::args_os`].
pub fn run<A: Into<OsString> + Clone>(
    registry: &Registry,
    args: impl IntoIterator<Item = A>,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
) -> Exit {
    let mut io = Io { out, err, out_to: Reader::Pipe, err_to: Reader::Pipe };
    run_on(registry, args, &mut io)
}

fn run_on<A: Into<OsString> + Clone>(
    registry: &Registry,
    args: impl IntoIterator<Item = A>,
    io: &mut Io<'_>,
) -> Exit {
    let result = match Cli::try_parse_from(args) {
        Ok(cli) => carry_out(registry, cli, io),
        Err(usage) => print_usage(&usage, io),
    };
    let exit = result.and_then(|exit| unless_unread(exit, io.out.flush().map_err(Into::into)));
    match exit {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Done,
        Err(error) => {
            let exit = if was_interrupted(&error) { Exit::Interrupted } else { Exit::Failed };
            // What was printed before the error belongs before it; if that cannot be, so be it.
            let _ = io.out.flush();
            let _ = writeln!(io.err, "error: {}", error_line(&placed(error)));
            exit
        }
    }
}

fn carry_out(registry: &Registry, cli: Cli, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    match cli.verb {
        None => league::default_league(registry, io),
        Some(Verb::League(args)) => league::league(registry, *args, io),
        Some(Verb::Sweep(args)) => sweep::sweep(registry, *args, io),
        Some(Verb::Resume(args)) => resume::resume(registry, &args, io),
        Some(Verb::Merge(args)) => merge::merge(registry, &args, io),
        Some(Verb::Compare(args)) => compare::compare(registry, *args, io),
        Some(Verb::Tune(args)) => tune::tune(registry, *args, io),
        Some(Verb::Gauge(args)) => gauge::gauge(registry, *args, io),
        Some(Verb::Fit(args)) => fit::fit(registry, &args, io),
        Some(Verb::Exploit(args)) => exploit::exploit(registry, *args, io),
        Some(Verb::Match(args)) => registry.find(args.ruleset.as_deref())?.play_match(&args, io),
        Some(Verb::Build(args)) => build::run(registry, &args, io),
        Some(Verb::Builds(args)) => builds::builds(&args, io),
        Some(Verb::Check(args)) => registry.find(args.ruleset.as_deref())?.check(&args, io),
        Some(Verb::Slurm(args)) => slurm::run(registry, &args, io),
        Some(Verb::Verify(args)) => verify::verify(registry, &args, io),
        Some(Verb::Replay(args)) => replay::replay(registry, &args, io),
        Some(Verb::View(args)) => view::view(registry, &args, io),
        Some(Verb::Diff(args)) => diff::run(&args, io),
        Some(Verb::Bots(args)) => bots::run(registry, &args, io),
        Some(Verb::Rulesets(args)) => rulesets::run(registry, &args, io),
        Some(Verb::Maps(args)) => maps::run(registry, &args, io),
        Some(Verb::Completions(args)) => completions::run(&args, io),
        Some(Verb::Man(args)) => man::run(&args, io),
    }
}

/// Help and version are results; a wrong argument is an error.
fn print_usage(usage: &clap::Error, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    let (out, to, exit): (&mut dyn Write, _, _) = match usage.use_stderr() {
        true => (&mut *io.err, io.err_to, Exit::Failed),
        false => (&mut *io.out, io.out_to, Exit::Done),
    };
    match to {
        Reader::Terminal => write!(out, "{}", usage.render().ansi())?,
        Reader::Pipe => write!(out, "{}", usage.render())?,
    }
    Ok(exit)
}
