//! `stoker analyse`: what is typed.

use std::path::PathBuf;

use anyhow::ensure;
use stoker_engine::Seed;
use stoker_research::analyse::Budget;

use super::options::{JsonFlag, count, threads_parser};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league tracker lurker --records all --out results/today
  stoker analyse results/today/records.jsonl.zst              the first match
  stoker analyse results/today/records.jsonl.zst --match 17   match 17 of matches.csv
  stoker analyse results/today/records.jsonl.zst --all --json > today.json
  stoker analyse results/today/records.jsonl.zst --playouts 20000
  stoker analyse results/today/records.jsonl.zst --yardstick marshal lurker --playouts 200

Lists the moves that cost their side most, by what it could know when it made them: by how much
another move would have bettered its expected score when games are played on by the yardstick. All
choices are screened; the worst ten of each side are measured again with fresh playouts, and only
these figures are shown, if they are at least two standard errors. Where the ruleset can say so,
also turns at which a far higher chance was missed, and turns that gave most away.
Exit status: 0, 1 if some of the records asked for do not verify, 2 if nothing could be analysed.";

/// Playouts of every move in the screening, if nothing is said.
const SCREENING: u64 = 32;
/// Fresh playouts of each of two moves, if nothing is said.
const PLAYOUTS: u64 = 2_000;
/// How many choices a side are measured again.
const WORST: usize = 10;
/// The most of either that can be asked for: the positions of all choices are drawn at once, and
/// take up to half a gigabyte then.
const MOST_SCREENING: u64 = 1_000;
const MOST_PLAYOUTS: u64 = 50_000;

/// `stoker analyse`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct AnalyseArgs {
    /// Records
    pub(crate) file: PathBuf,
    /// Number of the match, as in matches.csv [default: the first in the file]
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true, value_parser = count,
          conflicts_with = "all")]
    pub(crate) number: Option<u64>,
    /// Every match in the file
    #[arg(long)]
    pub(crate) all: bool,
    /// The map, if it is not built in: its file
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
    /// Bots that play games on, for every side the first that plays it [default: the ruleset's own
    /// players for this, which are fast]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pub(crate) yardstick: Vec<String>,
    /// Playouts of every move of every choice, to find the worst; those that look worst get a
    /// second look with four times as many [default: 32]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    screening: Option<u64>,
    /// Fresh playouts of the move made and of the better one, for the worst [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    playouts: Option<u64>,
    /// Seed of the playouts, 16 hexadecimal digits or a decimal number [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// Threads [default: the cores there are]; results do not depend on it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads_parser())]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

impl AnalyseArgs {
    /// How much is played.
    ///
    /// # Errors
    /// If a number is out of range.
    pub(crate) fn budget(&self) -> anyhow::Result<Budget> {
        let within = |name: &str, given: Option<u64>, default: u64, most: u64| {
            let given = given.unwrap_or(default);
            ensure!((2..=most).contains(&given), "--{name}: give 2 to {most}");
            Ok(usize::try_from(given)?)
        };
        Ok(Budget {
            screening: within("screening", self.screening, SCREENING, MOST_SCREENING)?,
            playouts: within("playouts", self.playouts, PLAYOUTS, MOST_PLAYOUTS)?,
            worst: WORST,
        })
    }
}
