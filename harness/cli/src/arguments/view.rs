//! `stoker view`: what is typed.

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker view 'GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD.. SBR.... HLO.... MCA.... DC?T...'
  stoker view - < past-plays.txt
  stoker view - --belief --json < past-plays.txt

With --belief: what follows from the plays for the side that cannot see everything. In the game of
the course that is every trail that Dracula can have, and from it how likely each place is for each
of his latest moves; docs/beliefs.md says how, and what the JSON has in it.";

/// `stoker view`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ViewArgs {
    /// A past-plays string, or `-` for one on standard input
    #[arg(value_name = "PASTPLAYS", allow_hyphen_values = true)]
    pub(crate) past_plays: String,
    /// Rules to read it by
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    /// Named parameters of the rules
    #[arg(long, value_name = "P")]
    pub(crate) preset: Option<String>,
    /// A map that comes with the program, or a map file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
    /// Add how likely each possibility is, for the side that cannot see everything
    #[arg(long)]
    pub(crate) belief: bool,
    /// Print the belief as JSON, and nothing else
    #[arg(long, requires = "belief")]
    pub(crate) json: bool,
}
