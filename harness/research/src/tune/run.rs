//! Runs a tuning: iterations, then the final test.

use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::Game;
use stoker_stats::sprt::{Pair, Sprt, Verdict};
use stoker_stats::{Estimate, pinned};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::Plan;
use stoker_tournament::record::by_name;

use super::TuneError;
use super::ab_test::AbTest;
use super::field::{OpponentField, SUBJECT};
use super::folder::TuneFolder;
use super::knob::Knob;
use super::manifest::{ResultRow, TuneManifest, TuningWork};
use super::spsa::{Iteration, Spsa, Sums};
use crate::tune::trajectory::{FINAL, FINAL_HEADER, Ledger, TRAJECTORY, Trajectory};

/// An observer of a tuning.
pub trait Observer {
    /// Called with the number of iterations that were done before.
    fn resumed(&self, iterations: u64);
    /// Called when an iteration was played and the optimiser has learnt from it.
    fn iteration(&self, spsa: &Spsa);
    /// Called when pairs of the final test were played.
    fn pairs(&self, test: &Sprt);
}

/// The outcome of a run of a tuning.
pub enum Tuned {
    /// It is finished.
    Finished(Box<TuneManifest>),
    /// It was stopped; all that was done is kept.
    Stopped(TuningProgress),
}

/// The progress of a tuning that was stopped.
#[derive(Debug, Clone, Copy)]
pub struct TuningProgress {
    /// The number of iterations done.
    pub iterations: u64,
    /// The number of pairs of the final test that were played.
    pub pairs: u64,
}

/// Tunes the first entrant of a plan, or resumes its tuning, on this number of threads (at least
/// one).
///
/// When `stop` becomes true, the current iteration is finished, or dropped if programs take part.
///
/// # Errors
/// If a file cannot be written, or a match cannot be played.
pub fn tune<G: Game>(
    plan: &Plan<G>,
    work: &TuningWork,
    folder: &mut TuneFolder,
    threads: usize,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Tuned, TuneError> {
    let field = OpponentField::new(plan, threads.max(1))?;
    let mut walk = TuningIterations::begin(plan, work, &field, folder)?;
    if is_stopped(walk.finish(observer, stop))? {
        return Ok(Tuned::Stopped(TuningProgress { iterations: walk.spsa.done(), pairs: 0 }));
    }
    let (best, start) = (walk.spsa.best(), &plan.entrants()[SUBJECT]);
    let tuned = with(start, &work.knobs, &best);
    let first = work.schedule.iterations() * work.seeds;
    let test = Sprt::new(work.question, work.max_pairs)?;
    let ledger = Ledger::open(folder.folder(), FINAL, FINAL_HEADER)?;
    let (arms, max_pairs) = ([&tuned, start], work.max_pairs);
    let mut test = AbTest { field: &field, arms, first, max_pairs, test, ledger };
    let stopped = is_stopped(test.decide(observer, stop))?;
    let test = test.test;
    if stopped {
        let (iterations, pairs) = (walk.spsa.done(), test.look().pairs);
        return Ok(Tuned::Stopped(TuningProgress { iterations, pairs }));
    }
    let mut values = work.knobs.iter().map(|knob| knob.name().to_owned()).zip(best);
    let result = ResultRow {
        best: tuned.spec,
        values: by_name(&mut values),
        matches: 2 * plan.pairings().len() as u64 * (first + test.seeds()),
        void: walk.voids + test.left_out(),
        ..found(&test, field.scores_a_seed())
    };
    folder.rewrite(|manifest| {
        manifest.run.progress.complete = true;
        manifest.run.progress.matches = result.matches;
        manifest.result = Some(result);
    })?;
    Ok(Tuned::Finished(Box::new(folder.description().clone())))
}

/// True if this ended because it was stopped, which is not an error.
fn is_stopped(ended: Result<(), TuneError>) -> Result<bool, TuneError> {
    match ended {
        Err(TuneError::Stopped) => Ok(true),
        ended => ended.map(|()| false),
    }
}

/// The iterations of a tuning.
struct TuningIterations<'p, G: Game> {
    plan: &'p Plan<G>,
    work: &'p TuningWork,
    field: &'p OpponentField<'p, G>,
    spsa: Spsa,
    rows: Trajectory<'p>,
    ledger: Ledger,
    /// The number of seeds that were left out.
    voids: u64,
}

