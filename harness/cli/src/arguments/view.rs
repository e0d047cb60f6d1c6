//! The arguments of `stoker view`.

use std::path::PathBuf;

use super::rules::RulesArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker view 'GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD.. SBR.... HLO.... MCA.... DC?T...'
  stoker view - < past-plays.txt
  stoker view - --belief --json < past-plays.txt
  stoker view --position moment.json --view hunter

--belief adds what the side that cannot see everything can infer from the plays. In the course's
game that is every trail that Dracula can have, and hence the probability of each place for each of
his latest moves. docs/beliefs.md explains the method and the JSON.";

/// `stoker view`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ViewArgs {
    /// A past-plays string, or `-` for one on standard input
    #[arg(
        value_name = "PASTPLAYS",
        allow_hyphen_values = true,
        required_unless_present = "position",
        conflicts_with = "position"
    )]
    pub(crate) past_plays: Option<String>,
    /// A position in the middle of a game: a JSON file as docs/transcripts.md describes it, which
    /// names its ruleset and parameters
    #[arg(long, value_name = "FILE", conflicts_with = "belief")]
    pub(crate) position: Option<PathBuf>,
    /// Point of view on that position: a side, a seat, or `all` [default: all]
    #[arg(long, value_name = "VIEWER", requires = "position")]
    pub(crate) view: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Add the probability of each possibility, for the side that cannot see everything
    #[arg(long)]
    pub(crate) belief: bool,
    /// Print only the belief, as JSON
    #[arg(long, requires = "belief")]
    pub(crate) json: bool,
}
