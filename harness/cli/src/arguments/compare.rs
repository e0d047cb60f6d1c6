//! The arguments of `stoker compare`.

use stoker_stats::sprt::TestQuestion;

use super::external::ExternalArgs;
use super::keys::count;
use super::options::{GameArgs, RunArgs};
use super::pages::LiveArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker compare tracker patrol --against lurker wanderer
  stoker compare lurker:depth=3 lurker:depth=2 --against tracker --effect 0.1
  stoker compare hunters=mine/ hunters=old/ --against lurker --out results/mine-or-old
  stoker compare new@./new old@./old --against tracker lurker     a bot of both sides

A pair is a seed on which both bots play the same opponents. The test looks at the scores every 8
pairs, from 32 pairs on. It ends as soon as it is clear that A is better, that B is better, or that
neither is better by as much as --effect. Where a score is 1 for a victory and 0 otherwise, it looks
at the seeds that just one of them wins. docs/ab-tests.md says how certain a verdict is.

Exit status: 0 with any verdict, 3 if more than 1% of the matches are void, 130 after Ctrl-C
(`stoker resume` continues the test), 2 if it cannot be played.";

/// `stoker compare`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CompareArgs {
    /// The first bot, written as in `stoker league`
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The second bot
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// Opponents of both; not needed if a side plays alone
    #[arg(long, value_name = "ENTRANT", num_args = 1..)]
    pub(crate) against: Vec<String>,
    /// Smallest difference worth finding, in standard deviations of the difference of a pair; of
    /// victories, 0.2 is 58% and 0.5 is 69% of the seeds that just one of the two wins
    #[arg(long, value_name = "X", allow_negative_numbers = true,
          default_value_t = TestQuestion::default().effect)]
    pub(crate) effect: f64,
    /// Highest acceptable probability of finding a difference where there is none
    #[arg(long, value_name = "P", allow_negative_numbers = true,
          default_value_t = TestQuestion::default().alpha)]
    pub(crate) alpha: f64,
    /// Highest acceptable probability of missing a difference of --effect
    #[arg(long, value_name = "P", allow_negative_numbers = true,
          default_value_t = TestQuestion::default().beta)]
    pub(crate) beta: f64,
    /// Give up after this many pairs [default: 20000 for an effect of 0.2, or 520000 of victories;
    /// more for smaller ones]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) max_pairs: Option<u64>,
    #[command(flatten)]
    pub(crate) play: GameArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}
