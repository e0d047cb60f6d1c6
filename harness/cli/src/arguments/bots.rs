//! The arguments of `stoker bots`.

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker bots
  stoker bots --ruleset course --json
  stoker bots --field            the field of strangers, docs/bots-field.md";

/// `stoker bots`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BotsArgs {
    /// List only the bots of this ruleset
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    /// List the field of strangers: simple bots in many styles, which play only where they, or a
    /// group of them, are named: field, field-training, field-held-out
    #[arg(long)]
    pub(crate) field: bool,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
