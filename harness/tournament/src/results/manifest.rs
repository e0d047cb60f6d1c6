//! `run.toml`: everything needed to run a tournament again.

mod differences;
mod reuse_row;
mod run_format;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use stoker_engine::{Game, Seed};
use stoker_external::fault::FaultPolicy;
use stoker_external::{Conditions, LimitsAsked, ProgramEnvironment};
use stoker_sandbox::{Isolation, Limit, Turns};
use stoker_stats::sprt::TestQuestion;

use crate::entrant::{BotSource, Entrant};
use crate::plan::{Games, Keep, Plan, Shard, Swept};
use crate::record::by_name;
use crate::settings::Design;
use crate::starts::Starts;
use crate::text;

pub use super::result_folder::FORMAT;
pub use reuse_row::{PreviousRow, ReuseRow};
pub use run_format::RunFormat;

/// The content of `run.toml`. Nothing in it depends on time, threads or order. Only what concerns
/// external programs depends on the machine: `isolation`, and hashes and reasons in `entrants`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of all the files of the run.
    pub format: u32,
    /// The version of stoker, with a hash of its sources.
    pub stoker: String,
    /// A hash of the executable, if it has rules or bots that did not come with stoker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The command that runs it again.
    pub command: String,
    /// The identity of the plan: a hash of version, program and all that follows `progress`.
    pub plan: String,
    /// True if the same plan always gives the same bytes.
    pub reproducible: bool,
    /// The progress of the run.
    pub progress: ProgressRow,
    /// The tournament.
    pub tournament: Tournament,
    /// The question of an A/B test between the first two entrants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<TestQuestion>,
    /// The ruleset's parameters.
    pub params: toml::Table,
    /// The sweep, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepRow>,
    /// The limits of external programs, if any take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsAsked>,
    /// The isolation of external programs, and the observations about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<IsolationRow>,
    /// The part of the plan, if this is not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardRow>,
    /// The earlier run that matches were taken from, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reuse: Option<ReuseRow>,
    /// The entrants.
    pub entrants: Vec<EntrantRow>,
}

/// A sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRow {
    /// The axes, as in `lurker:depth=1,2,3`.
    pub vary: Vec<String>,
    /// The design, which selects the settings.
    #[serde(with = "text")]
    pub design: Design,
    /// The number of settings.
    pub settings: usize,
    /// The setting that others are compared with.
    pub reference: usize,
}

/// A part of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardRow {
    /// Its number, from 1.
    pub index: u64,
    /// The number of parts.
    pub of: u64,
    /// The number of its first match.
    pub first: u64,
    /// The number of matches of all parts together.
    pub whole: u64,
}

/// The conditions under which external programs were run, as far as they depend on the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IsolationRow {
    /// The means that keep programs away from everything else.
    #[serde(with = "text")]
    pub kind: Isolation,
    /// The way in which turns of C submissions were served: `process` in runs that do not say.
    #[serde(default = "process", with = "text")]
    pub turns: Turns,
    /// The limits that need not hold.
    #[serde(with = "text::list")]
    pub waived: Vec<Limit>,
    /// True if programs see a clock that stands still, and the same addresses in every process.
    pub still: bool,
    /// The entrants that did not play the same in a second rehearsal.
    pub changeable: Vec<String>,
    /// All limits, each with the way in which it was enforced.
    pub in_force: BTreeMap<String, String>,
}

impl IsolationRow {
    /// The part that identifies a run: the choices. Facts about the machine, and the way in which
    /// turns were served, do not make a different run.
    fn identity(&self) -> String {
        format!("{} {} {}", self.kind, self.waived_words(), self.still)
    }

    /// The limits that need not hold, in words.
    fn waived_words(&self) -> String {
        let words: Vec<_> = self.waived.iter().map(ToString::to_string).collect();
        words.join(" ")
    }
}

/// The value for runs of earlier versions, which knew no other.
fn process() -> Turns {
    Turns::Process
}

