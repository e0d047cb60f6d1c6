//! The arguments of `stoker verify`.

use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker verify results/today                           a run: every file against all others
  stoker verify results/today/records.jsonl.zst         its records alone
  stoker verify transcripts/*.jsonl.gz --preset course-2019

To check a run, stoker replays its records and compares them with matches.csv and faults.csv. It
then makes run.toml and all tables again from these files and compares them byte for byte. It
changes nothing in the folder, and runs no programs. It cannot detect a change to a match without a
record if the tables were changed to agree. It does not check timings.csv and logs, which differ in
every run.

Files hold records, or transcripts in a form of the ruleset; plain, gzip or Zstandard.
If records lie in the folder of a run, void matches are checked too: they must have a reason and no
results, and be counted correctly.
Exit status: 0 if everything agrees, 1 if something does not, 2 if a file cannot be read.";

/// `stoker verify`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Folders of runs; files of records or transcripts
    #[arg(value_name = "DIR|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Ruleset of transcripts
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    /// Preset of the ruleset of transcripts; records and runs must have the same
    #[arg(long, value_name = "P")]
    pub(crate) preset: Option<String>,
    /// Map of transcripts, or of records and runs that were played on a map file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
}

/// The rules and map that were given for replaying games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReplayRules<'a> {
    /// A preset of the ruleset.
    pub(crate) preset: Option<&'a str>,
    /// An embedded map or a file.
    pub(crate) map: Option<&'a str>,
}
