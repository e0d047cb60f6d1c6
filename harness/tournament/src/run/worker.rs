//! Plays chunks of matches.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use stoker_engine::{Game, SideId};

use super::MatchWatcher;
use super::chunk_queue::{ChunkQueue, ClosesOnPanic};
use super::halt::Halt;
use super::open_series::OpenSeries;
use super::pending::PendingMatches;
use super::record_filter::RecordFilter;
use super::repeats::{Repeats, likeness};
use super::time_left::{TurnWatcher, TurnsInProgress};
use crate::journal::{Entry, Finished};
use crate::outcome::MatchOutcome;
use crate::plan::{PastGame, Plan, SeriesInPlay, Slot};
use crate::record::Record;
use crate::referee::{KeptNotes, Played, Referee, RefereeError, RefereeSettings};
use crate::timings::{Times, answer_timing};
use crate::void::Void;

/// The most matches in a chunk. Chunks of small runs are smaller, so that all threads have work to
/// the end.
const MOST: u64 = 64;

/// The number of matches in a chunk, if `matches` are to be played on this number of threads.
pub(super) fn chunk_size<G: Game>(plan: &Plan<G>, matches: u64, threads: usize) -> u64 {
    // A match with programs takes long, so it is kept as soon as it ends, without waiting for
    // others.
    let most = if plan.conditions().is_some() { 1 } else { MOST };
    let size = (matches / (64 * threads as u64)).clamp(1, most);
    // A series is played by one worker.
    size.next_multiple_of(plan.games().get())
}

/// Successive matches that were played.
pub(super) struct Chunk {
    pub(super) number: u64,
    /// The entries; fewer than planned if play was stopped.
    pub(super) entries: Vec<Entry>,
    /// The lines of the entries in the journal.
    pub(super) lines: String,
    /// The output of programs and the notes of bots, by match.
    pub(super) logs: Vec<(u64, Vec<(SideId, String)>)>,
    /// The match in which the ruleset broke its promises, with the error; matches after it were not
    /// tried.
    pub(super) error: Option<(u64, RefereeError)>,
}

/// The data that all workers of a run share.
pub(super) struct WorkerContext<'r, G: Game> {
    pub(super) plan: &'r Plan<G>,
    pub(super) pending: &'r PendingMatches,
    pub(super) size: u64,
    pub(super) open_series: &'r OpenSeries,
    pub(super) repeats: &'r Repeats,
    pub(super) record_filter: &'r RecordFilter,
    pub(super) chunk_queue: &'r ChunkQueue,
    pub(super) halt: &'r Halt<'r>,
    /// The counter of turns for the time left.
    pub(super) turns: Option<&'r TurnsInProgress>,
    /// The watcher of matches, if there is one.
    pub(super) watcher: Option<&'r dyn MatchWatcher<G>>,
}

/// One thread's share of a run.
pub(super) struct Worker<'r, G: Game> {
    work: &'r WorkerContext<'r, G>,
    chunks: Sender<Chunk>,
    referee: Referee<G>,
}