impl<'p, G: Game> TuningIterations<'p, G> {
    fn begin(
        plan: &'p Plan<G>,
        work: &'p TuningWork,
        field: &'p OpponentField<'p, G>,
        folder: &TuneFolder,
    ) -> Result<Self, TuneError> {
        let (scores, seeds) = (field.scores_a_seed(), work.seeds);
        let rows = Trajectory { knobs: &work.knobs, scores, seeds, direction: field.direction() };
        let ledger = Ledger::open(folder.folder(), TRAJECTORY, &rows.header())?;
        let spsa = Spsa::new(work.knobs.clone(), work.schedule, plan.seed());
        Ok(Self { plan, work, field, spsa, rows, ledger, voids: 0 })
    }

    /// Learns from the iterations that were played before, and plays the others.
    fn finish(&mut self, observer: &dyn Observer, stop: &AtomicBool) -> Result<(), TuneError> {
        while let Some([plus, minus, void]) = self.ledger.numbers(self.rows.numbers())?
            && let Some(trial) = self.spsa.trial()
        {
            self.learn(&trial, Sums { plus, minus }, u64::try_from(void).unwrap_or(0))?;
        }
        if self.ledger.kept() > 0 {
            observer.resumed(self.spsa.done());
        }
        while let Some(trial) = self.spsa.trial() {
            let played = match stop.load(Ordering::Relaxed) {
                true => Err(TuneError::Stopped),
                false => self.play(&trial, stop),
            };
            if let Err(TuneError::Stopped) = played {
                self.ledger.sync()?;
            }
            let (sums, voids) = played?;
            self.learn(&trial, sums, voids)?;
            observer.iteration(&self.spsa);
        }
        Ok(self.ledger.sync()?)
    }

    /// Plays an iteration: both arms play the same seeds, which no other iteration plays. Returns
    /// their scores, and the number of seeds that are left out because a match on them is void.
    fn play(&self, trial: &Iteration, stop: &AtomicBool) -> Result<(Sums, u64), TuneError> {
        let start = &self.plan.entrants()[SUBJECT];
        let arm = |values: &[f64]| with(start, &self.work.knobs, values);
        let (plus, minus) = (arm(&trial.plus), arm(&trial.minus));
        let end = trial.iteration * self.work.seeds;
        let pairs = self.field.pairs([&plus, &minus], end - self.work.seeds..end, stop)?;
        let sum =
            |sums: Sums, pair: &Pair| Sums { plus: sums.plus + pair.a, minus: sums.minus + pair.b };
        let sums = pairs.iter().flatten().fold(Sums { plus: 0, minus: 0 }, sum);
        Ok((sums, pairs.iter().filter(|pair| pair.is_none()).count() as u64))
    }

    fn learn(&mut self, trial: &Iteration, sums: Sums, voids: u64) -> Result<(), TuneError> {
        let learnt = self.spsa.learn(trial, sums);
        let each = 2 * self.work.seeds * self.plan.pairings().len() as u64;
        let row = self.rows.row(trial, sums, voids, &learnt, trial.iteration * each);
        self.voids = self.voids.saturating_add(voids);
        Ok(self.ledger.row(&row)?)
    }
}

/// The bot with these values.
fn with<G: Game>(bot: &Entrant<G>, knobs: &[Knob], values: &[f64]) -> Entrant<G> {
    let mut bot = bot.clone();
    for (knob, value) in knobs.iter().zip(values) {
        bot.set(knob.name(), &value.to_string()).expect("knobs keep to what is allowed");
    }
    bot
}

/// The result of the final test; `scores` is the number of scores per seed.
fn found(test: &Sprt, scores: u64) -> ResultRow {
    let look = test.look();
    let difference = test.sums().estimate().unwrap_or(Estimate { value: 0.0, interval: None });
    let a_match = difference.map(|figure| pinned(figure / scores as f64));
    let verdict = match look.verdict.unwrap_or(Verdict::Undecided) {
        Verdict::A => "tuned",
        Verdict::B => "start",
        same @ (Verdict::NoDifference
        | Verdict::IdenticalPlay
        | Verdict::RarelyDiffer
        | Verdict::OneGame
        | Verdict::Undecided) => same.name(),
    };
    ResultRow {
        verdict: verdict.to_owned(),
        pairs: look.pairs,
        difference: a_match.value,
        interval: a_match.interval,
        ..ResultRow::default()
    }
}
