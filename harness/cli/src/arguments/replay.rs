//! `stoker replay`: what is typed.

use std::path::PathBuf;

use super::options::count;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker replay results/today/records.jsonl.zst              the first record
  stoker replay results/today/records.jsonl.zst --match 17   match 17 of matches.csv";

/// `stoker replay`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ReplayArgs {
    /// Records
    pub(crate) file: PathBuf,
    /// Number of the match, as in matches.csv [default: the first in the file]
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) number: Option<u64>,
    /// The map, if it is not built in: its file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
}
