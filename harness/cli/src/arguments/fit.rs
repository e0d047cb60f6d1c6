//! `stoker fit`: what is typed.

use std::path::PathBuf;

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league tracker patrol lurker wanderer --records all --out results/field
  stoker fit results/field                        from the records of a run
  stoker fit results/*/records.jsonl.zst --only lurker
  stoker fit results/field --except lurker        to see how it does on who is held out
  stoker fit results/field --json

Prints the weights of the model by which bots take their opponent to choose, those under which the
recorded choices are likeliest, with standard errors; and how to set them. Openings, forced moves
and the moves of disqualified seats are left out.
Exit status: 0, or 2 if the records cannot be read.";

/// `stoker fit`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct FitArgs {
    /// Records, or folders of runs
    #[arg(value_name = "RECORDS", required = true)]
    pub(crate) records: Vec<PathBuf>,
    /// Only games in which one of these entrants takes part
    #[arg(long, value_name = "ENTRANT", num_args = 1.., conflicts_with = "except")]
    pub(crate) only: Vec<String>,
    /// Only games in which none of these entrants takes part
    #[arg(long, value_name = "ENTRANT", num_args = 1..)]
    pub(crate) except: Vec<String>,
    /// The map, if it is not built in: its file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
