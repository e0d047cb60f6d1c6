//! `stoker tune`: what is typed.

use std::sync::Arc;

use anyhow::ensure;
use stoker_files::door::Folder;
use stoker_research::tune::manifest::TuneManifest;
use stoker_research::tune::{Asked, TuneError};
use stoker_stats::sprt::Question;
use stoker_tournament::plan::Keep;

use super::config::{Entrants, League};
use super::options::{Orders, PlayArgs, RunArgs, Task, count};
use super::outside::OutsideArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker tune tracker --param near --param far --against lurker wanderer
  stoker tune patrol:rest=20 --param rest=0..30 --against wanderer --iterations 500
  stoker tune wanderer --against patrol          all its parameters that are numbers
  stoker tune lurker:depth=2 --param blood=1..1000:25 --against tracker --seeds 32
  stoker resume results/tune-course-tracker-...  go on with one that was stopped

SPSA: an iteration perturbs all parameters at once, up or down at random, plays both versions on
the same seeds, and takes a step towards the better one. The end is a test of the tuned bot against
the one it began with, on new seeds. docs/tuning.md explains it.

Exit status: 0 if it is finished, whatever was found; 3 if it is, but more than 1% of the seeds were
left out because a match on them is void; 2 if it cannot go on; 130 after Ctrl-C.";

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
    pub(crate) entrant: String,
    /// A parameter to tune, the values to keep to, and how far to perturb it at the end; may be
    /// repeated [default: all that are numbers, over all their values, by a twentieth of these]
    #[arg(long = "param", value_name = "NAME[=LOW..HIGH][:C]")]
    pub(crate) params: Vec<String>,
    /// The field: who plays against it, as in `stoker league`
    #[arg(long, value_name = "E", num_args = 1..)]
    pub(crate) against: Vec<String>,
    /// Iterations: steps [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) iterations: Option<u64>,
    /// Seeds an iteration; both versions meet the whole field on each [default: 16]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) seeds: Option<u64>,
    /// What the last step comes to for a usual difference, in perturbations [default: 4 over the
    /// root of the iterations, at most 1]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub(crate) r_end: Option<f64>,
    /// The kind of side to tune it for, if it plays several
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// The smallest difference that the final test is to find, in standard deviations
    /// [default: 0.2]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) effect: Option<f64>,
    /// The most pairs, which are new seeds, of the final test [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) max_pairs: Option<u64>,
    /// Print what would be played and how long it would take, and play nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) outside: OutsideArgs,
}

impl TuneArgs {
    pub(crate) fn wanted(&self) -> Result<TuneOrder, TuneError> {
        let usual = Question::default();
        Ok(TuneOrder {
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

    pub(crate) fn into_league(self, wanted: &TuneOrder) -> anyhow::Result<League> {
        let seeds = wanted.iterations.saturating_mul(wanted.seeds);
        let play = self.play.into_league();
        ensure!(play.records.is_none(), "a tuning keeps no records: leave --records out");
        let named: Vec<_> = [self.entrant].into_iter().chain(self.against).collect();
        let config = League {
            entrants: Entrants::typed(&named)?,
            matches: Some(seeds.saturating_add(wanted.max_pairs)),
            records: Some(Keep::None),
            ..play
        };
        Ok(config.overlaid(self.outside.into_league()?))
    }
}

/// What to tune and how, and where to write it.
#[derive(Debug, Clone)]
pub(crate) struct TuneOrder {
    /// All that are numbers, if none is named.
    pub(crate) asked: Vec<Asked>,
    pub(crate) side: Option<String>,
    pub(crate) iterations: u64,
    pub(crate) seeds: u64,
    pub(crate) r_end: Option<f64>,
    pub(crate) question: Question,
    pub(crate) max_pairs: u64,
    pub(crate) orders: Orders,
    /// The tuning to go on with, if there is one.
    pub(crate) before: Option<Before>,
}

/// A tuning that was begun before.
#[derive(Debug, Clone)]
pub(crate) struct Before {
    /// Its folder.
    pub(crate) folder: Arc<Folder>,
    /// What its folder says.
    pub(crate) manifest: Box<TuneManifest>,
}
