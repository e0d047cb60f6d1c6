//! Folds matches, in the order of their numbers, into the result files.

use std::sync::Arc;

use stoker_engine::{Game, Seat, SideId};

use super::ab_test::RunningAbTest;
use super::all_void::{AllVoidCheck, Origin};
use super::announcements::Announcements;
use super::extra_records::ExtraRecords;
use super::precision::Precision;
use super::record_filter::RecordFilter;
use super::reorder_buffer::{NextEntry, ReorderBuffer};
use super::repeats::Repeats;
use super::snapshot::Snapshot;
use super::time_left::{TimeLeft, TurnsInProgress};
use super::{MatchWatcher, Progress, RunError, RunTally};
use crate::journal::{Entry, Finished, Merged, SlotResult, Spans};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::record::Record;
use crate::results::manifest::{Manifest, ProgressRow};
use crate::results::{
    Completion, LogWriter, Logs, MatchRows, ResultsByKind, RunFolder, RunSummary, RunWriter,
};
use crate::storage::{ClosedFolder, FolderError};
use crate::timings::Times;
use crate::void::Void;

/// The number of matches whose rows are gathered before they are written.
const BATCH: u64 = 256;

/// The matches so far, folded in order.
pub(super) struct Fold<'p, G: Game> {
    plan: &'p Plan<G>,
    folder: &'p mut RunFolder,
    repeats: &'p Repeats,
    record_filter: &'p RecordFilter,
    observer: &'p dyn Progress,
    /// The watcher of matches, if there is one.
    watcher: Option<&'p dyn MatchWatcher<G>>,
    /// The forecast of the time left, with the number of threads; `None` if there is no forecast.
    left: Option<(TimeLeft, usize)>,
    /// The writer; `None` for a shard, whose only result is its journal.
    writer: Option<RunWriter>,
    /// The records of highlights; `None` if none are kept.
    extra_records: Option<ExtraRecords>,
    rows: MatchRows,
    logs: Logs,
    run_tally: RunTally,
    times: Vec<Times>,
    precision: Option<Precision>,
    ab_test: Option<RunningAbTest>,
    enough: bool,
    next: u64,
    /// The number of void slots before `next`.
    voids: u64,
    all_void: AllVoidCheck,
    announcements: Announcements,
    /// True if something was lost: the run is not finished then, however much was folded.
    broken_off: bool,
}

impl<'p, G: Game> Fold<'p, G> {
    pub(super) fn begin(
        plan: &'p Plan<G>,
        folder: &'p mut RunFolder,
        repeats: &'p Repeats,
        record_filter: &'p RecordFilter,
        observer: &'p dyn Progress,
    ) -> Result<Self, FolderError> {
        if let Some(ladder) = plan.ladder() {
            ladder.restart();
        }
        let run_tally = RunTally::new(plan);
        let times = vec![Times::default(); run_tally.row_count()];
        let writer = match plan.shard() {
            None => Some(RunWriter::begin(plan, folder)?),
            Some(_) => None,
        };
        let extra_records = writer.as_ref().and_then(|_| ExtraRecords::of(plan));
        let (rows, next) = (MatchRows::default(), plan.range().start);
        let precision = Precision::of(plan);
        let ab_test = RunningAbTest::begin(plan, folder)?;
        let logs = Logs::new(folder.open_folder(), plan.game().sides());
        let (enough, broken_off) = (false, false);
        Ok(Self {
            plan,
            folder,
            repeats,
            record_filter,
            observer,
            watcher: None,
            left: None,
            writer,
            extra_records,
            rows,
            logs,
            run_tally,
            times,
            precision,
            ab_test,
            enough,
            next,
            voids: 0,
            all_void: AllVoidCheck::of(plan),
            announcements: Announcements::new(),
            broken_off,
        })
    }

    /// Starts to report the time left, for this number of threads.
    pub(super) fn forecast(&mut self, threads: usize) {
        self.left = TimeLeft::of(self.plan).map(|left| (left, threads));
    }

    /// Lets matches be watched while they are played.
    pub(super) fn watch(&mut self, watcher: &'p dyn MatchWatcher<G>) {
        self.watcher = Some(watcher);
    }

