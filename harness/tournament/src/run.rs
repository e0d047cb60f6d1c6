//! Plays the missing matches of a plan on many threads, and folds all matches in match order.
//!
//! Workers take chunks of the matches that the journal lacks, play them and hand them to the
//! journal writer. It writes them to the journal and passes them on. The calling thread folds them
//! into the result files in the order of match numbers, together with the matches that the journal
//! already had. A worker may be at most a window of chunks ahead of the fold, so memory is bounded
//! however long one match takes. (A parallel iterator over blocks would have to wait at the end of
//! each block for its slowest match.) The division into chunks does not affect what is written.

mod ab_test;
mod all_void;
mod announcements;
mod chunk_queue;
mod extra_records;
mod fold;
mod halt;
mod journal_writer;
mod open_series;
mod pending;
mod precision;
mod record_filter;
mod reorder_buffer;
mod repeats;
mod run_tally;
mod sitting;
mod snapshot;
mod time_left;
mod worker;

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::Duration;

use stoker_engine::Game;
use stoker_external::fault::Fault;

use crate::journal::{Entry, Journal, Merged, Spans};
use crate::plan::{Plan, Slot};
use crate::referee::{RefereeError, Spectator};
use crate::results::{RunFolder, RunSummary, VoidSlots};
use crate::standings::Findings;
use crate::storage::{ClosedFolder, FolderError};
use crate::threads::{Cores, ThreadsError, pool};
use crate::void::Void;
use all_void::Origin;
use chunk_queue::ChunkQueue;
use fold::Fold;
use halt::Halt;
use journal_writer::JournalWriter;
use open_series::OpenSeries;
use pending::PendingMatches;
use record_filter::RecordFilter;
use reorder_buffer::ReorderBuffer;
use repeats::Repeats;
use worker::{Worker, WorkerContext, chunk_size};

pub use crate::journal::MergeError;
pub(crate) use run_tally::RunTally;
pub use sitting::Sitting;
pub use snapshot::Snapshot;

/// An observer of a run.
pub trait Progress: Sync {
    /// Called repeatedly, from the thread that called [`league`], with growing counts.
    fn progress(&self, done: u64, total: u64);

    /// Called repeatedly before [`progress`](Self::progress) with the time left, estimated from the
    /// turns of these entrants so far. Not called while there is no estimate.
    fn left(&self, _time: Duration) {}

    /// Called sometimes before [`progress`](Self::progress), with the number of void slots so far.
    fn voids(&self, _count: u64) {}

    /// Called first of all if the run is resumed: with the number of matches kept, and the number
    /// of damaged lines of the journal, whose matches are played again.
    fn resumed(&self, _kept: u64, _damaged: u64) {}

    /// Called next if void slots are played once more: with their number, and with the number of
    /// slots that stay void because later rungs were decided without them.
    fn again(&self, _voids: u64, _final_ones: u64) {}

    /// Called sometimes before [`progress`](Self::progress), with the number of faults so far.
    fn faults(&self, _count: u64) {}

    /// Called for a match in which an entrant made a fault of a kind that is new for it in this run
    /// on this kind of side. Calls come in the order of matches.
    fn new_fault(&self, _fault: &NewFault<'_>) {}

    /// Called repeatedly in a league, before [`progress`](Self::progress), with each kind of side
    /// and the name of the best entrant so far.
    fn leaders(&self, _leaders: &[(&str, &str)]) {}

    /// Called at every look of an A/B test; the last look has a verdict.
    fn found(&self, _findings: &Findings) {}

    /// True if a snapshot of the results is wanted. Asked repeatedly, after
    /// [`progress`](Self::progress).
    fn wants_snapshot(&self) -> bool {
        false
    }

    /// Called with a snapshot when one is wanted, except in a shard, which has no results.
    fn snapshot(&self, _snapshot: Snapshot) {}
}

/// A watcher of matches while they are played.
pub trait MatchWatcher<G: Game>: Sync {
    /// A spectator of the match of this slot, which begins now; `None` if nobody wants to see it.
    /// Called by the threads that play, for every match.
    fn spectator(&self, slot: &Slot) -> Option<Box<dyn Spectator<G> + '_>>;
}

/// A fault of a kind that its entrant had not made before on this kind of side.
#[derive(Debug, Clone, Copy)]
pub struct NewFault<'f> {
    /// The number of the match.
    pub number: u64,
    /// The name of the entrant that it is charged to.
    pub entrant: &'f str,
    /// The kind of side.
    pub side: &'f str,
    /// The time of the fault, its seat and the opponents, in words.
    pub place: &'f str,
    /// The fault.
    pub fault: &'f Fault,
}

/// An observer that ignores everything.
impl Progress for () {
    fn progress(&self, _done: u64, _total: u64) {}
}

