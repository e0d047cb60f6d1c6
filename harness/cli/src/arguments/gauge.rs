//! The arguments of `stoker gauge`.

use super::config::LeagueConfig;
use super::external::ExternalArgs;
use super::keys::count;
use super::options::{GameArgs, Orders, RunArgs};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker gauge tracker patrol --against lurker wanderer
  stoker gauge tracker --against lurker --matches 400 --out results/how-good
  stoker gauge                                    every built-in bot that does not search
  stoker gauge my-bot/ --against lurker --json
  stoker gauge omniscient:depth=1 --against lurker

Every bot plays the same seeds as two references: one that ignores its opponents, at 0%, and one
that is told the hidden state, at 100%. The share is (score - blind) / (omniscient - blind).
docs/bots-limits.md says what it means. Only this command plays bots that are told the hidden state.

Exit status: 0 if all is played; 3 if more than 1% of the matches are void; 130 after Ctrl-C, which
keeps the finished seeds; 2 if it cannot be played.";

/// `stoker gauge`.
#[derive(Debug, Clone, clap::Args)]
// No match of a measurement is recorded.
#[command(mut_arg("records", |arg| arg.hide(true)))]
pub(crate) struct GaugeArgs {
    /// The bots to measure, written as in `stoker league` [default: all that do not search and play
    /// a side that has references]
    #[arg(value_name = "ENTRANT")]
    pub(crate) entrants: Vec<String>,
    /// The opponents of each [default: every bot of the other side that does not search]
    #[arg(long, value_name = "ENTRANT", num_args = 1..)]
    pub(crate) against: Vec<String>,
    /// Matches of each bot against each opponent [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) matches: Option<u64>,
    #[command(flatten)]
    pub(crate) play: GameArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}

/// An order to measure bots.
#[derive(Debug, Clone)]
pub(crate) struct GaugeOrder {
    pub(crate) entrants: Vec<String>,
    pub(crate) against: Vec<String>,
    pub(crate) matches: u64,
    pub(crate) config: LeagueConfig,
    pub(crate) orders: Orders,
}
