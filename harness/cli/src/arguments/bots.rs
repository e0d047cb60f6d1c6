//! The arguments of `stoker bots`.

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker bots
  stoker bots --ruleset course --json";

/// `stoker bots`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BotsArgs {
    /// List only the bots of this ruleset
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
