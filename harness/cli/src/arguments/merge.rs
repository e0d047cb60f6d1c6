//! The arguments of `stoker merge`.

use std::path::PathBuf;

use super::league_options::FileArgs;
use super::options::{JsonFlag, ReportFlag};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league --config league.toml --shard 1/2 --out part-1
  stoker league --config league.toml --shard 2/2 --out part-2
  stoker merge part-1 part-2 --out results/whole

The results are byte for byte those of one run that played everything. The order of the parts does
not matter, and a part may be given twice.

Exit status: 0 if the results are written; 3 if they are written, but more than 1% of the matches
are void; 2 if not, because the parts belong to different runs, a match has two results, or matches
are missing (--partial then makes a run that `stoker resume` can finish).";

/// `stoker merge`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct MergeArgs {
    /// Folders that hold parts of one run
    #[arg(value_name = "DIR", required = true)]
    pub(crate) parts: Vec<PathBuf>,
    /// Folder for the results, absent or empty
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Replace what an earlier run wrote to the folder given with --out
    #[arg(long)]
    pub(crate) force: bool,
    /// Join the parts even if matches are missing, into a run that `stoker resume` can finish
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Print only errors, and JSON if --json is given
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) report: ReportFlag,
    #[command(flatten)]
    pub(crate) json: Option<JsonFlag>,
}