/// The reasons why a run could not go on. The files hold the matches before the error, and the
/// journal all that were finished.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file could not be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal has two results of a match.
    #[error(transparent)]
    Journal(#[from] MergeError),
    /// A line of the journal is whole, but no match of this ruleset has such a result.
    #[error("match {0} in the journal cannot be one of this ruleset: something else wrote it")]
    Misfit(u64),
    /// A line of the journal is whole, but its record contradicts the rest of it.
    #[error("match {0} in the journal has a record of another result: something has changed it")]
    Disagrees(u64),
    /// A match was in the journal and has disappeared.
    #[error("match {0} is no longer in the journal: something else has changed it")]
    Vanished(u64),
    /// People take part, who play at a table: see [`Sitting`].
    #[error("people take part: their matches are played one at a time")]
    People,
    /// No match was decided.
    #[error(
        "the first {voids} matches are all void, the last one because: {last}: no entrant is at fault; check what this machine lacks, such as memory or processes"
    )]
    AllVoid {
        /// The number of slots that were tried.
        voids: u64,
        /// The reason why the last one is void.
        last: Void,
    },
    /// A match could not be played by the rules.
    #[error("match {number}: {source}")]
    Match {
        /// Its number.
        number: u64,
        /// The reason.
        source: RefereeError,
    },
    /// The system refuses to start threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

impl RunError {
    /// True if the run can go on once the cause is gone. It cannot if the journal itself is wrong.
    pub fn can_go_on(&self) -> bool {
        match self {
            Self::Folder(FolderError::Garbled { .. })
            | Self::Journal(_)
            | Self::Misfit(_)
            | Self::Disagrees(_)
            | Self::Vanished(_) => false,
            Self::Folder(_)
            | Self::People
            | Self::AllVoid { .. }
            | Self::Match { .. }
            | Self::Threads(_) => true,
        }
    }
}

/// Plays the matches of a plan that the folder's journal lacks, on this number of threads (at least
/// one), and writes the result files.
///
/// When `stop` becomes true, matches in progress are finished and kept, and the files are those of
/// the finished prefix of the plan.
///
/// # Errors
/// If a file cannot be written, a match breaks the ruleset's own promises, no match at all can be
/// decided, or people take part.
pub fn league<G: Game>(
    plan: &Plan<G>,
    folder: &mut RunFolder,
    threads: usize,
    observer: &dyn Progress,
    stop: &AtomicBool,
) -> Result<RunSummary, RunError> {
    watched_league(plan, folder, threads, &Onlookers { observer, watcher: None }, stop)
}

/// Those who look at a run.
pub struct Onlookers<'o, G: Game> {
    /// The observer of the run.
    pub observer: &'o dyn Progress,
    /// The watcher of its matches, if there is one.
    pub watcher: Option<&'o dyn MatchWatcher<G>>,
}

/// The same as [`league`], whose matches can be watched too. Results do not depend on that.
///
/// # Errors
/// As for [`league`].
pub fn watched_league<G: Game>(
    plan: &Plan<G>,
    folder: &mut RunFolder,
    threads: usize,
    onlookers: &Onlookers<'_, G>,
    stop: &AtomicBool,
) -> Result<RunSummary, RunError> {
    if plan.has_people() {
        return Err(RunError::People);
    }
    let Onlookers { observer, watcher } = *onlookers;
    let mut journal = folder.journal(plan.range())?;
    let voids = journal.voids().count();
    if folder.void_slots() == VoidSlots::Again {
        journal.reopen_voids(first_undecided(plan, journal.done()));
    }
    if journal.damaged() + journal.done().count() > 0 {
        observer.resumed(journal.done().count(), journal.damaged());
    }
    if folder.void_slots() == VoidSlots::Again {
        let still = journal.voids().count();
        observer.again(voids - still, still);
    }
    let (repeats, record_filter) = (Repeats::of(plan), RecordFilter::of(plan));
    let mut fold = Fold::begin(plan, folder, &repeats, &record_filter, observer)?;
    fold.forecast(threads.max(1));
    if let Some(watcher) = watcher {
        fold.watch(watcher);
    }
    // The first error is the one to report; the files are finished in any case.
    let played = play_all(plan, &mut journal, &mut fold, threads.max(1), stop);
    if played.is_err() {
        fold.break_off();
    }
    let finished = fold.finish();
    played?;
    let summary = finished?;
    folder.clean_up()?;
    Ok(summary)
}

/// The first match of a run with these slots whose result can still change. On a ladder, results of
/// lower rungs have decided who climbed, and stay.
fn first_undecided<G: Game>(plan: &Plan<G>, done: &Spans) -> u64 {
    let begun = |stretch: &Range<u64>| done.last().is_some_and(|last| last >= stretch.start);
    plan.stretches().into_iter().rfind(begun).map_or(plan.range().start, |stretch| stretch.start)
}

