//! The command line as data: the verbs with their options, examples and help, and configurations.
//!
//! Nothing here carries anything out. The file of the same name in `verbs` carries out a verb.

pub(crate) mod analyse;
pub(crate) mod bots;
pub(crate) mod build;
pub(crate) mod builds;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod diff;
pub(crate) mod exploit;
pub(crate) mod external;
pub(crate) mod fit;
pub(crate) mod gauge;
pub(crate) mod keys;
pub(crate) mod league;
pub(crate) mod league_options;
pub(crate) mod man;
pub(crate) mod maps;
pub(crate) mod merge;
pub(crate) mod options;
pub(crate) mod pages;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod play_match;
pub(crate) mod playouts;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod rules;
pub(crate) mod rulesets;
pub(crate) mod slurm;
pub(crate) mod sweep;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod view;

use clap::{Parser, Subcommand};

/// An AI tournament harness for hidden-movement games.
///
/// Without a verb it plays the default league: built-in bots, a leaderboard, files under results/.
#[derive(Debug, Parser)]
#[command(name = "stoker", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

const EXAMPLES: &str = "\
Examples:
  stoker                                          the default league
  stoker league tracker lurker wanderer           a league of your own
  stoker match hunters=tracker dracula=lurker --watch
  stoker bots                                     the bots you can play";

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Play a tournament
    #[command(after_help = league::EXAMPLES)]
    League(Box<league::LeagueArgs>),
    /// Play a league with many settings of its bots and rules, and compare the settings
    #[command(after_help = sweep::EXAMPLES, mut_arg("until_interval", |arg| arg.hide(true)))]
    Sweep(Box<sweep::SweepArgs>),
    /// Continue a run that was stopped
    #[command(after_help = resume::EXAMPLES)]
    Resume(resume::ResumeArgs),
    /// Join the shards of a run
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    /// Find out which of two bots is better, in as few matches as possible
    #[command(after_help = compare::EXAMPLES)]
    Compare(Box<compare::CompareArgs>),
    /// Tune a bot's numeric parameters against a fixed field
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<tune::TuneArgs>),
    /// Measure how far bots are from perfect play
    #[command(after_help = gauge::EXAMPLES)]
    Gauge(Box<gauge::GaugeArgs>),
    /// Learn from records how a side chooses its moves
    #[command(after_help = fit::EXAMPLES)]
    Fit(fit::FitArgs),
    /// Search for the opponent that beats a bot by most
    #[command(after_help = exploit::EXAMPLES)]
    Exploit(Box<exploit::ExploitArgs>),
    /// Play one match, turn by turn
    #[command(name = "match", after_help = play_match::EXAMPLES)]
    Match(play_match::MatchArgs),
    /// Play against bots, in the browser
    #[cfg(feature = "play")]
    #[command(after_help = play::EXAMPLES)]
    Play(play::PlayArgs),
    /// Build submissions as a league does
    #[command(after_help = build::EXAMPLES)]
    Build(build::BuildArgs),
    /// List the stored submissions and builds, and remove those that are not needed
    #[command(after_help = builds::EXAMPLES)]
    Builds(builds::BuildsArgs),
    /// Find out whether a bot can be submitted, and what to change if it cannot
    #[command(after_help = check::EXAMPLES)]
    Check(check::CheckArgs),
    /// Write a plan as a job array for a cluster
    #[command(after_help = slurm::EXAMPLES)]
    Slurm(slurm::SlurmArgs),
    /// Check results: compare the files of a run with each other, and replay its records
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::VerifyArgs),
    /// Show a record, turn by turn
    #[command(after_help = replay::EXAMPLES)]
    Replay(replay::ReplayArgs),
    /// Write the report of a run: leaderboards, charts, faults, replays
    #[command(after_help = report::EXAMPLES)]
    Report(report::ReportArgs),
    /// Find the moves of a match that cost most, given what the player could know
    #[command(after_help = analyse::EXAMPLES)]
    Analyse(Box<analyse::AnalyseArgs>),
    /// Show the position that a past-plays string describes
    #[command(after_help = view::EXAMPLES)]
    View(view::ViewArgs),
    /// Show the first row in which two runs differ
    #[command(after_help = diff::EXAMPLES)]
    Diff(diff::DiffArgs),
    /// List the bots and their parameters
    #[command(after_help = bots::EXAMPLES)]
    Bots(bots::BotsArgs),
    /// List the rulesets: sides, scores, presets, parameters
    #[command(after_help = rulesets::EXAMPLES)]
    Rulesets(rulesets::RulesetsArgs),
    /// List the maps
    #[command(after_help = maps::EXAMPLES)]
    Maps(maps::MapsArgs),
    /// Print a completion script for a shell
    #[command(after_help = completions::EXAMPLES)]
    Completions(completions::CompletionsArgs),
    /// Print or write man pages
    #[command(after_help = man::EXAMPLES)]
    Man(man::ManArgs),
}

/// All options are there only in a program with pages that are served.
#[cfg(all(test, feature = "play"))]
mod tests;
