//! The arguments of `stoker view`.

use super::rules::RulesArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker view 'GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD.. SBR.... HLO.... MCA.... DC?T...'
  stoker view - < past-plays.txt
  stoker view - --belief --json < past-plays.txt

--belief adds what the side that cannot see everything can infer from the plays. In the course's
game that is every trail that Dracula can have, and hence the probability of each place for each of
his latest moves. docs/beliefs.md explains the method and the JSON.";

/// `stoker view`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ViewArgs {
    /// A past-plays string, or `-` for one on standard input
    #[arg(value_name = "PASTPLAYS", allow_hyphen_values = true)]
    pub(crate) past_plays: String,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Add the probability of each possibility, for the side that cannot see everything
    #[arg(long)]
    pub(crate) belief: bool,
    /// Print only the belief, as JSON
    #[arg(long, requires = "belief")]
    pub(crate) json: bool,
}
