//! The arguments of `stoker rulesets`.

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker rulesets
  stoker rulesets --json";

/// `stoker rulesets`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RulesetsArgs {
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
