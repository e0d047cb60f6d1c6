//! `tune.toml`: everything needed to run a tuning again, and its result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoker_engine::Game;
use stoker_stats::Estimate;
use stoker_stats::sprt::TestQuestion;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::manifest::{FORMAT, Manifest};
use stoker_tournament::storage::FolderError;

use super::gains::{ALPHA, GAMMA, GainSchedule, STABILITY};
use super::knob::{Knob, KnobSpec};

/// The content of `tune.toml`. Nothing in it depends on time, threads or order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TuneManifest {
    /// The version of all the files of a tuning.
    pub format: u32,
    /// The identity of the tuning: a hash of that of the plan, of the settings and of the
    /// parameters.
    pub identity: String,
    /// The settings of the tuning.
    pub tuning: Tuning,
    /// The tuned parameters.
    pub parameters: Vec<ParameterRow>,
    /// The result, once the tuning is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultRow>,
    /// The run that is played. Its first entrant is tuned.
    pub run: Manifest,
}

/// The settings of a tuning.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The number of planned iterations.
    pub iterations: u64,
    /// The number of seeds per iteration.
    pub seeds: u64,
    /// The steps of the last iteration, as a share of its perturbation.
    pub r_end: f64,
    /// The exponent by which steps shrink.
    pub alpha: f64,
    /// The exponent by which perturbations shrink.
    pub gamma: f64,
    /// The stability constant A, as a share of the planned iterations.
    pub stability: f64,
    /// The smallest difference that the final test is to find, in standard deviations.
    pub effect: f64,
    /// The most pairs of the final test.
    pub max_pairs: u64,
}

/// A parameter that is tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ParameterRow {
    /// Its name.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// The value to begin with.
    pub start: f64,
    /// The perturbation of the last iteration, in units of the value.
    pub c_end: f64,
}

/// The result of a tuning.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// The best known bot, as it is typed.
    pub best: String,
    /// `tuned`, `start`, `no difference`, `identical play` or `undecided`.
    pub verdict: String,
    /// The number of pairs in the final test.
    pub pairs: u64,
    /// The difference by which the tuned bot is better, in the unit of its score; 0 for identical
    /// play.
    pub difference: f64,
    /// The 95% interval of the difference, if there are two pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// The number of matches played, void ones included.
    pub matches: u64,
    /// The number of seeds that were left out, because a match on them is void.
    #[serde(default)]
    pub void: u64,
    /// The best known values, by parameter.
    pub values: BTreeMap<String, f64>,
}

impl ResultRow {
    /// The difference by which the tuned bot is better, with its interval.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate { value: self.difference, interval: self.interval }
    }
}

impl TuneManifest {
    /// The manifest of a tuning before its first match.
    ///
    /// # Errors
    /// If the ruleset's parameters have no form in TOML.
    pub fn new<G: Game>(
        plan: &Plan<G>,
        command: &str,
        work: &TuningWork,
    ) -> Result<Self, FolderError> {
        let mut run = Manifest::new(plan, command)?;
        // Both arms play all of the plan.
        run.progress.planned *= 2;
        let tuning = Tuning {
            iterations: work.schedule.iterations(),
            seeds: work.seeds,
            r_end: work.schedule.r_end(),
            alpha: ALPHA,
            gamma: GAMMA,
            stability: STABILITY,
            effect: work.question.effect,
            max_pairs: work.max_pairs,
        };
        let parameters: Vec<_> = work.knobs.iter().map(ParameterRow::of).collect();
        let identity = identity(&run, tuning, &parameters)?;
        Ok(Self { format: FORMAT, identity, tuning, parameters, result: None, run })
    }

    /// The differences that keep a tuning from going on with this one's iterations.
    pub fn differences(&self, asked: &Self) -> Vec<String> {
        let mut list = self.run.differences(&asked.run);
        if self.tuning != asked.tuning {
            list.push("how it is tuned differs".to_owned());
        }
        if self.parameters != asked.parameters {
            list.push("what is tuned differs".to_owned());
        }
        if list.is_empty() && self.identity != asked.identity {
            list.push("its tune.toml was changed".to_owned());
        }
        list
    }
}

impl ParameterRow {
    fn of(knob: &Knob) -> Self {
        let ((low, high), name) = (knob.range(), knob.name().to_owned());
        Self { name, low, high, start: knob.start(), c_end: knob.c_end() }
    }

    /// The request that selects this parameter again.
    pub fn asked(&self) -> KnobSpec {
        let range = Some((self.low, self.high));
        KnobSpec { name: self.name.clone(), range, c_end: Some(self.c_end) }
    }
}

/// The work of a tuning, apart from the matches.
#[derive(Debug, Clone)]
pub struct TuningWork {
    /// The parameters in their ranges.
    pub knobs: Vec<Knob>,
    /// The gain sequences.
    pub schedule: GainSchedule,
    /// The number of seeds per iteration.
    pub seeds: u64,
    /// The question of the final test.
    pub question: TestQuestion,
    /// The most pairs of the final test.
    pub max_pairs: u64,
}

#[derive(Serialize)]
struct Parameters<'p> {
    parameters: &'p [ParameterRow],
}

fn identity(
    run: &Manifest,
    tuning: Tuning,
    parameters: &[ParameterRow],
) -> Result<String, toml::ser::Error> {
    let parts =
        [run.plan.clone(), toml::to_string(&tuning)?, toml::to_string(&Parameters { parameters })?];
    Ok(blake3::hash(parts.join("\n---\n").as_bytes()).to_hex()[..32].to_owned())
}
