//! The arguments of `stoker verify`.

use std::path::PathBuf;

use super::rules::{GameFiles, RulesArgs};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker verify results/today                           a run: every file against all others
  stoker verify results/today/records.jsonl.zst         its records alone
  stoker verify transcripts/*.jsonl.gz --preset course-2019
  stoker verify kosmos.jsonl.gz                         games that name their ruleset and parameters

To check a run, stoker replays its records and compares them with matches.csv and faults.csv. It
then makes run.toml and all tables again from these files and compares them byte for byte. It
changes nothing in the folder, and runs no programs. It cannot detect a change to a match without a
record if the tables were changed to agree. It does not check timings.csv and logs, which differ in
every run.

Files hold records, or transcripts in a form of the ruleset; plain, gzip or Zstandard. Records and
most transcripts name their ruleset and parameters, line by line: options that contradict them are
refused. The transcripts of `course` do not: --preset and --map say how they were played.
If records lie in the folder of a run, void matches are checked too: they must have a reason and no
results, and be counted correctly.
Exit status: 0 if everything agrees, 1 if something does not, 2 if a file cannot be read.";

/// `stoker verify`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Folders of runs; files of records or transcripts
    #[arg(value_name = "DIR|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
}

/// The rules by which games are replayed, as far as they were typed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReplayRules<'a> {
    /// A preset of the ruleset.
    pub(crate) preset: Option<&'a str>,
    /// Parameters of the rules.
    pub(crate) params: &'a toml::Table,
    /// The files of the rules.
    pub(crate) files: GameFiles<'a>,
}