/// Folds matches that were played elsewhere into the result files, up to the first missing match,
/// and takes over their logs from these folders.
pub(crate) fn fold_merged<G: Game>(
    plan: &Plan<G>,
    folder: &mut RunFolder,
    parts: &[ClosedFolder],
    done: &Spans,
    mut entries: Merged,
    observer: &dyn Progress,
) -> Result<RunSummary, RunError> {
    let (repeats, record_filter) = (Repeats::of(plan), RecordFilter::of(plan));
    let mut fold = Fold::begin(plan, folder, &repeats, &record_filter, observer)?;
    fold.kept(done, &mut entries)?;
    fold.take_logs(parts)?;
    let summary = fold.finish()?;
    folder.clean_up()?;
    Ok(summary)
}

/// Folds these matches into the result files, in the order of their numbers, until no more come or
/// they are enough.
pub(crate) fn rebuild_results<G: Game, E: From<RunError>>(
    plan: &Plan<G>,
    folder: &mut RunFolder,
    next: &mut dyn FnMut() -> Result<Option<Entry>, E>,
) -> Result<RunSummary, E> {
    let (repeats, record_filter) = (Repeats::of(plan), RecordFilter::of(plan));
    let mut fold =
        Fold::begin(plan, folder, &repeats, &record_filter, &()).map_err(RunError::from)?;
    while !fold.is_complete()
        && let Some(entry) = next()?
    {
        fold.entry(entry, Origin::Journal)?;
    }
    Ok(fold.finish().map_err(RunError::from)?)
}

/// Plays the matches that the journal lacks, and folds all matches, stretch by stretch.
fn play_all<G: Game>(
    plan: &Plan<G>,
    journal: &mut Journal,
    fold: &mut Fold<'_, G>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    journal.tidy()?;
    let mut before = journal.entries();
    for stretch in plan.stretches() {
        let pending = PendingMatches::new(journal.done().missing_of(stretch.clone()));
        if pending.len() > 0 {
            play(plan, &pending, journal, fold, &mut before, threads, stop)?;
        }
        fold.kept(journal.done(), &mut before)?;
        if !fold.has(stretch.end) {
            break;
        }
    }
    Ok(())
}

/// Plays these matches, and folds them with those that were played before.
fn play<G: Game>(
    plan: &Plan<G>,
    pending: &PendingMatches,
    journal: &mut Journal,
    fold: &mut Fold<'_, G>,
    before: &mut Merged,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let (repeats, record_filter) = (fold.repeats(), fold.record_filter());
    if plan.may_repeat() {
        // A match that is known to be a copy need not be played.
        fold.kept(journal.done(), before)?;
    }
    let size = chunk_size(plan, pending.len(), threads);
    let (chunk_queue, halt) = (ChunkQueue::new(threads, size), Halt::new(stop));
    let window = usize::try_from(chunk_queue.window().saturating_mul(size)).unwrap_or(usize::MAX);
    let open_series = OpenSeries::read(plan, journal)?;
    let pages = journal.append(window)?;
    let turns = fold.turns();
    let turns = turns.as_deref();
    let work = WorkerContext {
        plan,
        pending,
        size,
        open_series: &open_series,
        repeats,
        record_filter,
        chunk_queue: &chunk_queue,
        halt: &halt,
        turns,
        watcher: fold.watcher(),
    };
    let cores = if plan.conditions().is_some() { Cores::Own } else { Cores::Any };
    let pool = pool(threads, cores)?;
    let (played, to_write) = channel();
    let (written, chunks) = channel();
    let reorder_buffer = ReorderBuffer::new(chunks, &chunk_queue);
    let journal_writer = JournalWriter::new(pages, fold.log_writer());
    std::thread::scope(|scope| {
        let journal_writer = scope.spawn(move || journal_writer.work(&to_write, &written));
        let folded = pool.in_place_scope(|scope| {
            for slot in (0..).take(threads) {
                let worker = Worker::new(&work, slot, played.clone());
                scope.spawn(move |_| worker.play_chunks());
            }
            drop(played);
            let _end_play = EndPlayOnDrop { chunk_queue: &chunk_queue, halt: &halt };
            fold.all(journal.done(), before, reorder_buffer, pending.end())
        });
        let kept = journal_writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        kept?;
        folded
    })
}

/// Ends all play when the fold ends, also by a panic; otherwise workers would wait for it for ever.
struct EndPlayOnDrop<'r> {
    chunk_queue: &'r ChunkQueue,
    halt: &'r Halt<'r>,
}

impl Drop for EndPlayOnDrop<'_> {
    fn drop(&mut self) {
        self.halt.now();
        self.chunk_queue.close();
    }
}

#[cfg(test)]
mod series_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod void_tests;
#[cfg(test)]
mod watched_tests;
