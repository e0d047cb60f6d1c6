//! Options of every verb that plays a run.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use stoker_tournament::results::ResultTarget;

use super::config::LeagueConfig;
use super::league_options::MatchOptions;
use super::pages::PagesArgs;
use super::rules::RulesArgs;
use crate::terminal::progress::Talk;
use crate::terminal::show::Output;

/// The default folder of runs.
const RESULTS: &str = "results";
/// The most threads that can be asked for: a typing mistake should not exhaust the machine.
const MAX_THREADS: i64 = 1_024;

/// The options that say what is played, except the entrants and the number of matches.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) matches: MatchOptions,
}

impl GameArgs {
    /// The values of a league that were given.
    ///
    /// # Errors
    /// If a parameter of the rules is not `NAME=VALUE`.
    pub(crate) fn into_league(self) -> anyhow::Result<LeagueConfig> {
        Ok(LeagueConfig {
            params: self.rules.params()?,
            rules: self.rules.named,
            files: self.rules.files,
            play: self.matches,
            ..LeagueConfig::default()
        })
    }
}

/// The options that say how a run is played and where it is written. None of them changes results.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct RunArgs {
    /// Matches played at once, which does not change results; external bots crowd each other if
    /// there are more matches than cores [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = threads_parser())]
    threads: Option<u16>,
    /// Folder for the results, absent or empty [default: one under results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace what an earlier run wrote to the folder given with --out
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    report: ReportFlag,
    /// Print only errors, and JSON if --json is given
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    json: Option<JsonFlag>,
}

impl RunArgs {
    /// The orders to carry out a task.
    pub(crate) fn orders(&self, task: PlanTask) -> Orders {
        let talk = if self.quiet { Talk::Quiet } else { Talk::Normal };
        let output = self.json.map_or(Output::Text, JsonFlag::output);
        let target = match &self.out {
            Some(folder) if self.force => ResultTarget::Over(folder.clone()),
            Some(folder) => ResultTarget::At(folder.clone()),
            None => ResultTarget::Under(PathBuf::from(RESULTS)),
        };
        let report = self.report.wanted();
        Orders { task, target, report, ..Orders::to_play(self.threads, talk, output) }
    }
}

/// Orders: a task, and how to carry it out.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    pub(crate) task: PlanTask,
    pub(crate) target: ResultTarget,
    /// The folder of an earlier run from which matches are taken.
    pub(crate) reuse: Option<PathBuf>,
    pub(crate) threads: usize,
    pub(crate) talk: Talk,
    pub(crate) output: Output,
    pub(crate) report: WantsReport,
    /// The place of the page that shows the run while it goes on, if one is wanted.
    pub(crate) live: Option<PagesArgs>,
}

/// A task to carry out with a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlanTask {
    Play,
    Estimate,
    PrintConfig,
}

impl Orders {
    /// The orders to play in a folder that is known.
    pub(crate) fn to_play(threads: Option<u16>, talk: Talk, output: Output) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = threads.map_or_else(cores, usize::from);
        let target = ResultTarget::Under(PathBuf::from(RESULTS));
        let report = WantsReport::Yes;
        Self {
            task: PlanTask::Play,
            target,
            reuse: None,
            threads,
            talk,
            output,
            report,
            live: None,
        }
    }
}

pub(crate) fn threads_parser() -> impl clap::builder::TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=MAX_THREADS)
}

/// The choice to write a report at the end of a run, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WantsReport {
    Yes,
    No,
}

/// `--no-report`.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct ReportFlag {
    /// Write no report.html; `stoker report` makes it later
    #[arg(long)]
    no_report: bool,
}

impl ReportFlag {
    /// The choice that was made.
    pub(crate) fn wanted(self) -> WantsReport {
        if self.no_report { WantsReport::No } else { WantsReport::Yes }
    }
}

/// `--json`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct JsonFlag {
    /// Print JSON instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

impl JsonFlag {
    /// The output that was asked for.
    pub(crate) fn output(self) -> Output {
        if self.json { Output::Json } else { Output::Text }
    }
}
