//! The arguments of `stoker tune`.

use std::sync::Arc;

use anyhow::ensure;
use stoker_files::untrusted::Folder;
use stoker_research::tune::manifest::TuneManifest;
use stoker_research::tune::{KnobSpec, TuneError};
use stoker_stats::sprt::TestQuestion;
use stoker_tournament::plan::Keep;

use super::config::{Entrants, LeagueConfig};
use super::external::ExternalArgs;
use super::keys::count;
use super::league_options::{MatchOptions, PairingOptions};
use super::options::{GameArgs, Orders, PlanTask, RunArgs};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker tune tracker --param near --param far --against lurker wanderer
  stoker tune patrol:rest=20 --param rest=0..30 --against wanderer --iterations 500
  stoker tune wanderer --against patrol          all its numeric parameters
  stoker tune lurker:depth=2 --param blood=1..1000:25 --against tracker --seeds 32
  stoker resume results/tune-course-tracker-...  continue one that was stopped

Tuning uses SPSA. An iteration perturbs all parameters at once, up or down at random, plays both
versions on the same seeds, and takes a step towards the better one. At the end, the tuned bot is
tested against the original on new seeds. docs/tuning.md explains the method.

Exit status: 0 if it is finished, whatever it found; 3 if it is finished, but more than 1% of the
seeds were left out because of void matches; 2 if it cannot continue; 130 after Ctrl-C.";

/// The default number of iterations.
const ITERATIONS: u64 = 200;
/// The default number of seeds per iteration.
const SEEDS: u64 = 16;
/// The default for the most pairs of the final test.
const MAX_PAIRS: u64 = 2_000;

/// The forms of `--param`: a parameter to tune has a range or no value, one of the rules a value.
const PARAM_FORM: &str = "NAME[=LOW..HIGH][:C]|NAME=VALUE";
const PARAM_HELP: &str = "A parameter to tune, with the range of its values and its perturbation at \
    the end, or NAME=VALUE for a parameter of the rules; may be repeated [default: all numeric \
    parameters of the bot, over their whole range, perturbed by a twentieth of it]";

/// `stoker tune`.
#[derive(Debug, Clone, clap::Args)]
// No match of a tuning is recorded.
#[command(mut_arg("records", |arg| arg.hide(true)))]
#[command(mut_arg("params", |arg| arg.value_name(PARAM_FORM).help(PARAM_HELP).long_help(None)))]
pub(crate) struct TuneArgs {
    /// The bot to tune, with its initial values: [SIDE=]BOT[:PARAMETER=VALUE,...]
    #[arg(value_name = "ENTRANT")]
    pub(crate) entrant: String,
    /// Its opponents, written as in `stoker league`
    #[arg(long, value_name = "E", num_args = 1..)]
    pub(crate) against: Vec<String>,
    /// Number of iterations, each of which is one step [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) iterations: Option<u64>,
    /// Seeds per iteration; both versions meet all opponents on each [default: 16]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) seeds: Option<u64>,
    /// Length of the last step for a typical difference, in perturbations [default: 4 divided by
    /// the square root of the iterations, at most 1]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub(crate) r_end: Option<f64>,
    /// The side to tune it for, if it can play several
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// Smallest difference that the final test should find, in standard deviations [default: 0.2]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) effect: Option<f64>,
    /// Highest number of pairs in the final test, each of which is a new seed [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) max_pairs: Option<u64>,
    /// Print what would be played and how long it would take, without playing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) play: GameArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}

/// True for a parameter to tune, and not of the rules.
fn is_tuned(text: &str) -> bool {
    text.split_once('=').is_none_or(|(_, value)| value.contains(".."))
}

impl TuneArgs {
    pub(crate) fn wanted(&self) -> Result<TuneOrder, TuneError> {
        let usual = TestQuestion::default();
        Ok(TuneOrder {
            asked: (self.play.rules.params.iter().filter(|text| is_tuned(text)))
                .map(|text| text.parse())
                .collect::<Result<_, _>>()?,
            side: self.side.clone(),
            iterations: self.iterations.unwrap_or(ITERATIONS),
            seeds: self.seeds.unwrap_or(SEEDS),
            r_end: self.r_end,
            question: TestQuestion { effect: self.effect.unwrap_or(usual.effect), ..usual },
            max_pairs: self.max_pairs.unwrap_or(MAX_PAIRS),
            orders: self.run.orders(if self.dry_run { PlanTask::Estimate } else { PlanTask::Play }),
            before: None,
        })
    }

    pub(crate) fn into_league(mut self, wanted: &TuneOrder) -> anyhow::Result<LeagueConfig> {
        let seeds = wanted.iterations.saturating_mul(wanted.seeds);
        self.play.rules.params.retain(|text| !is_tuned(text));
        let matches = seeds.saturating_add(wanted.max_pairs);
        let typed = self.play.into_league()?;
        ensure!(typed.play.records.is_none(), "a tuning run keeps no records: leave --records out");
        let named: Vec<_> = [self.entrant].into_iter().chain(self.against).collect();
        let config = LeagueConfig {
            entrants: Entrants::typed(&named)?,
            pairings: PairingOptions { matches: Some(matches), ..PairingOptions::default() },
            play: MatchOptions { records: Some(Keep::None), ..typed.play },
            ..typed
        };
        Ok(config.with_external(self.external)?)
    }
}

/// An order to tune a bot.
#[derive(Debug, Clone)]
pub(crate) struct TuneOrder {
    /// The parameters asked for; all numeric ones if this is empty.
    pub(crate) asked: Vec<KnobSpec>,
    pub(crate) side: Option<String>,
    pub(crate) iterations: u64,
    pub(crate) seeds: u64,
    pub(crate) r_end: Option<f64>,
    pub(crate) question: TestQuestion,
    pub(crate) max_pairs: u64,
    pub(crate) orders: Orders,
    /// The tuning run to continue, if there is one.
    pub(crate) before: Option<Before>,
}

/// A tuning run that was begun before.
#[derive(Debug, Clone)]
pub(crate) struct Before {
    /// Its folder.
    pub(crate) folder: Arc<Folder>,
    /// The content of its manifest.
    pub(crate) manifest: Box<TuneManifest>,
}