impl<'r, G: Game> Worker<'r, G> {
    pub(super) fn new(work: &'r WorkerContext<'r, G>, slot: u32, chunks: Sender<Chunk>) -> Self {
        let plan = work.plan;
        let referee_settings =
            RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot };
        let referee = Referee::new(Arc::clone(plan.game()), referee_settings);
        Self { work, chunks, referee }
    }

    /// Plays until there is nothing more to play.
    pub(super) fn play_chunks(mut self) {
        let _guard = ClosesOnPanic(self.work.chunk_queue);
        while !self.work.halt.is_set()
            && let Some(number) = self.work.chunk_queue.take()
        {
            let first = number.saturating_mul(self.work.size);
            if first >= self.work.pending.len() {
                return;
            }
            let chunk = self.play(number, first);
            if self.chunks.send(chunk).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, number: u64, first: u64) -> Chunk {
        let WorkerContext { plan, pending, size, open_series, .. } = *self.work;
        let (entries, lines, logs) = (vec![], String::new(), vec![]);
        let mut chunk = Chunk { number, entries, lines, logs, error: None };
        let (mut series, mut next) = (SeriesInPlay::new(plan), 0);
        let places = first..first.saturating_add(size);
        for number in pending.whole(places, plan.games()) {
            if self.work.halt.is_set() {
                break;
            }
            let slot = plan.match_at(number);
            let first = number - slot.game;
            if next <= first {
                (series, next) = (SeriesInPlay::new(plan), first);
            }
            open_series.games(next..number).for_each(|game| series.ended(game));
            next = number + 1;
            match self.play_next(&slot, &mut series, &mut chunk) {
                Ok(game) => series.ended(game),
                Err(RefereeError::Stopped) => break,
                Err(error) => {
                    chunk.error = Some((number, error));
                    break;
                }
            }
        }
        chunk
    }

    /// Plays a slot, unless its result is known without.
    fn play_next(
        &mut self,
        slot: &Slot,
        series: &mut SeriesInPlay<'_, G>,
        chunk: &mut Chunk,
    ) -> Result<PastGame, RefereeError> {
        if let Some(outcome) = self.work.repeats.copy(slot) {
            let game = PastGame::Won(outcome.winners);
            put(Entry::played(slot.number, outcome), chunk);
            return Ok(game);
        }
        let played = match series.next(slot) {
            Some(game) => self.play_slot(slot, game),
            None => Err(RefereeError::Void("a game before it in its series is void".to_owned())),
        };
        match played {
            Ok(played) => {
                let game = PastGame::Won(played.ending.winners);
                self.keep(slot, played, chunk);
                Ok(game)
            }
            Err(RefereeError::Void(reason)) => {
                self.work.repeats.note_void(slot);
                put(Entry::void(slot.number, Void::new(&reason)), chunk);
                Ok(PastGame::Void)
            }
            Err(error) => Err(error),
        }
    }

    fn keep(&self, slot: &Slot, mut played: Played, chunk: &mut Chunk) {
        let plan = self.work.plan;
        let number = slot.number;
        let (scores, faults) = (&played.ending.scores, &played.faults);
        let may_be_kept = plan.keeps(number)
            || self.work.record_filter.may_need_record(plan, slot, scores, faults);
        let record = may_be_kept.then(|| Record::of(plan, slot, &played, &self.referee).to_line());
        let times = Times::by_side(&played.times);
        let logs = std::mem::take(&mut played.logs);
        if !logs.is_empty() {
            chunk.logs.push((number, logs));
        }
        let likeness = likeness(plan, slot, &played, &self.referee);
        let outcome = MatchOutcome { likeness, ..played.into() };
        self.work.repeats.note(slot, &outcome);
        put(Entry::played(number, Finished { outcome, times, record }), chunk);
    }

    fn play_slot(&mut self, slot: &Slot, game: &Arc<G>) -> Result<Played, RefereeError> {
        let WorkerContext { plan, halt, turns, watcher, .. } = *self.work;
        let guest = watcher.and_then(|watcher| watcher.spectator(slot));
        let mut watcher = TurnWatcher::new(halt, turns, slot, guest);
        let lineup = plan.lineup_of(slot);
        self.referee.turn_to(game);
        self.referee.keep_notes(kept_notes(plan, slot.number));
        self.referee.play_valid(
            slot.seed,
            &lineup,
            answer_timing(slot.number, plan.len()),
            &mut watcher,
        )
    }
}

/// The bots whose notes are kept in a match. Built-in bots could fill a disk with notes, so theirs
/// are kept only where the match has a record.
pub(super) fn kept_notes<G: Game>(plan: &Plan<G>, number: u64) -> KeptNotes {
    if plan.keeps(number) { KeptNotes::All } else { KeptNotes::OfPrograms }
}

fn put(entry: Entry, chunk: &mut Chunk) {
    entry.write(&mut chunk.lines);
    chunk.entries.push(entry);
}
