//! What is typed.

use anyhow::ensure;
use stoker_research::tune::TuneError;
use stoker_stats::sprt::Question;

use super::Wanted;
use crate::cli::config::Config;
use crate::cli::options::{PlayArgs, RunArgs, Task};
use crate::cli::outside::OutsideArgs;
use crate::cli::setup::count;

/// Iterations, if nothing is said.
const ITERATIONS: u64 = 200;
/// Seeds an iteration, if nothing is said.
const SEEDS: u64 = 16;
/// The most pairs of the final test, if nothing is said.
const MAX_PAIRS: u64 = 2_000;

/// `stoker tune`.
#[derive(Debug, Clone, clap::Args)]
// No match of a tuning is recorded.
#[command(mut_arg("records", |arg| arg.hide(true)))]
pub(crate) struct TuneArgs {
    /// The bot to tune, with the values to begin with: [SIDE=]BOT[:PARAMETER=VALUE,...]
    #[arg(value_name = "ENTRANT")]
    entrant: String,
    /// A parameter to tune, the values to keep to, and how far to perturb it at the end; may be
    /// repeated [default: all that are numbers, over all their values, by a twentieth of these]
    #[arg(long = "param", value_name = "NAME[=LOW..HIGH][:C]")]
    params: Vec<String>,
    /// The field: who plays against it, as in `stoker league`
    #[arg(long, value_name = "E", num_args = 1..)]
    against: Vec<String>,
    /// Iterations: steps [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    iterations: Option<u64>,
    /// Seeds an iteration; both versions meet the whole field on each [default: 16]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    seeds: Option<u64>,
    /// What the last step comes to for a usual difference, in perturbations [default: 4 over the
    /// root of the iterations, at most 1]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    r_end: Option<f64>,
    /// The kind of side to tune it for, if it plays several
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// The smallest difference that the final test is to find, in standard deviations
    /// [default: 0.2]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    effect: Option<f64>,
    /// The most pairs, which are new seeds, of the final test [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    max_pairs: Option<u64>,
    /// Print what would be played and how long it would take, and play nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    outside: OutsideArgs,
}

impl TuneArgs {
    pub(super) fn wanted(&self) -> Result<Wanted, TuneError> {
        let usual = Question::default();
        Ok(Wanted {
            asked: self.params.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            side: self.side.clone(),
            iterations: self.iterations.unwrap_or(ITERATIONS),
            seeds: self.seeds.unwrap_or(SEEDS),
            r_end: self.r_end,
            question: Question { effect: self.effect.unwrap_or(usual.effect), ..usual },
            max_pairs: self.max_pairs.unwrap_or(MAX_PAIRS),
            orders: self.run.orders(if self.dry_run { Task::Estimate } else { Task::Play }),
            before: None,
        })
    }

    pub(super) fn into_config(self, wanted: &Wanted) -> anyhow::Result<Config> {
        let seeds = wanted.iterations.saturating_mul(wanted.seeds);
        let play = self.play.into_config();
        ensure!(play.records.is_none(), "a tuning keeps no records: leave --records out");
        let config = Config {
            entrants: [self.entrant].into_iter().chain(self.against).collect(),
            matches: Some(seeds.saturating_add(wanted.max_pairs)),
            records: Some("none".to_owned()),
            ..play
        };
        Ok(config.overlaid(self.outside.into_config()?))
    }
}
