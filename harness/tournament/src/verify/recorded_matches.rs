//! The matches of a run, read from its rows and records.

use std::iter::Peekable;

use stoker_engine::Game;
use stoker_files::untrusted::Folder;

use super::extras::Extras;
use super::folder::{FolderCheckError, PlannedGame, check_record};
use super::lines::is_there;
use super::report::{FilePlace, FolderReport};
use crate::journal::Entry;
use crate::outcome::{Likeness, MatchOutcome};
use crate::plan::{PastGame, Plan, SeriesInPlay, Slot};
use crate::record::{RecordLine, RecordLines};
use crate::results::folder::RECORDS;
use crate::results::manifest::Manifest;
use crate::reuse::{ReuseError, ReusedRows, RowContent};
use crate::starts::FIRST_MATCHES;

/// Reads rows and records in step.
pub(super) struct RecordedMatches<'r, 'p, G: Game> {
    plan: &'p Plan<G>,
    rows: ReusedRows<'p, G>,
    /// The records; `None` if there are none, or they cannot be read further.
    records: Option<Peekable<RecordLines>>,
    /// The records in addition to the sample.
    extras: Extras,
    /// By pairing: true if its later matches are copies of the first.
    repeats: Vec<bool>,
    /// The number of the next match.
    number: u64,
    series: SeriesInPlay<'p, G>,
    report: &'r mut FolderReport,
}

impl<'r, 'p, G: Game> RecordedMatches<'r, 'p, G> {
    pub(super) fn open(
        plan: &'p Plan<G>,
        folder: &Folder,
        report: &'r mut FolderReport,
    ) -> Result<Self, FolderCheckError> {
        let rows = ReusedRows::open(plan, folder)?;
        let repeats = if plan.may_repeat() { repeats(plan, folder)? } else { vec![] };
        let records = is_there(folder, RECORDS).then(|| RecordLines::open_in(folder, RECORDS));
        let records = match records.transpose() {
            Ok(records) => records.map(Iterator::peekable),
            Err(error) => {
                report.unread.push(error.to_string());
                None
            }
        };
        let (extras, number) = (Extras::new(plan), plan.range().start);
        let series = SeriesInPlay::new(plan);
        Ok(Self { plan, rows, records, extras, repeats, number, series, report })
    }

    /// The next match; `None` after the last row.
    pub(super) fn next(&mut self) -> Result<Option<Entry>, FolderCheckError> {
        let number = self.number;
        let Some(fate) = self.rows.next(number)? else { return Ok(None) };
        self.number += 1;
        self.report.slots += 1;
        let outcome = match fate {
            RowContent::Played(outcome) => outcome,
            RowContent::Void(void) => {
                self.series.ended(PastGame::Void);
                self.skip_records(number);
                return Ok(Some(Entry::void(number, void)));
            }
        };
        self.check_range(number, &outcome)?;
        let slot = self.plan.match_at(number);
        if self.series.next(&slot).is_none() {
            let message =
                format!("match {number} follows a void game in its series, but has a result");
            return Err(self.rows.garbled(message).into());
        }
        let repeats = self.repeats.get(slot.pairing).copied().unwrap_or(false);
        let is_copy = repeats && slot.index >= FIRST_MATCHES;
        let line = if is_copy {
            self.skip_records(number);
            None
        } else {
            self.record(number)
        };
        let recorded = line.as_ref().and_then(|line| self.recorded(&slot, line));
        self.report.unproven += u64::from(recorded.is_none() && !is_copy);
        let outcome = recorded.unwrap_or(outcome);
        self.series.ended(PastGame::Won(outcome.winners));
        if !is_copy {
            self.note_extra(&slot, &outcome, line.as_ref());
        }
        // If the first matches of a pairing are one game, the later ones are copies.
        let likeness = match repeats && slot.index < FIRST_MATCHES {
            true => Likeness::Trace(outcome.hash),
            false => Likeness::Unknown,
        };
        Ok(Some(Entry::played(number, MatchOutcome { likeness, ..outcome })))
    }

