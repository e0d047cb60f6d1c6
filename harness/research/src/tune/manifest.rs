//! `tune.toml`: everything needed to run a tuning again, and what came of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoker_engine::Game;
use stoker_stats::Estimate;
use stoker_stats::sprt::Question;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::manifest::{FORMAT, Manifest};
use stoker_tournament::storage::FolderError;

use super::gains::{ALPHA, GAMMA, STABILITY, Schedule};
use super::knob::{Asked, Knob};

/// What `tune.toml` says. Nothing in it depends on time, threads or order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TuneManifest {
    /// The version of all the files of a tuning.
    pub format: u32,
    /// Identity of the tuning: a hash of that of the plan, of the settings and of the parameters.
    pub identity: String,
    /// How it is tuned.
    pub tuning: Tuning,
    /// What is tuned.
    pub parameters: Vec<ParameterRow>,
    /// What came of it, once it is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultRow>,
    /// What is played, and who is tuned: the first entrant.
    pub run: Manifest,
}

/// How it is tuned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// Iterations planned.
    pub iterations: u64,
    /// Seeds an iteration.
    pub seeds: u64,
    /// The steps of the last iteration, as a share of its perturbation.
    pub r_end: f64,
    /// The exponent by which steps shrink.
    pub alpha: f64,
    /// The exponent by which perturbations shrink.
    pub gamma: f64,
    /// A, in iterations planned.
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

/// What came of a tuning.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// The best bot known, to be typed.
    pub best: String,
    /// `tuned`, `start`, `no difference`, `identical play` or `undecided`.
    pub verdict: String,
    /// Pairs of the final test.
    pub pairs: u64,
    /// By how much the tuned bot is better, in the unit of its score; 0 for identical play.
    pub difference: f64,
    /// The 95% interval of that, if there are two pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// Matches played in all, void ones included.
    pub matches: u64,
    /// Seeds that were left out, because a match on them is void.
    #[serde(default)]
    pub void: u64,
    /// The best values known, by parameter.
    pub values: BTreeMap<String, f64>,
}

impl ResultRow {
    /// By how much the tuned bot is better, with its interval.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate { value: self.difference, interval: self.interval }
    }
}

impl TuneManifest {
    /// The manifest of a tuning of which nothing is played yet.
    ///
    /// # Errors
    /// If the ruleset's parameters have no form in TOML.
    pub fn new<G: Game>(plan: &Plan<G>, command: &str, work: &Work) -> Result<Self, FolderError> {
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

    /// What keeps a tuning from going on with this one's iterations.
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

    /// What to ask for to have it again.
    pub fn asked(&self) -> Asked {
        let range = Some((self.low, self.high));
        Asked { name: self.name.clone(), range, c_end: Some(self.c_end) }
    }
}

/// What is to be done, beside playing.
#[derive(Debug, Clone)]
pub struct Work {
    /// The parameters in their ranges.
    pub knobs: Vec<Knob>,
    /// How steps and perturbations shrink.
    pub schedule: Schedule,
    /// Seeds an iteration.
    pub seeds: u64,
    /// What the final test is to find out.
    pub question: Question,
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
