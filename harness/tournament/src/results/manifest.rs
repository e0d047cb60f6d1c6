//! `run.toml`: everything needed to run it again.

mod differences;
mod reuse_row;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoker_engine::{Game, Seed};
use stoker_external::fault::FaultPolicy;
use stoker_external::{Conditions, LimitsAsked, World};
use stoker_sandbox::Turns;
use stoker_stats::sprt::Question;

use crate::entrant::{Entrant, Source};
use crate::plan::{Plan, Shard, Swept};
use crate::starts::Starts;

pub use super::result_folder::FORMAT;
pub use reuse_row::{PreviousRow, ReuseRow};

/// What `run.toml` says. Nothing in it depends on time, threads or order; on the machine depends
/// only what became of programs outside of this one: `isolation`, and hashes and reasons in
/// `entrants`.
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
    /// Identity of the plan: a hash of version, program and all that follows `progress`.
    pub plan: String,
    /// True if the same plan always gives the same bytes.
    pub reproducible: bool,
    /// How far it is.
    pub progress: ProgressRow,
    /// What is played.
    pub tournament: Tournament,
    /// What an A/B test between the first two entrants is to find out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<Question>,
    /// The ruleset's parameters.
    pub params: toml::Table,
    /// What is swept, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepRow>,
    /// What programs outside of this one may use, if any take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsAsked>,
    /// How these are kept away from everything else, and what was seen of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<IsolationRow>,
    /// Which part of the plan this is, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardRow>,
    /// What was taken from an earlier run, if something was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reuse: Option<ReuseRow>,
    /// Who takes part.
    pub entrants: Vec<EntrantRow>,
}

/// What is swept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRow {
    /// The axes, as in `lurker:depth=1,2,3`.
    pub vary: Vec<String>,
    /// How settings are chosen.
    pub design: String,
    /// How many there are.
    pub settings: usize,
    /// The one that others are compared with.
    pub reference: usize,
}

/// A part of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardRow {
    /// Its number, from 1.
    pub index: u64,
    /// How many parts there are.
    pub of: u64,
    /// The number of its first match.
    pub first: u64,
    /// How many matches all parts have.
    pub whole: u64,
}

/// How programs outside of this one were run: the part that depends on the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IsolationRow {
    /// `full`, `bwrap` or `none`.
    pub kind: String,
    /// How turns of submissions of C sources were served: `warm`, or `process` in runs that say nothing.
    #[serde(default = "process")]
    pub turns: String,
    /// Limits that need not hold.
    pub waived: Vec<String>,
    /// True if programs see a clock that stands still, and the same addresses in every process.
    pub still: bool,
    /// Entrants that were seen to play otherwise the second time.
    pub changeable: Vec<String>,
    /// Every limit, and how it was found to be kept.
    pub in_force: BTreeMap<String, String>,
}

impl IsolationRow {
    /// What was chosen; what was found on the machine, and how turns were served, makes no other
    /// run.
    fn identity(&self) -> String {
        format!("{} {} {}", self.kind, self.waived.join(" "), self.still)
    }
}

/// Earlier versions knew nothing else.
fn process() -> String {
    Turns::Process.to_string()
}

impl From<&Conditions> for IsolationRow {
    fn from(conditions: &Conditions) -> Self {
        let setting = &conditions.setting;
        Self {
            kind: setting.isolation.to_string(),
            turns: setting.turns.to_string(),
            waived: conditions.waived.iter().map(ToString::to_string).collect(),
            still: conditions.world != World::Real,
            changeable: conditions.changeable.clone(),
            in_force: conditions.in_force.clone(),
        }
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressRow {
    /// True if all planned matches were played; while a run goes on, it is not.
    pub complete: bool,
    /// Slots that the files hold, void ones included.
    pub matches: u64,
    /// Matches planned, over all pairings, of this shard if it is one.
    pub planned: u64,
    /// Void slots among those that the files hold.
    #[serde(default)]
    pub void: u64,
}

/// What is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// The ruleset.
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
    /// `round-robin`, `gauntlet:ENTRANT`, `ladder`, `ladder:RUNGS` or `compare`.
    pub format: String,
    /// Matches per pairing; on a ladder, of each entrant on the lowest rung.
    pub matches: u64,
    /// The master seed.
    pub seed: Seed,
    /// How matches begin.
    pub starts: Starts,
    /// Why they begin free, if that is usual for who takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_because: Option<String>,
    /// Which records are kept.
    pub records: String,
    /// What follows a fault.
    #[serde(default)]
    pub fault_policy: FaultPolicy,
    /// How narrow every 95% interval of a mean score must be for the run to end early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_interval: Option<f64>,
}

impl Tournament {
    /// What of it tells one plan from another.
    fn identity(&self) -> Self {
        Self { preset: None, starts_because: None, ..self.clone() }
    }
}

/// Who takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantRow {
    /// Its name.
    pub name: String,
    /// Its spec, in canonical spelling.
    pub spec: String,
    /// The kind of side that it is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// A hash of its sources, and of what was built from them, if it is not part of this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Kinds of sides that it can play, if it is not part of this program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<String>,
    /// Kinds of sides that it was found unfit for, with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unfit: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest of a plan of which nothing is played yet.
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
            reproducible: plan.conditions().is_none(),
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

