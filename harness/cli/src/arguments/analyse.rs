//! The arguments of `stoker analyse`.

use std::path::PathBuf;

use anyhow::ensure;
use stoker_engine::Seed;
use stoker_research::analyse::PlayoutCounts;

use super::keys::count;
use super::league_options::FileArgs;
use super::options::{JsonFlag, threads_parser};
use crate::terminal::io::StreamKind;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league tracker lurker --records all --out results/today
  stoker analyse results/today/records.jsonl.zst              the first match
  stoker analyse results/today/records.jsonl.zst --match 17   match 17 of matches.csv
  stoker analyse results/today/records.jsonl.zst --all --json > today.json
  stoker analyse results/today/records.jsonl.zst --playouts 20000
  stoker analyse results/today/records.jsonl.zst --yardstick marshal lurker --playouts 200

Lists the moves that cost their side most, given what it could know at the time. A cost is how much
better the expected score would have been after another move, if the yardstick plays the game out.
All choices are screened, then the worst ten of each side are measured again with fresh playouts.
Only these second figures are shown, and only if they are at least two standard errors. If the
ruleset supports it, the list also has turns that missed a far higher chance, and turns that gave
away most.
Exit status: 0 if all is analysed, 1 if some of the records do not verify, 2 if nothing could be
analysed.";

/// The default seed of playouts.
pub(crate) const SEED: Seed = Seed(1);
/// The default number of playouts of every move in the screening.
const SCREENING: u64 = 32;
/// The default number of fresh playouts of each of two moves.
const PLAYOUTS: u64 = 2_000;
/// The number of choices per side that are measured again.
const WORST: usize = 10;
/// The highest values allowed. The positions of all choices are drawn at once, and take up to half
/// a gigabyte at these values.
const MOST_SCREENING: u64 = 1_000;
const MOST_PLAYOUTS: u64 = 50_000;

/// `stoker analyse`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct AnalyseArgs {
    /// File of records
    pub(crate) file: PathBuf,
    /// Number of the match, as in matches.csv [default: the first in the file]
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true, value_parser = count,
          conflicts_with = "all")]
    pub(crate) number: Option<u64>,
    /// Analyse every match in the file
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Bots that play the games out; the first that can play a side plays it [default: fast
    /// players of the ruleset's own]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pub(crate) yardstick: Vec<String>,
    /// Playouts of every move of every choice in the screening; the choices that look worst are
    /// screened again with four times as many [default: 32]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    screening: Option<u64>,
    /// Fresh playouts of the move made and of the better one, for the worst choices [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    playouts: Option<u64>,
    /// Seed of the playouts, 16 hexadecimal digits or a decimal number [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// Number of threads, which does not change results [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads_parser())]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// An order to analyse matches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnalyseOrder<'a> {
    /// Bots that play games out. If none are given, the ruleset's own players do.
    pub(crate) yardstick: &'a [String],
    pub(crate) budget: PlayoutCounts,
    pub(crate) seed: Seed,
    /// Number of threads; all cores if `None`.
    pub(crate) threads: Option<u16>,
    /// The reader of the progress.
    pub(crate) progress: StreamKind,
}

impl AnalyseOrder<'_> {
    /// An analysis with the usual numbers of playouts.
    ///
    /// # Errors
    /// Never: they are in range.
    pub(crate) fn usual(progress: StreamKind) -> anyhow::Result<Self> {
        let budget = budget(None, None)?;
        Ok(Self { yardstick: &[], budget, seed: SEED, threads: None, progress })
    }
}

impl AnalyseArgs {
    /// The checked order.
    ///
    /// # Errors
    /// If a number is out of range.
    pub(crate) fn order(&self, progress: StreamKind) -> anyhow::Result<AnalyseOrder<'_>> {
        Ok(AnalyseOrder {
            yardstick: &self.yardstick,
            budget: budget(self.screening, self.playouts)?,
            seed: self.seed.unwrap_or(SEED),
            threads: self.threads,
            progress,
        })
    }
}

/// The numbers of playouts, checked.
fn budget(screening: Option<u64>, playouts: Option<u64>) -> anyhow::Result<PlayoutCounts> {
    let within = |name: &str, given: Option<u64>, default: u64, most: u64| {
        let given = given.unwrap_or(default);
        ensure!((2..=most).contains(&given), "--{name}: give 2 to {most}");
        Ok(usize::try_from(given)?)
    };
    Ok(PlayoutCounts {
        screening: within("screening", screening, SCREENING, MOST_SCREENING)?,
        playouts: within("playouts", playouts, PLAYOUTS, MOST_PLAYOUTS)?,
        worst: WORST,
    })
}