impl From<&Conditions> for IsolationRow {
    fn from(conditions: &Conditions) -> Self {
        let sandbox_options = &conditions.sandbox_options;
        Self {
            kind: sandbox_options.isolation,
            turns: sandbox_options.turns,
            waived: conditions.waived.clone(),
            still: conditions.world != ProgramEnvironment::Real,
            changeable: conditions.changeable.clone(),
            in_force: conditions.in_force.clone(),
        }
    }
}

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressRow {
    /// True if all planned matches were played; false while a run goes on.
    pub complete: bool,
    /// The number of slots in the files, void ones included.
    pub matches: u64,
    /// The number of planned matches over all pairings, or of those in the shard.
    pub planned: u64,
    /// The number of void slots in the files.
    #[serde(default)]
    pub void: u64,
}

/// A tournament, without its entrants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The preset that the parameters come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The map's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The map's content hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_hash: Option<String>,
    /// The hash of the data, if the ruleset uses data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_hash: Option<String>,
    /// The format, or `compare`.
    #[serde(with = "text")]
    pub format: RunFormat,
    /// The matches per pairing; on a ladder, those of each entrant on the lowest rung; with drawn
    /// lineups, those of each entrant.
    pub matches: u64,
    /// The number of games in each match, if matches are series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The master seed.
    pub seed: Seed,
    /// The way in which matches begin.
    pub starts: Starts,
    /// The reason why matches begin free, if that is the default for these entrants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_because: Option<String>,
    /// The choice of records to keep.
    #[serde(with = "text")]
    pub records: Keep,
    /// The consequence of a fault.
    #[serde(default)]
    pub fault_policy: FaultPolicy,
    /// The half-width that every 95% interval of a mean score must reach for the run to end early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_interval: Option<f64>,
}

impl Tournament {
    /// The part that identifies a plan.
    fn identity(&self) -> Self {
        Self { preset: None, starts_because: None, ..self.clone() }
    }
}

/// An entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantRow {
    /// Its name.
    pub name: String,
    /// Its spec, in canonical spelling.
    pub spec: String,
    /// The kind of side that it is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// A hash of its sources and of what was built from them, if it is external.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The kinds of sides that it can play, if it is external.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<String>,
    /// The kinds of sides for which it was found unfit, with the reasons.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unfit: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest of a plan before its first match.
    ///
    /// # Errors
    /// If the ruleset's parameters have no form in TOML.
    pub fn new<G: Game>(plan: &Plan<G>, command: &str) -> Result<Self, toml::ser::Error> {
        let mut manifest = Self {
            format: FORMAT,
            stoker: plan.version().to_owned(),
            program: plan.program().map(str::to_owned),
            command: command.to_owned(),
            plan: String::new(),
            reproducible: plan.conditions().is_none() && !plan.has_people(),
            progress: ProgressRow {
                complete: false,
                matches: 0,
                planned: plan.range().end - plan.range().start,
                void: 0,
            },
            tournament: tournament(plan),
            compare: plan.test().map(|test| test.question()),
            params: toml::Table::try_from(plan.game().params())?,
            sweep: plan.swept().map(sweep_row),
            limits: plan.conditions().map(|conditions| conditions.limits.into()),
            isolation: plan.conditions().map(IsolationRow::from),
            shard: plan.shard().map(|shard| shard_row(shard, plan)),
            reuse: None,
            entrants: plan.entrants().iter().map(|entrant| row(entrant, plan)).collect(),
        };
        manifest.plan = manifest.identity()?;
        Ok(manifest)
    }

    /// The manifest of a run that takes matches from an earlier one. It is another run, because its
    /// leaderboard shows another movement.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub(crate) fn reusing(self, reuse: Option<ReuseRow>) -> Result<Self, toml::ser::Error> {
        let mut manifest = Self { reuse, ..self };
        manifest.plan = manifest.identity()?;
        Ok(manifest)
    }

    /// Reads the file's text.
    ///
    /// # Errors
    /// If it is not as this version writes it.
    pub fn parse(text: &str) -> Result<Self, String> {
        super::result_folder::parse(text)
    }

    /// The file's text.
    ///
    /// # Errors
    /// If something in it has no form in TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The part of the plan that was asked for, if not all of it.
    #[must_use]
    pub fn part(&self) -> Option<Shard> {
        self.shard.and_then(|shard| Shard::new(shard.index, shard.of))
    }

    /// The numbers of the slots of a part of the whole plan.
    #[must_use]
    pub fn range_of(&self, part: Shard) -> Range<u64> {
        let games = self.tournament.games.and_then(|games| Games::new(games).ok());
        part.range(self.whole_plan(), games.unwrap_or(Games::ONE))
    }

    /// The number of matches of the whole plan, also if this is a shard of it.
    #[must_use]
    pub fn whole_plan(&self) -> u64 {
        self.shard.map_or(self.progress.planned, |shard| shard.whole)
    }

    /// The differences that keep another run from going on with this one's matches. There are none
    /// if both are of one plan and run their programs in one way.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        differences::list(self, other)
    }

    /// The differences that keep this run's matches from being those of the other, where the same
    /// entrants meet.
    #[must_use]
    pub fn differences_of_matches(&self, other: &Self) -> Vec<String> {
        differences::of_matches(self, other)
    }

    /// The identity of the plan. Two runs with the same identity give the same bytes, however they
    /// were asked for.
    fn identity(&self) -> Result<String, toml::ser::Error> {
        let reuse = self.reuse.as_ref().map(|reuse| toml::to_string(&reuse.identity()));
        let mut parts = vec![
            self.stoker.clone(),
            self.program.clone().unwrap_or_default(),
            toml::to_string(&self.tournament.identity())?,
            self.compare
                .map(|question| toml::to_string(&question))
                .transpose()?
                .unwrap_or_default(),
            toml::to_string(&self.params)?,
            self.limits.map(|limits| toml::to_string(&limits)).transpose()?.unwrap_or_default(),
            self.isolation.as_ref().map(IsolationRow::identity).unwrap_or_default(),
            toml::to_string(&EntrantsTable { entrants: &self.entrants })?,
        ];
        parts.extend(reuse.transpose()?);
        parts.extend(self.sweep.as_ref().map(toml::to_string).transpose()?);
        Ok(blake3::hash(parts.join("\n---\n").as_bytes()).to_hex()[..32].to_owned())
    }
}

