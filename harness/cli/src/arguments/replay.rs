//! The arguments of `stoker replay`.

use std::path::{Path, PathBuf};

use super::analyse::AnalyseOrder;
use super::keys::count;
use super::league_options::FileArgs;
use super::rules::GameFiles;
use crate::terminal::io::StreamKind;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker replay results/today/records.jsonl.zst              the first record
  stoker replay results/today/records.jsonl.zst --match 17   match 17 of matches.csv
  stoker replay worst.jsonl --watch=1                        with its board, one turn per second
  stoker replay worst.jsonl --view hunters                   as the hunters saw it
  stoker replay worst.jsonl --view hunters --turn 204        what the hunters saw after 204 turns
  stoker replay worst.jsonl --html worst.html                all its matches on a page for a browser
  stoker replay worst.jsonl --html worst.html --analyse      with the moves that cost most

A point of view is `all`, a side, or a seat if the seats of its side do not share what they know.";

/// `stoker replay`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ReplayArgs {
    /// File of records
    pub(crate) file: PathBuf,
    /// Number of the match, as in matches.csv [default: the first in the file]
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) number: Option<u64>,
    /// Point of view: all, or a side such as hunters [default: all]
    #[arg(long, value_name = "WHO")]
    pub(crate) view: Option<String>,
    /// Show the match with its board, with this many seconds between turns
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true,
          default_missing_value = "0.5")]
    pub(crate) watch: Option<f64>,
    /// Show only the position after N turns, with its board
    #[arg(long, value_name = "N", conflicts_with = "watch", value_parser = count)]
    pub(crate) turn: Option<u64>,
    /// Write a page that shows the match in a browser, or without --match all matches of the file;
    /// `-` is standard output. With --view, the page holds only what this viewer knew
    #[arg(long, value_name = "OUT", conflicts_with_all = ["watch", "turn"])]
    pub(crate) html: Option<PathBuf>,
    /// Add the findings of `stoker analyse` to the page: the moves that cost most, the turns that
    /// gave most away, and what each side could know at each turn
    #[arg(long, requires = "html")]
    pub(crate) analyse: bool,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// An order to capture a record for a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct CaptureOrder<'a> {
    /// The files of the rules that are not built in.
    pub(crate) files: GameFiles<'a>,
    /// The point of view, as in `--view`; all of them if `None`.
    pub(crate) view: Option<&'a str>,
    /// The folder of the run, whose logs hold what bots said and drew.
    pub(crate) run: Option<&'a Path>,
    /// The order to analyse the match, if any.
    pub(crate) analysis: Option<AnalyseOrder<'a>>,
}

impl ReplayArgs {
    /// The order to capture the records for a page. `progress` is the reader of the progress.
    ///
    /// # Errors
    /// Never: the defaults of an analysis are in range.
    pub(crate) fn capture(&self, progress: StreamKind) -> anyhow::Result<CaptureOrder<'_>> {
        let analysis = self.analyse.then(|| AnalyseOrder::usual(progress)).transpose()?;
        Ok(CaptureOrder {
            files: self.files.files(),
            view: self.view.as_deref(),
            run: self.file.parent(),
            analysis,
        })
    }
}
