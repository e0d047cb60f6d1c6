//! The command line for any registry.
//!
//! [`run_command`] reads arguments and carries a verb out. Arguments are in `arguments`, the
//! commands themselves in `verbs`, and their output streams in `terminal`.

use std::ffi::OsString;
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Cli, Verb};
use crate::registry::Registry;
use crate::terminal::interrupt::was_interrupted;
use crate::terminal::io::{Io, StreamKind, error_line, is_broken_pipe, placed, unless_unread};
#[cfg(feature = "play")]
use crate::verbs::play;
use crate::verbs::{
    analyse, bots, build, builds, check, compare, completions, diff, exploit, fit, gauge, league,
    man, maps, merge, replay, report, resume, rulesets, slurm, sweep, tune, verify, view,
};

pub use crate::terminal::io::CommandExit;

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
    stoker_sandbox::enter_if_launched();
    let (out_to, err_to) = (StreamKind::of(&stdout()), StreamKind::of(&stderr()));
    let (mut out, mut err) = (std::io::BufWriter::new(stdout()), stderr());
    let mut io = Io { out: &mut out, err: &mut err, out_to, err_to };
    run_on_streams(registry, std::env::args_os(), &mut io).into()
}

/// Carries out one command, and writes results and errors to readers that are not terminals.
///
/// The first argument is the program's name, as from [`std::env::args_os`].
pub fn run_command<A: Into<OsString> + Clone>(
    registry: &Registry,
    args: impl IntoIterator<Item = A>,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
) -> CommandExit {
    let mut io = Io { out, err, out_to: StreamKind::Pipe, err_to: StreamKind::Pipe };
    run_on_streams(registry, args, &mut io)
}

fn run_on_streams<A: Into<OsString> + Clone>(
    registry: &Registry,
    args: impl IntoIterator<Item = A>,
    io: &mut Io<'_>,
) -> CommandExit {
    let result = match Cli::try_parse_from(args) {
        Ok(cli) => carry_out(registry, cli, io),
        Err(usage) => print_usage(&usage, io),
    };
    let exit = result.and_then(|exit| unless_unread(exit, io.out.flush().map_err(Into::into)));
    match exit {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => CommandExit::Done,
        Err(error) => {
            let exit = if was_interrupted(&error) {
                CommandExit::Interrupted
            } else {
                CommandExit::Failed
            };
            // Earlier output belongs before the error. If it cannot be written, the error still is.
            let _ = io.out.flush();
            let _ = writeln!(io.err, "error: {}", error_line(&placed(error)));
            exit
        }
    }
}

fn carry_out(registry: &Registry, cli: Cli, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
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
        Some(Verb::Match(args)) => {
            registry.find(args.rules.named.ruleset.as_deref())?.play_match(&args, io)
        }
        #[cfg(feature = "play")]
        Some(Verb::Play(args)) => play::play(registry, &args, io),
        Some(Verb::Build(args)) => build::build(registry, &args, io),
        Some(Verb::Builds(args)) => builds::builds(&args, io),
        Some(Verb::Check(args)) => check::check_one(registry, &args, io),
        Some(Verb::Slurm(args)) => slurm::slurm(registry, &args, io),
        Some(Verb::Verify(args)) => verify::verify(registry, &args, io),
        Some(Verb::Replay(args)) => replay::replay(registry, &args, io),
        Some(Verb::Report(args)) => report::report(registry, &args, io),
        Some(Verb::Analyse(args)) => analyse::analyse(registry, &args, io),
        Some(Verb::View(args)) => view::view(registry, &args, io),
        Some(Verb::Diff(args)) => diff::diff(&args, io),
        Some(Verb::Bots(args)) => bots::bots(registry, &args, io),
        Some(Verb::Rulesets(args)) => rulesets::rulesets(registry, &args, io),
        Some(Verb::Maps(args)) => maps::maps(registry, &args, io),
        Some(Verb::Completions(args)) => completions::completions(registry, &args, io),
        Some(Verb::Man(args)) => man::man(&args, io),
    }
}

/// Help and version are results; a wrong argument is an error.
fn print_usage(usage: &clap::Error, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let (out, to, exit): (&mut dyn Write, _, _) = match usage.use_stderr() {
        true => (&mut *io.err, io.err_to, CommandExit::Failed),
        false => (&mut *io.out, io.out_to, CommandExit::Done),
    };
    match to {
        StreamKind::Terminal => write!(out, "{}", usage.render().ansi())?,
        StreamKind::Pipe => write!(out, "{}", usage.render())?,
    }
    Ok(exit)
}
