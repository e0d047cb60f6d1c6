//! The arguments of `stoker fit`.

use std::path::PathBuf;

use super::league_options::FileArgs;
use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league tracker patrol lurker wanderer --records all --out results/field
  stoker fit results/field                        from the records of a run
  stoker fit results/*/records.jsonl.zst --only lurker
  stoker fit results/field --except lurker        leaves out lurker, to test the model on it later
  stoker fit results/field --json

Fits the opponent model of the bots to the recorded choices by maximum likelihood. Prints the
weights with their standard errors, and how to set them in a bot. Moves of random openings, forced
moves and default moves after faults are left out.
Exit status: 0, or 2 if the records cannot be read.";

/// `stoker fit`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct FitArgs {
    /// Files of records, or folders of runs
    #[arg(value_name = "RECORDS", required = true)]
    pub(crate) records: Vec<PathBuf>,
    /// Use only matches in which at least one of these entrants takes part
    #[arg(long, value_name = "ENTRANT", num_args = 1.., conflicts_with = "except")]
    pub(crate) only: Vec<String>,
    /// Use only matches in which none of these entrants takes part
    #[arg(long, value_name = "ENTRANT", num_args = 1..)]
    pub(crate) except: Vec<String>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
