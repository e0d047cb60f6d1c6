//! The arguments of `stoker check`.

use std::path::PathBuf;

use stoker_tournament::starts::Starts;

use super::external::ExternalArgs;
use super::options::JsonFlag;
use super::rules::RulesArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker check my-bot/                            a folder, which is built first
  stoker check lines:\"python3 bot.py\" --side hunters
  stoker check course:./player --limit cpu_ms=500
  stoker check tracker                            a built-in bot
  stoker check my-bot/ --position moment.json     its answer in one position

Exit status: 0 if nothing is wrong, 1 if something is, 2 if the bot could not be checked.";

/// `stoker check`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CheckArgs {
    /// The bot to check: a folder, course:COMMAND, lines:COMMAND, or a built-in bot
    #[arg(value_name = "ENTRANT")]
    pub(crate) entrant: String,
    /// Check the bot on this side only [default: every side that it plays]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// Ask the bot in this position alone: a JSON file as docs/transcripts.md describes it, which
    /// names its ruleset and parameters
    #[arg(long, value_name = "FILE")]
    pub(crate) position: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Start of its matches: free, or random for a seeded random opening [default: random, but free
    /// for a program of the `course` protocol]
    #[arg(long, value_name = "START")]
    pub(crate) starts: Option<Starts>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}
