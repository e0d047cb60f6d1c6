//! The arguments of `stoker match`.

use std::path::PathBuf;

use stoker_engine::Seed;
use stoker_external::fault::FaultPolicy;
use stoker_tournament::starts::Starts;

use super::external::ExternalArgs;
use super::rules::RulesArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker match hunters=tracker dracula=lurker
  stoker match hunters=tracker dracula=lurker --seed 00000000000000ff --watch
  stoker match hunters=tracker dracula=lurker --watch=2     a turn every two seconds
  stoker match hunters=tracker dracula=lurker --watch --view hunters    as the hunters see it
  stoker match hunters=my-bot/ dracula=lurker --stderr      with what a bot of yours prints
  stoker match hunters=my-bot/ dracula=lurker --html OUT    a page for a browser, with what it draws

To play a match of a league again, give its seed from matches.csv.

Exit status: 0 if it was played, whatever the bots did; 3 if it is void, because the machine failed;
2 if it cannot be played; 130 after Ctrl-C.";

/// `stoker match`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct MatchArgs {
    /// The entrant of each side: `SIDE=[NAME@]BOT[:PARAMETER=VALUE,...]`, where BOT is a built-in
    /// bot, the folder of a submission, or PROTOCOL:COMMAND
    #[arg(value_name = "SIDE=ENTRANT", required = true)]
    pub(crate) lineup: Vec<String>,
    /// Seed of the match, 16 hexadecimal digits or a decimal number [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// Show the match with its board, with this many seconds between turns
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true,
          default_missing_value = "0.5")]
    pub(crate) watch: Option<f64>,
    /// Point of view: all, or a side such as hunters [default: all]
    #[arg(long, value_name = "WHO")]
    pub(crate) view: Option<String>,
    /// Write a page that shows the match in a browser, with the bots' drawings and standard error.
    /// With --view, the page holds only what this viewer knew
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    /// Show the standard error of external bots beside their turns
    #[arg(long)]
    pub(crate) stderr: bool,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Start of the match: free, or random for a seeded random opening [default: random, but free
    /// if a program of the `course` protocol takes part]
    #[arg(long, value_name = "START")]
    pub(crate) starts: Option<Starts>,
    /// Consequence of a fault: course, lenient or forfeit [default: course]
    #[arg(long, value_name = "POLICY")]
    pub(crate) fault_policy: Option<FaultPolicy>,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}