    /// Notes records after that of the last match, and mismatches among those in addition to the
    /// sample.
    pub(super) fn finish(&mut self, run: &Manifest) {
        self.skip_records(u64::MAX);
        if self.records.is_some() {
            self.extras.finish(run, self.report);
        }
    }

    /// Notes a match that was played, with its record if it has one. Outside the sample, only
    /// highlights may have a record.
    fn note_extra(&mut self, slot: &Slot, outcome: &MatchOutcome, line: Option<&RecordLine>) {
        let is_extra = self.extras.note(self.plan, slot, outcome, line.map(|line| line.number));
        if let Some(line) = line.filter(|_| !is_extra && !self.plan.keeps(slot.number)) {
            self.note_stray(slot.number, line);
        }
    }

    /// Checks the scores of a match: statistics rely on scores that the ruleset can have.
    fn check_range(&self, number: u64, outcome: &MatchOutcome) -> Result<(), FolderCheckError> {
        let scores = self.plan.game().scores().iter().zip(&outcome.scores);
        let mut wrong =
            scores.filter(|(info, score)| !(info.range.0..=info.range.1).contains(score));
        match wrong.next() {
            None => Ok(()),
            Some((info, score)) => {
                let message =
                    format!("match {number} has {score} as {}, which no match can", info.name);
                Err(self.rows.garbled(message).into())
            }
        }
    }

    /// The record of a match. It must exist if the match is in the sample, and no record may come
    /// before it.
    fn record(&mut self, number: u64) -> Option<RecordLine> {
        while let Some((found, line)) = self.next_record(number) {
            if found == number {
                return Some(line);
            }
            self.note_stray(found, &line);
        }
        if self.records.is_some() && self.plan.keeps(number) {
            let expected = format!("the record of match {number}");
            self.report.differs(FilePlace::somewhere(RECORDS), "record", expected, "none");
        }
        None
    }

    /// Notes the records up to that of a match that should have none.
    fn skip_records(&mut self, number: u64) {
        while let Some((found, line)) = self.next_record(number) {
            self.note_stray(found, &line);
        }
    }

    fn note_stray(&mut self, found: u64, line: &RecordLine) {
        let spot = FilePlace::line(RECORDS, line.number);
        let expected = "a later match, or no record of this one";
        self.report.differs(spot, "match", expected, found.to_string());
    }

    /// The next record with the number of its match, if that is not after `last`.
    fn next_record(&mut self, last: u64) -> Option<(u64, RecordLine)> {
        let records = self.records.as_mut()?;
        let found = match records.peek()? {
            Ok(line) => line.match_number(),
            Err(_) => Err(records.next()?.err()?),
        };
        match found {
            Ok(found) if found > last => None,
            Ok(found) => Some((found, records.next()?.ok()?)),
            Err(error) => {
                self.report.unread.push(error.to_string());
                self.records = None;
                None
            }
        }
    }

    /// The outcome of a match by its record, if the record is correct.
    fn recorded(&mut self, slot: &Slot, line: &RecordLine) -> Option<MatchOutcome> {
        let record = match line.record() {
            Ok(record) => record,
            Err(error) => {
                self.report.unread.push(error.to_string());
                self.records = None;
                return None;
            }
        };
        let game = self.series.next(slot)?;
        let planned = PlannedGame { plan: self.plan, slot, game };
        check_record(&planned, FilePlace::line(RECORDS, line.number), &record, self.report)
    }
}

/// By pairing: true if its matches after the first ones are copies, as the first such match shows.
fn repeats<G: Game>(plan: &Plan<G>, folder: &Folder) -> Result<Vec<bool>, ReuseError> {
    let pairings = plan.pairings().len();
    let mut repeats = vec![false; pairings];
    let first = FIRST_MATCHES * pairings as u64;
    let mut rows = ReusedRows::open(plan, folder)?;
    for number in 0..first + pairings as u64 {
        // A row that cannot be read is reported when its turn comes.
        let Ok(Some(_)) = rows.next(number) else { break };
        if let Some(copy) = number.checked_sub(first)
            && let Some(place) = usize::try_from(copy).ok().and_then(|copy| repeats.get_mut(copy))
        {
            *place = rows.is_copy();
        }
    }
    Ok(repeats)
}
