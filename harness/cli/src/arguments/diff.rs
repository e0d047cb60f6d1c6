//! The arguments of `stoker diff`.

use std::path::PathBuf;

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker diff results/one results/other

Exit status: 0 if the runs have the same results, 1 if they differ.";

/// `stoker diff`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DiffArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(crate) left: PathBuf,
    /// The folder of another run
    #[arg(value_name = "DIR")]
    pub(crate) right: PathBuf,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
