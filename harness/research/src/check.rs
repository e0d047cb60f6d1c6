//! Checks whether a bot is ready to be handed in. The bot is tried on positions and in matches, and
//! every failure is explained.

mod advice;
mod match_trial;
mod opening;
mod position_trial;
mod recorder;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use stoker_bots::TrialPosition;
use stoker_engine::{Game, SideId};
use stoker_external::Limits;
use stoker_external::contract::Elapsed;
use stoker_external::fault::FaultKind;
use stoker_external::unfit::{EntrantStatus, Unfit};
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::rehearsal::rehearse_all;
use stoker_tournament::starts::Starts;
use stoker_tournament::threads::{Handouts, in_parallel};

use recorder::ExchangeRecorder;

pub use recorder::Evidence;

/// The most trials at once; fewer on a machine with fewer cores.
const AT_ONCE: usize = 4;
/// The number of trials that use up the time limit after which the others are left out.
const PATIENCE: usize = 3;
/// The number of times that a trial is repeated if the machine has spoilt it.
const REPEATS: usize = 2;
/// The number of bots of the other sides that it meets.
const OPPONENTS: usize = 2;

/// The bot to check, and the conditions of the check.
pub struct CheckRequest<'a, G: Game> {
    /// The ruleset, configured.
    pub game: &'a Arc<G>,
    /// The bot to check.
    pub entrant: &'a Entrant<G>,
    /// The kinds of sides on which it is checked.
    pub kinds: Vec<&'static str>,
    /// Built-in bots that can be its opponents, the strongest last.
    pub opponents: Vec<Entrant<G>>,
    /// The limits of the bot, unless it sets lower ones itself.
    pub limits: Limits,
    /// The way in which its matches begin.
    pub starts: Starts,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
}

/// The reasons why there is no result. None is the entrant's fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The machine or this program failed.
    #[error("{0}")]
    Machine(String),
    /// The ruleset broke its own promises.
    #[error("`{0}` offers no move, or refuses one that it offered: this is a bug in the ruleset")]
    Ruleset(&'static str),
    /// The user wanted to stop.
    #[error("the check was stopped")]
    Stopped,
}

/// One trial of the bot.
#[derive(Debug, Clone)]
pub struct BotTrial {
    /// A short name.
    pub what: String,
    /// The difficulty that it tests, or the command that repeats it.
    pub about: String,
    /// The kind of side that was played; `None` if it concerns all of them.
    pub side: Option<&'static str>,
    /// The outcome.
    pub outcome: TrialOutcome,
    /// The times of its turns.
    pub times: TrialTimes,
}

/// The outcome of a trial.
#[derive(Debug, Clone)]
pub enum TrialOutcome {
    /// The trial succeeded.
    Ok,
    /// The trial succeeded, but the author should know this.
    Remark(String),
    /// The trial failed; the list is not empty.
    Failed(Vec<TrialFailure>),
    /// It was not tried, for this reason.
    Skipped(&'static str),
}

/// One failure of a trial.
#[derive(Debug, Clone)]
pub struct TrialFailure {
    /// The kind of fault or unfitness.
    pub kind: &'static str,
    /// A description of the failure.
    pub reason: String,
    /// The place; empty if it is obvious.
    pub place: String,
    /// The change to make.
    pub advice: String,
    /// The evidence.
    pub evidence: Evidence,
}

/// The times of turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrialTimes {
    /// The number of turns.
    pub turns: u32,
    /// The time of all turns together.
    pub total: Elapsed,
    /// The longest time of a turn, by each clock.
    pub longest: Elapsed,
    /// The highest memory use in bytes, if it was measured.
    pub memory: Option<u64>,
}

impl TrialTimes {
    fn add(&mut self, elapsed: Elapsed) {
        self.join(Self { turns: 1, total: elapsed, longest: elapsed, memory: None });
    }

    fn join(&mut self, other: Self) {
        self.turns += other.turns;
        self.total.wall += other.total.wall;
        self.total.cpu += other.total.cpu;
        self.longest.wall = self.longest.wall.max(other.longest.wall);
        self.longest.cpu = self.longest.cpu.max(other.longest.cpu);
        self.memory = self.memory.max(other.memory);
    }

    /// The mean wall-clock time of a turn.
    #[must_use]
    pub fn mean(&self) -> Duration {
        self.total.wall.checked_div(self.turns).unwrap_or_default()
    }
}

impl BotTrial {
    /// True if the trial failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        matches!(self.outcome, TrialOutcome::Failed(_))
    }

    /// True if it used up its time limit, so that more trials like it would take too long.
    fn dragged_on(&self, limits: Option<Limits>) -> bool {
        let slow = |failure: &TrialFailure| {
            use FaultKind::{CouldNotStart, CpuTimeout, WallTimeout};
            [CouldNotStart, CpuTimeout, WallTimeout].iter().any(|kind| kind.name() == failure.kind)
        };
        limits.is_some_and(|limits| self.times.longest.wall >= limits.wall())
            || matches!(&self.outcome, TrialOutcome::Failed(failures) if failures.iter().any(slow))
    }

    fn skipped(what: &str, about: &str, side: &'static str, why: &'static str) -> Self {
        Self {
            what: what.to_owned(),
            about: about.to_owned(),
            side: Some(side),
            outcome: TrialOutcome::Skipped(why),
            times: TrialTimes::default(),
        }
    }
}

