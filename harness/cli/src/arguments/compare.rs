//! `stoker compare`: what is typed.

use stoker_stats::sprt::Question;

use super::options::{PlayArgs, RunArgs, count};
use super::outside::OutsideArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker compare tracker patrol --against lurker wanderer
  stoker compare lurker:depth=3 lurker:depth=2 --against tracker --effect 0.1
  stoker compare hunters=mine/ hunters=old/ --against lurker --out results/mine-or-old
  stoker compare new@./new old@./old --against tracker lurker     a bot of both sides

A pair is a seed on which both play the same opponents. The test looks every 8 pairs, from 32
on, and ends as soon as it is clear that A is better, that B is, or that neither is by as much
as --effect. docs/ab-tests.md says how sure that is.

Exit status: 0 with any verdict, 3 if more than 1% of the matches are void, 130 after Ctrl-C
(`stoker resume` goes on), 2 if it cannot be played.";

/// `stoker compare`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CompareArgs {
    /// The one, as in `stoker league`
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The other
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// Whom both play against; not needed where a side plays alone
    #[arg(long, value_name = "ENTRANT", num_args = 1..)]
    pub(crate) against: Vec<String>,
    /// The smallest difference worth finding, in standard deviations of the difference of a pair
    #[arg(long, value_name = "X", allow_negative_numbers = true,
          default_value_t = Question::default().effect)]
    pub(crate) effect: f64,
    /// How often a difference may be found where there is none
    #[arg(long, value_name = "P", allow_negative_numbers = true,
          default_value_t = Question::default().alpha)]
    pub(crate) alpha: f64,
    /// How often a difference of --effect may be missed
    #[arg(long, value_name = "P", allow_negative_numbers = true,
          default_value_t = Question::default().beta)]
    pub(crate) beta: f64,
    /// Give up after so many pairs [default: 20000 for an effect of 0.2, more for smaller ones]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) max_pairs: Option<u64>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) outside: OutsideArgs,
}
