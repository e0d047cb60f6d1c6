//! The arguments of `stoker rulesets`.

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker rulesets                         all rulesets
  stoker rulesets kosmos                  one of them
  stoker rulesets kosmos --data > mine.json    its data file, ready to edit
  stoker rulesets --json";

/// `stoker rulesets`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RulesetsArgs {
    /// The ruleset [default: all]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print the data file of the ruleset, to be edited and given to --data of other commands
    #[arg(long, requires = "name", conflicts_with = "json")]
    pub(crate) data: bool,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