/// The limits of the entrant; `None` for built-in bots, which have none.
fn limits<G: Game>(request: &CheckRequest<'_, G>) -> Option<Limits> {
    match &request.entrant.source {
        BotSource::Builtin(..) | BotSource::Person => None,
        BotSource::External(program) => Some(program.limits().unwrap_or(request.limits)),
    }
}

/// Tries an entrant on positions and in matches, on every kind of side that was asked for.
///
/// First turns and turns in mid-game are added to the ruleset's own positions.
///
/// # Errors
/// If the machine or the ruleset fails, or the user wants to stop.
pub fn check<G: Game>(
    request: &CheckRequest<'_, G>,
    positions: &[TrialPosition<G>],
) -> Result<Vec<BotTrial>, CheckError> {
    let mut trials = vec![];
    for &kind in &request.kinds {
        if let Some(unfit) = request.entrant.unfit.iter().find(|unfit| unfit.side == kind) {
            trials.push(unfit_trial(unfit, kind));
        } else {
            let side = request.game.sides().iter().find(|(_, side)| side.kind == kind);
            let (side, _) = side.ok_or(CheckError::Ruleset(G::NAME))?;
            let tried = SideChecker { request, side, kind }.run_trials(positions)?;
            let dead = tried.iter().any(failed_to_start);
            trials.extend(tried);
            if request.starts == Starts::Free && !dead {
                trials.extend(opening::takes_over(request, side, kind)?);
            }
        }
    }
    trials.extend(repeats(request, &trials)?);
    Ok(trials)
}

/// Asks an entrant once, in a position in which one of the kinds of sides that were asked for is to
/// move.
///
/// # Errors
/// As for [`check`].
pub fn check_position<G: Game>(
    request: &CheckRequest<'_, G>,
    position: &TrialPosition<G>,
) -> Result<Vec<BotTrial>, CheckError> {
    let side = position_trial::mover(&**request.game, &position.state);
    let side = side.ok_or(CheckError::Ruleset(G::NAME))?;
    let kind = request.game.sides().side(side).kind;
    if let Some(unfit) = request.entrant.unfit.iter().find(|unfit| unfit.side == kind) {
        return Ok(vec![unfit_trial(unfit, kind)]);
    }
    SideChecker { request, side, kind }.all_of(vec![TrialTask::Asked(position.clone())])
}

fn unfit_trial(unfit: &Unfit, side: &'static str) -> BotTrial {
    let (kind, reason) = match &unfit.status {
        EntrantStatus::BuildFailed(reason) => ("build_failed", reason.clone()),
        EntrantStatus::Unfit(reason) => ("unfit", reason.clone()),
        EntrantStatus::Ok => ("unfit", String::new()),
    };
    let advice = advice::unfit(&unfit.status);
    let evidence = Evidence::default();
    let failure = TrialFailure { kind, reason, place: String::new(), advice, evidence };
    BotTrial {
        what: "build".to_owned(),
        about: String::new(),
        side: Some(side),
        outcome: TrialOutcome::Failed(vec![failure]),
        times: TrialTimes::default(),
    }
}

/// Checks one kind of side.
struct SideChecker<'a, G: Game> {
    request: &'a CheckRequest<'a, G>,
    /// A side of this kind.
    side: SideId,
    kind: &'static str,
}

/// A trial to make.
enum TrialTask<'a, G: Game> {
    Position(TrialPosition<G>),
    /// A position that was asked for, in which the author wants to know the answer.
    Asked(TrialPosition<G>),
    Match(match_trial::MatchTrial<'a, G>),
}

impl<G: Game> TrialTask<'_, G> {
    fn what(&self) -> (String, String) {
        match self {
            Self::Position(position) | Self::Asked(position) => {
                (position.name.clone(), position.tests.clone())
            }
            Self::Match(match_trial) => (match_trial.what(), match_trial.about()),
        }
    }
}