    /// That of a run that takes matches from an earlier one: another run, because its leaderboard
    /// shows another movement.
    ///
    /// # Errors
    /// As [`new`](Self::new).
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

    /// How many matches the whole plan has, if this is a shard of it.
    #[must_use]
    pub fn whole_plan(&self) -> u64 {
        self.shard.map_or(self.progress.planned, |shard| shard.whole)
    }

    /// What keeps a run from going on with this one's matches: nothing, if they are of one plan and
    /// their programs are run in one way.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        differences::list(self, other)
    }

    /// What keeps this run's matches from being those of the other, where the same entrants meet.
    #[must_use]
    pub fn differences_of_matches(&self, other: &Self) -> Vec<String> {
        differences::of_matches(self, other)
    }

    /// Two runs with the same identity give the same bytes, however they were asked for.
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
            toml::to_string(&Entrants { entrants: &self.entrants })?,
        ];
        parts.extend(reuse.transpose()?);
        parts.extend(self.sweep.as_ref().map(toml::to_string).transpose()?);
        Ok(blake3::hash(parts.join("\n---\n").as_bytes()).to_hex()[..32].to_owned())
    }
}

#[derive(Serialize)]
struct Entrants<'e> {
    entrants: &'e [EntrantRow],
}

fn tournament<G: Game>(plan: &Plan<G>) -> Tournament {
    let format = plan.format(|entrant| entrant.name.clone());
    Tournament {
        ruleset: G::NAME.to_owned(),
        preset: plan.preset().map(str::to_owned),
        map: plan.map().map(|map| map.name.clone()),
        map_hash: plan.map().map(|map| map.hash.clone()),
        format: format.map_or_else(|| "compare".to_owned(), |format| format.to_string()),
        matches: plan.matches(),
        seed: plan.seed(),
        starts: plan.starts(),
        starts_because: plan.why_free(),
        records: plan.keep().to_string(),
        fault_policy: plan.policy(),
        until_interval: plan.until_interval(),
    }
}

fn sweep_row<G: Game>(swept: &Swept<G>) -> SweepRow {
    SweepRow {
        vary: swept.sweep().axes().iter().map(ToString::to_string).collect(),
        design: swept.sweep().design().to_string(),
        settings: swept.settings().len(),
        reference: swept.reference(),
    }
}

fn shard_row<G: Game>(shard: Shard, plan: &Plan<G>) -> ShardRow {
    ShardRow { index: shard.index(), of: shard.of(), first: plan.range().start, whole: plan.len() }
}

fn row<G: Game>(entrant: &Entrant<G>, plan: &Plan<G>) -> EntrantRow {
    let plays = match &entrant.source {
        Source::Builtin(..) => vec![],
        Source::Outside(program) => plan
            .game()
            .sides()
            .kinds()
            .filter(|kind| program.plays(kind))
            .map(str::to_owned)
            .collect(),
    };
    EntrantRow {
        plays,
        name: entrant.name.clone(),
        spec: entrant.spec.clone(),
        side: entrant.side.clone(),
        hash: match &entrant.source {
            Source::Builtin(..) => None,
            Source::Outside(program) => Some(program.hash().to_owned()),
        },
        unfit: entrant.unfit.iter().map(|un| (un.side.clone(), un.status.to_string())).collect(),
    }
}