    /// The watcher of matches, if there is one.
    pub(super) fn watcher(&self) -> Option<&'p dyn MatchWatcher<G>> {
        self.watcher
    }

    /// The counter of turns for the time left, if it is reported.
    pub(super) fn turns(&self) -> Option<Arc<TurnsInProgress>> {
        self.left.as_ref().map(|(left, _)| left.turns())
    }

    /// The pairings that repeat themselves, as far as they are known.
    pub(super) fn repeats(&self) -> &'p Repeats {
        self.repeats
    }

    /// The filter that tells which records may be needed.
    pub(super) fn record_filter(&self) -> &'p RecordFilter {
        self.record_filter
    }

    /// The writer of logs of matches that end.
    pub(super) fn log_writer(&self) -> LogWriter {
        self.logs.writer()
    }

    /// Takes over the logs of matches that are or will be folded, except for those of copies.
    pub(super) fn take_logs(&mut self, parts: &[ClosedFolder]) -> Result<(), FolderError> {
        let Self { plan, repeats, .. } = *self;
        let is_copy = |number| plan.may_repeat() && repeats.copy(&plan.match_at(number)).is_some();
        let wanted = |number| plan.range().contains(&number) && !is_copy(number);
        self.logs.take_over(parts, wanted)
    }

    /// Folds until all matches before `until` are there or enough was shown. Stops early if no more
    /// come, or if one could not be played. The matches in `done` were played before.
    pub(super) fn all(
        &mut self,
        done: &Spans,
        before: &mut Merged,
        mut reorder_buffer: ReorderBuffer<'_>,
        until: u64,
    ) -> Result<(), RunError> {
        loop {
            self.kept(done, before)?;
            if self.has(until) {
                break;
            }
            match reorder_buffer.take(self.next)? {
                NextEntry::Entry(entry) => self.fresh(entry)?,
                NextEntry::Never => break,
                NextEntry::NotYet => {
                    self.write_rows()?;
                    if !reorder_buffer.wait() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Folds matches that were played before, up to the first that was not.
    pub(super) fn kept(&mut self, done: &Spans, before: &mut Merged) -> Result<(), RunError> {
        while !self.is_complete() && done.contains(self.next) {
            self.before(before)?;
        }
        Ok(())
    }

    /// Folds the next match from those that were played before.
    fn before(&mut self, before: &mut Merged) -> Result<(), RunError> {
        loop {
            // The numbers in the journal were read when it was opened.
            let entry = before.next()?.ok_or(RunError::Vanished(self.next))?;
            if entry.number >= self.next {
                return self.entry(entry, Origin::Journal);
            }
        }
    }

    /// True if all matches before this one were folded, as far as they are needed.
    pub(super) fn has(&self, end: u64) -> bool {
        self.enough || self.next >= end
    }

    /// True if all needed matches were folded.
    pub(super) fn is_complete(&self) -> bool {
        self.enough || self.next == self.plan.range().end
    }

    /// Folds a match that was just played.
    fn fresh(&mut self, entry: Entry) -> Result<(), RunError> {
        let void = if let SlotResult::Void(void) = &entry.fate { Some(void.clone()) } else { None };
        self.entry(entry, Origin::Fresh)?;
        match void.filter(|_| !self.is_complete()) {
            Some(void) => self.all_void.check(&void),
            None => Ok(()),
        }
    }

    /// Folds the next match.
    pub(super) fn entry(&mut self, entry: Entry, origin: Origin) -> Result<(), RunError> {
        if entry.number != self.next {
            return Err(RunError::Vanished(self.next));
        }
        self.all_void.see(&entry.fate, origin);
        let slot = self.plan.match_at(entry.number);
        if origin == Origin::Journal {
            self.check_record(&slot, &entry.fate)?;
        }
        let fate = self.as_shown(&slot, entry.fate)?;
        if let Some((left, _)) = &mut self.left {
            left.add(&slot, &fate);
        }
        match fate {
            SlotResult::Played(finished) => {
                self.announcements.faults(
                    self.plan,
                    &slot,
                    &finished.outcome,
                    origin,
                    self.observer,
                );
                self.finished(&slot, &finished)?;
            }
            SlotResult::Void(void) => self.void(&slot, &void)?,
        }
        if let Some(ab_test) = &self.ab_test {
            self.enough = ab_test.is_over();
        }
        self.next += 1;
        self.check_precision();
        self.climb();
        if self.next.is_multiple_of(BATCH) {
            self.write_rows()?;
        }
        Ok(())
    }

    /// Counts a match.
    fn finished(&mut self, slot: &Slot, finished: &Finished) -> Result<(), RunError> {
        let Finished { outcome, times, record } = finished;
        self.settle_logs(slot.number, outcome)?;
        if let Some(writer) = &mut self.writer {
            self.rows.add(self.plan, slot, outcome);
            let extra = self.extra_records.as_mut();
            let is_extra = extra.is_some_and(|extra| extra.note(self.plan, slot, outcome));
            if let Some(line) = record.as_ref().filter(|_| is_extra || self.plan.keeps(slot.number))
            {
                writer.record(slot.number, line)?;
            }
        }
        self.record_filter.note(self.plan, slot, outcome);
        self.run_tally.add(slot, outcome);
        for (side, times) in times {
            self.times[self.run_tally.row(slot, usize::from(side.0))].merge(times);
        }
        if let Some(ab_test) = &mut self.ab_test {
            ab_test.add(slot, outcome, self.observer)?;
        }
        Ok(())
    }

    /// Counts a slot whose match could not be decided.
    fn void(&mut self, slot: &Slot, void: &Void) -> Result<(), RunError> {
        if self.plan.conditions().is_some() {
            // A killed process may have left some files.
            self.logs.remove(slot.number)?;
        }
        if self.writer.is_some() {
            self.rows.add_void(self.plan, slot, void);
        }
        self.voids += 1;
        self.run_tally.add_void(slot);
        if let Some(ab_test) = &mut self.ab_test {
            ab_test.add_void(self.observer)?;
        }
        Ok(())
    }

    /// The result of a slot as the files show it. A copy is shown as one, even if it was played.
    fn as_shown(&self, slot: &Slot, fate: SlotResult) -> Result<SlotResult, RunError> {
        match &fate {
            SlotResult::Played(finished) => {
                self.check(slot.number, finished)?;
                self.repeats.note(slot, &finished.outcome);
            }
            SlotResult::Void(_) => self.repeats.note_void(slot),
        }
        match (self.repeats.copy(slot), fate) {
            (Some(outcome), SlotResult::Played(finished)) => {
                Ok(SlotResult::Played(Finished { outcome, record: None, ..finished }))
            }
            (Some(outcome), SlotResult::Void(_)) => Ok(SlotResult::Played(outcome.into())),
            (None, SlotResult::Played(finished)) if finished.outcome.same_as().is_some() => {
                Err(RunError::Misfit(slot.number))
            }
            (None, fate) => Ok(fate),
        }
    }

    /// Settles the logs of a match: they stay if the files show it as played. A copy may have been
    /// played too, but keeps no logs.
    fn settle_logs(&mut self, number: u64, outcome: &MatchOutcome) -> Result<(), FolderError> {
        match outcome.same_as() {
            // Only programs, and bots whose notes are kept, have logs. Other matches can be
            // millions, so the folder is not searched for them.
            _ if self.plan.conditions().is_none() && !self.plan.keeps(number) => Ok(()),
            None => self.logs.keep(number),
            Some(_) => self.logs.remove(number),
        }
    }

    /// Checks that the ruleset can have such a match: a checksum does not prove who wrote a line.
    fn check(&self, number: u64, finished: &Finished) -> Result<(), RunError> {
        let Finished { outcome, times, .. } = finished;
        let game = self.plan.game();
        let is_side = |side: SideId| usize::from(side.0) < game.sides().list().len();
        let is_seat = |seat: Seat| seat.0 < game.sides().seat_count();
        let fits = outcome.scores.len() == game.scores().len()
            && outcome.facts.len() == game.facts().len()
            && (0..8).map(SideId).all(|side| is_side(side) || !outcome.winners.contains(side))
            && outcome.faults.iter().all(|fault| is_side(fault.side) && is_seat(fault.seat))
            && times.iter().all(|(side, _)| is_side(*side));
        if fits { Ok(()) } else { Err(RunError::Misfit(number)) }
    }

    /// Checks that the record of a match in the journal, if it has one, agrees with its outcome.
    fn check_record(&self, slot: &Slot, fate: &SlotResult) -> Result<(), RunError> {
        let SlotResult::Played(Finished { outcome, record: Some(line), .. }) = fate else {
            return Ok(());
        };
        let record: Result<Record, _> = serde_json::from_str(line);
        let game = self.plan.game_of(slot.pairing);
        match record.is_ok_and(|record| record.agrees(&**game, outcome)) {
            true => Ok(()),
            false => Err(RunError::Disagrees(slot.number)),
        }
    }

    /// Finds out, after a whole seed, whether the matches so far are enough.
    fn check_precision(&mut self) {
        let pairings = self.plan.per_seed();
        if let (Some(precision), Some(tally)) = (&self.precision, self.run_tally.league())
            && self.next.is_multiple_of(pairings)
        {
            self.enough = precision.is_reached(self.next / pairings, tally);
        }
    }

    /// Decides the next rung of a ladder when all matches of the rungs below are folded.
    fn climb(&mut self) {
        if let (Some(ladder), Some(tally)) = (self.plan.ladder(), self.run_tally.league())
            && ladder.is_due(self.next)
        {
            ladder.climb(&tally.order());
        }
    }

    fn write_rows(&mut self) -> Result<(), FolderError> {
        if let Some(writer) = &mut self.writer {
            writer.rows(&self.rows.take())?;
        }
        let range = self.plan.range();
        if let Some((left, threads)) = &mut self.left
            && let Some(time) = left.tell(*threads)
        {
            self.observer.left(time);
        }
        self.observer.voids(self.voids);
        self.observer.faults(self.run_tally.faults());
        self.announcements.leaders(&self.run_tally, self.observer);
        self.observer.progress(self.next - range.start, range.end - range.start);
        if self.observer.wants_snapshot() {
            self.show_snapshot()?;
        }
        Ok(())
    }

    /// Shows the results so far to the observer. A shard has none.
    fn show_snapshot(&mut self) -> Result<(), FolderError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let mut grown = writer.flush_rows()?.to_vec();
        if let Some(ab_test) = &mut self.ab_test {
            grown.push(ab_test.flush()?);
        }
        self.observer.snapshot(Snapshot {
            run: Arc::clone(self.folder.open_folder()),
            manifest: Manifest { progress: self.progress(), ..self.folder.manifest().clone() },
            tally: self.run_tally.clone(),
            test: self.ab_test.as_ref().map(RunningAbTest::last_look),
            times: self.times.clone(),
            grown,
        });
        Ok(())
    }

    /// The progress of the run, which is not over.
    fn progress(&self) -> ProgressRow {
        let range = self.plan.range();
        let (matches, planned) = (self.next - range.start, range.end - range.start);
        ProgressRow { complete: false, matches, planned, void: self.voids }
    }

    /// Marks the run as one to be resumed.
    pub(super) fn break_off(&mut self) {
        self.broken_off = true;
    }

    /// Writes the results of the matches.
    pub(super) fn finish(mut self) -> Result<RunSummary, FolderError> {
        self.write_rows()?;
        let complete = self.is_complete() && !self.broken_off;
        let progress = ProgressRow { complete, ..self.progress() };
        let report = self.report();
        if let Some(writer) = self.writer {
            let rows = |(row, times)| (self.run_tally.row_names(row), times);
            writer.finish(self.folder, &report, self.times.iter().enumerate().map(rows))?;
        }
        self.extra_records.map_or(Ok(()), |extra| extra.settle(self.folder))?;
        if let Some(ab_test) = self.ab_test {
            ab_test.finish()?;
        }
        self.logs.sync()?;
        self.folder.record_progress(progress)?;
        Ok(RunSummary {
            completion: Completion::of(&progress),
            done: progress.matches,
            total: progress.planned,
            voids: progress.void,
            faults: self.run_tally.faults(),
            report,
        })
    }

    /// The results of the matches so far.
    fn report(&self) -> ResultsByKind {
        if self.writer.is_none() {
            return ResultsByKind::Shard;
        }
        let test = self.ab_test.as_ref().map(RunningAbTest::last_look);
        self.run_tally.results(self.folder.manifest(), test)
    }
}
