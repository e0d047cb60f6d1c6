//! `stoker check`: what is typed.

use stoker_tournament::starts::Starts;

use super::options::JsonFlag;
use super::outside::OutsideArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker check my-bot/                            a folder: it is built first
  stoker check lines:\"python3 bot.py\" --side hunters
  stoker check course:./player --limit cpu_ms=500
  stoker check tracker                            a built-in bot

Exit status: 0 if nothing is wrong, 1 if something is, 2 if it could not be tried.";

/// `stoker check`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CheckArgs {
    /// What to check: a folder, course:COMMAND, lines:COMMAND, or a built-in bot
    #[arg(value_name = "ENTRANT")]
    pub(crate) entrant: String,
    /// Check it on this side alone [default: every side that it plays]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// Rules to play by
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    /// Named parameters of the rules
    #[arg(long, value_name = "P")]
    pub(crate) preset: Option<String>,
    /// A map that comes with the program, or a map file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
    /// How its matches begin: free or random [default: random, but free for a program of the
    /// `course` protocol]
    #[arg(long, value_name = "START")]
    pub(crate) starts: Option<Starts>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
    #[command(flatten)]
    pub(crate) outside: OutsideArgs,
}
