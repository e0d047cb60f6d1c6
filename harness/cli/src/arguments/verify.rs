//! The arguments of `stoker verify`.

use std::path::PathBuf;

use super::rules::{GameFiles, RulesArgs};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker verify results/today                           a run: all of its files
  stoker verify results/today/records.jsonl.zst         only the records of a run
  stoker verify transcripts/*.jsonl.gz --preset course-2019
  stoker verify kosmos.jsonl.gz                         games that name their ruleset and parameters

To check a run, stoker replays its records and compares them with matches.csv and faults.csv. It
then makes run.toml and all tables again from these files and compares them byte for byte. It
changes nothing in the folder, and runs no programs. If a match has no record, stoker cannot detect
a change to its row when the tables were changed to agree. It does not check timings.csv and logs,
which differ in every run.

A file holds records, or transcripts: games that another program played. It can be plain text, or
compressed with gzip or Zstandard. Each line of records, and of most transcripts, names its ruleset
and parameters. Options that contradict them are refused. Transcripts of `course` do not name them,
so give --preset and --map as the games were played.
If the records are in the folder of a run, void matches are checked too: they must have a reason and
no results, and be counted correctly.
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