impl<G: Game> SideChecker<'_, G> {
    /// Tries the first position alone: if a bot does not start, no more trials are needed.
    fn run_trials(&self, positions: &[TrialPosition<G>]) -> Result<Vec<BotTrial>, CheckError> {
        let mut tasks = self.tasks(positions)?.into_iter();
        let mut trials = self.all_of(tasks.by_ref().take(1).collect())?;
        let mut over = trials.iter().any(failed_to_start).then_some("it does not start");
        loop {
            let some: Vec<_> = tasks.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            match over {
                Some(why) => trials.extend(some.iter().map(|task| self.skip(task, why))),
                None => trials.extend(self.all_of(some)?),
            }
            if self.too_slow(&trials) >= PATIENCE {
                over = over.or(Some("too many were too slow"));
            }
        }
        trials.extend(self.time_taken(&trials));
        Ok(trials)
    }

    fn tasks(&self, positions: &[TrialPosition<G>]) -> Result<Vec<TrialTask<'_, G>>, CheckError> {
        let game = &**self.request.game;
        let own = positions
            .iter()
            .filter(|position| position_trial::mover(game, &position.state) == Some(self.side));
        let positions = position_trial::usual(game, self.side)?.into_iter().chain(own.cloned());
        let match_trials = match_trial::match_trials(self.request, self.side, OPPONENTS)
            .into_iter()
            .map(TrialTask::Match);
        Ok(positions.map(TrialTask::Position).chain(match_trials).collect())
    }

    /// Makes some trials at the same time, each with a slot of its own.
    fn all_of(&self, tasks: Vec<TrialTask<'_, G>>) -> Result<Vec<BotTrial>, CheckError> {
        let tasks = Handouts::from_iter(tasks);
        in_parallel(tasks.count(), &|number| {
            let task = tasks.take(number).ok_or(CheckError::Stopped)?;
            self.attempt(&task, number.try_into().unwrap_or(0))
        })
    }

    fn attempt(&self, task: &TrialTask<'_, G>, slot: u32) -> Result<BotTrial, CheckError> {
        let mut tried = self.once(task, slot);
        for _ in 0..REPEATS {
            if matches!(tried, Err(CheckError::Machine(_))) {
                tried = self.once(task, slot);
            }
        }
        tried
    }

    fn once(&self, task: &TrialTask<'_, G>, slot: u32) -> Result<BotTrial, CheckError> {
        if self.request.stop.load(Ordering::Relaxed) {
            return Err(CheckError::Stopped);
        }
        let recorder = ExchangeRecorder::default();
        let entrant = recorder.watch(self.request.entrant);
        let (outcome, mut times) = match task {
            TrialTask::Position(position) => {
                let game = self.request.game;
                position_trial::ask(game, &entrant, position, slot, &recorder)?.in_brief()
            }
            TrialTask::Asked(position) => {
                let game = self.request.game;
                position_trial::ask(game, &entrant, position, slot, &recorder)?.in_full()
            }
            TrialTask::Match(match_trial) => match_trial.play(&entrant, slot, &recorder)?,
        };
        times.memory = recorder.memory();
        let (what, about) = task.what();
        Ok(BotTrial { what, about, side: Some(self.kind), outcome, times })
    }

    /// The number of trials that used up their time limit.
    fn too_slow(&self, trials: &[BotTrial]) -> usize {
        trials.iter().filter(|trial| trial.dragged_on(limits(self.request))).count()
    }

    fn skip(&self, task: &TrialTask<'_, G>, why: &'static str) -> BotTrial {
        let (what, about) = task.what();
        BotTrial::skipped(&what, &about, self.kind, why)
    }

    /// The times of its turns, compared with the limits.
    fn time_taken(&self, trials: &[BotTrial]) -> Option<BotTrial> {
        let mut times = TrialTimes::default();
        trials.iter().for_each(|trial| times.join(trial.times));
        if times.turns == 0 || self.too_slow(trials) > 0 {
            return None;
        }
        let limits = limits(self.request);
        let close = limits.and_then(|limits| advice::close_to_a_limit(&times, &limits));
        let outcome = close.map_or(TrialOutcome::Ok, TrialOutcome::Remark);
        let about = String::new();
        Some(BotTrial {
            what: "time of a turn".to_owned(),
            about,
            side: Some(self.kind),
            outcome,
            times,
        })
    }
}

fn failed_to_start(trial: &BotTrial) -> bool {
    let dead = FaultKind::CouldNotStart.name();
    matches!(&trial.outcome, TrialOutcome::Failed(all) if all.iter().any(|one| one.kind == dead))
}

/// Checks that the bot plays the same twice. Only external bots may fail to do so.
fn repeats<G: Game>(
    request: &CheckRequest<'_, G>,
    trials: &[BotTrial],
) -> Result<Option<BotTrial>, CheckError> {
    let BotSource::External(_) = &request.entrant.source else { return Ok(None) };
    let plays = |kind: &&'static str| {
        let first = trials.iter().find(|trial| trial.side == Some(kind));
        first.is_some_and(|trial| !trial.failed())
    };
    let slow = trials.iter().any(|trial| trial.dragged_on(limits(request)));
    if slow || !request.kinds.iter().any(plays) {
        return Ok(None);
    }
    let mut entrant = request.entrant.clone();
    if let [kind] = &request.kinds[..] {
        entrant.side = Some((*kind).to_owned());
    }
    let entrants = std::slice::from_mut(&mut entrant);
    let found = rehearse_all(request.game, request.starts, entrants, request.stop);
    if let Some((_, reason)) = found.untried.into_iter().next() {
        return Err(CheckError::Machine(reason));
    }
    let outcome = match found.changeable.is_empty() {
        true => TrialOutcome::Ok,
        false => TrialOutcome::Remark(advice::CHANGEABLE.to_owned()),
    };
    let (what, about) = ("plays the same twice".to_owned(), String::new());
    Ok(Some(BotTrial { what, about, side: None, outcome, times: TrialTimes::default() }))
}

#[cfg(test)]
mod tests;
