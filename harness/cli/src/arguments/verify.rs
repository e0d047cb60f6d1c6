//! `stoker verify`: what is typed.

use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker verify results/today                           a run: every file against all others
  stoker verify results/today/records.jsonl.zst         its records alone
  stoker verify transcripts/*.jsonl.gz --preset course-2019

Of a run, records are replayed and compared with matches.csv and faults.csv; from these, run.toml
and all tables are made again and compared byte for byte. Nothing in the folder is changed, and no
program is run. It cannot tell whether a match without a record was changed, if the tables were
changed with it. timings.csv and logs are not checked: no other run has the same.

Files hold records, or transcripts that the rules know how to read; plain, gzip or Zstandard.
Where records lie in the folder of a run, void matches are checked too: that nothing is told of them
but the reason, and that they are counted right.
Exit status: 0 if everything agrees, 1 if something does not, 2 if a file cannot be read.";

/// `stoker verify`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Folders of runs; files of records or transcripts
    #[arg(value_name = "DIR|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Rules of transcripts
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    /// Named parameters of the rules of transcripts; records and runs must have the same
    #[arg(long, value_name = "P")]
    pub(crate) preset: Option<String>,
    /// The map of transcripts, or of records and runs that were played on a map file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
}

/// What was said about how games are to be replayed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    /// A preset of the ruleset.
    pub(crate) preset: Option<&'a str>,
    /// An embedded map or a file.
    pub(crate) map: Option<&'a str>,
}
