//! Plays a plan on many threads and writes what comes of it in match order.
//!
//! Workers take chunks of consecutive matches from a counter, play them and turn them into rows;
//! the calling thread folds the chunks in order. A worker may be at most a window of chunks ahead
//! of the fold, so memory is bounded however long one match takes. (A parallel iterator over
//! blocks would have to wait at the end of each block for its slowest match.) How matches are cut
//! into chunks has no say in what is written.

mod affinity;
mod gate;
mod worker;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};

use stoker_engine::Game;

use crate::plan::Plan;
use crate::referee::RefereeError;
use crate::results::manifest::Progress as Done;
use crate::results::{FolderError, RunFolder, Times, Writer};
use crate::stats::{Crosstable, Standing, Tally};
pub use affinity::keep_to_one_core;
use gate::Gate;
use worker::{Chunk, Worker};

/// Someone who wants to know how far a run is.
pub trait Progress: Sync {
    /// Called now and then, from the thread that called [`league`], with growing counts.
    fn progress(&self, done: u64, total: u64);
}

/// Nobody.
impl Progress for () {
    fn progress(&self, _done: u64, _total: u64) {}
}

/// Whether a run is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// All planned matches were played.
    Complete,
    /// It was stopped before; the files hold the matches up to there.
    Stopped,
}

/// What a run comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    /// Whether all planned matches were played.
    pub completion: Completion,
    /// Matches played.
    pub done: u64,
    /// Matches planned.
    pub total: u64,
    /// Faults booked.
    pub faults: u64,
    /// The leaderboard, by side and rank.
    pub standings: Vec<Standing>,
    /// The crosstable, with exactly two unlike sides.
    pub crosstable: Option<Crosstable>,
}

/// Why a run could not go on. The files hold the matches before.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file could not be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A match could not be played by the rules.
    #[error("match {number}: {source}")]
    Match {
        /// Its number.
        number: u64,
        /// Why not.
        source: RefereeError,
    },
    /// The system gives no threads.
    #[error("cannot start {threads} threads: {source}; try fewer with --threads")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system says.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Plays all matches of a plan on so many threads (at least one) and writes the result files.
///
/// When `stop` becomes true, the matches begun are finished and the files are those of the
/// finished prefix of the plan.
///
/// # Errors
/// If a file cannot be written, or a match breaks the ruleset's own promises.
pub fn league<G: Game>(
    plan: &Plan<G>,
    folder: &mut RunFolder,
    threads: usize,
    observer: &dyn Progress,
    stop: &AtomicBool,
) -> Result<RunSummary, RunError> {
    let threads = threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|source| RunError::Threads { threads, source })?;
    let gate = Gate::new(threads);
    let mut fold = Fold::begin(plan, folder)?;
    let folded = pool.in_place_scope(|scope| {
        let (sender, chunks) = channel();
        for slot in (0..).take(threads) {
            let worker = Worker::new(plan, slot, threads, &gate, stop, sender.clone());
            scope.spawn(move |_| worker.run());
        }
        drop(sender);
        let folded = fold.all(folder, &chunks, &gate, observer);
        gate.close();
        folded
    });
    // What went wrong first is what to tell; the files are finished in any case.
    let finished = fold.finish(folder);
    folded?;
    Ok(finished?)
}

/// What was played, in order, so far.
struct Fold {
    writer: Writer,
    tally: Tally,
    times: Vec<Times>,
    done: u64,
    total: u64,
}

impl Fold {
    fn begin<G: Game>(plan: &Plan<G>, folder: &RunFolder) -> Result<Self, FolderError> {
        let tally = Tally::new(plan);
        let times = vec![Times::default(); tally.row_count()];
        let writer = Writer::begin(plan, folder)?;
        Ok(Self { writer, tally, times, done: 0, total: plan.len() })
    }

    /// Folds chunks as they become next in order, until no more come or one is cut short.
    fn all(
        &mut self,
        folder: &RunFolder,
        chunks: &Receiver<Chunk>,
        gate: &Gate,
        observer: &dyn Progress,
    ) -> Result<(), RunError> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for chunk in chunks {
            waiting.insert(chunk.number, chunk);
            while let Some(chunk) = waiting.remove(&next) {
                let cut_short = chunk.cut_short();
                self.chunk(folder, chunk)?;
                observer.progress(self.done, self.total);
                if cut_short {
                    return Ok(());
                }
                next += 1;
                gate.folded(next);
            }
        }
        Ok(())
    }

    fn chunk(&mut self, folder: &RunFolder, chunk: Chunk) -> Result<(), RunError> {
        self.writer.rows(&chunk.rows)?;
        for (number, line) in &chunk.records {
            self.writer.record(folder, *number, line)?;
        }
        for (number, (pairing, played)) in (self.done..).zip(&chunk.matches) {
            self.writer.logs(folder, number, &played.logs)?;
            self.tally.add(*pairing, played);
            for &(side, elapsed) in &played.times {
                self.times[self.tally.row(*pairing, usize::from(side.0))].add(elapsed);
            }
        }
        self.done += chunk.matches.len() as u64;
        match chunk.error {
            Some(source) => Err(RunError::Match { number: self.done, source }),
            None => Ok(()),
        }
    }

    fn finish(self, folder: &mut RunFolder) -> Result<RunSummary, FolderError> {
        let complete = self.done == self.total;
        let progress = Done { complete, matches: self.done, planned: self.total };
        let summary = RunSummary {
            completion: if complete { Completion::Complete } else { Completion::Stopped },
            done: self.done,
            total: self.total,
            faults: self.tally.faults(),
            standings: self.tally.standings(),
            crosstable: self.tally.crosstable(),
        };
        self.writer.finish(folder, &self.tally, &self.times, progress)?;
        Ok(summary)
    }
}

#[cfg(test)]
mod tests;