#[derive(Serialize)]
struct EntrantsTable<'e> {
    entrants: &'e [EntrantRow],
}

fn tournament<G: Game>(plan: &Plan<G>) -> Tournament {
    let compared = match plan.draws_opponents() {
        true => RunFormat::CompareDrawn,
        false => RunFormat::Compare,
    };
    let format = plan.format(|entrant| entrant.name.clone());
    Tournament {
        ruleset: G::NAME.to_owned(),
        preset: plan.preset().map(str::to_owned),
        map: plan.map().map(|map| map.name.clone()),
        map_hash: plan.map().map(|map| map.hash.clone()),
        data_hash: plan.data_hash().map(str::to_owned),
        format: format.map_or(compared, RunFormat::Typed),
        matches: plan.matches(),
        games: Some(plan.games()).filter(|games| games.is_series()).map(Games::get),
        seed: plan.seed(),
        starts: plan.starts(),
        starts_because: plan.why_free(),
        records: plan.keep(),
        fault_policy: plan.policy(),
        until_interval: plan.until_interval(),
    }
}

fn sweep_row<G: Game>(swept: &Swept<G>) -> SweepRow {
    SweepRow {
        vary: swept.sweep().axes().iter().map(ToString::to_string).collect(),
        design: swept.sweep().design(),
        settings: swept.settings().len(),
        reference: swept.reference(),
    }
}

fn shard_row<G: Game>(shard: Shard, plan: &Plan<G>) -> ShardRow {
    ShardRow { index: shard.index(), of: shard.of(), first: plan.range().start, whole: plan.len() }
}

fn row<G: Game>(entrant: &Entrant<G>, plan: &Plan<G>) -> EntrantRow {
    let plays = match &entrant.source {
        BotSource::Builtin(..) | BotSource::Person => vec![],
        BotSource::External(program) => plan
            .game()
            .sides()
            .kinds()
            .filter(|kind| program.plays(kind))
            .map(str::to_owned)
            .collect(),
    };
    let mut unfit = entrant.unfit.iter().map(|un| (un.side.clone(), un.status.to_string()));
    EntrantRow {
        plays,
        name: entrant.name.clone(),
        spec: entrant.spec.clone(),
        side: entrant.side.clone(),
        hash: match &entrant.source {
            BotSource::Builtin(..) | BotSource::Person => None,
            BotSource::External(program) => Some(program.hash().to_owned()),
        },
        unfit: by_name(&mut unfit),
    }
}
