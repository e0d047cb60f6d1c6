//! Outcomes of matches, read back from `matches.csv` and `faults.csv`.

use std::borrow::Cow;

use csv::StringRecord;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use stoker_engine::{Game, Seat, SideId, SideSet, Sides};
use stoker_external::fault::Fault;
use stoker_files::untrusted::Folder;

use super::ReuseError;
use super::csv_table::CsvTable;
use crate::columns::match_columns;
use crate::journal::Spans;
use crate::outcome::{Likeness, MatchOutcome};
use crate::plan::{MOST_PAIRINGS, Plan};
use crate::results::FAULT_COLUMNS;
use crate::results::folder::{FAULTS, MATCHES};
use crate::void::Void;

/// The matches of a run, in the order of their numbers.
pub(crate) struct ReusedRows<'p, G: Game> {
    plan: &'p Plan<G>,
    matches: CsvTable,
    row: StringRecord,
    faults: CsvTable,
    /// The next fault, and its match.
    next_fault: Option<(u64, Fault)>,
    /// The void slots so far that may be the first of their pairing.
    voids: Spans,
}

/// The content of a row.
pub(crate) enum RowContent {
    /// The outcome of its match.
    Played(MatchOutcome),
    /// The reason why its match could not be decided.
    Void(Void),
}

impl<'p, G: Game> ReusedRows<'p, G> {
    /// Opens the files of a run with the rules of this plan.
    pub(crate) fn open(plan: &'p Plan<G>, folder: &Folder) -> Result<Self, ReuseError> {
        let game = plan.game();
        let columns =
            match_columns(plan.first_columns(), game.sides(), game.scores(), game.facts());
        let matches = CsvTable::open(folder, MATCHES, &columns)?;
        let faults = CsvTable::open(folder, FAULTS, &FAULT_COLUMNS)?;
        let (row, next_fault, voids) = (StringRecord::new(), None, Spans::default());
        let mut rows = Self { plan, matches, row, faults, next_fault, voids };
        rows.advance_faults()?;
        Ok(rows)
    }

    /// Reads the next slot, which must have this number.
    pub(super) fn read(&mut self, number: u64) -> Result<RowContent, ReuseError> {
        let read = self.next(number)?;
        let content =
            read.ok_or_else(|| self.matches.garbled(format!("match {number} is missing")))?;
        match &content {
            RowContent::Played(outcome) if !self.counts(outcome) => {
                Err(self.matches.garbled("a garbled row"))
            }
            RowContent::Played(_) | RowContent::Void(_) => Ok(content),
        }
    }

    /// Reads the next slot, which must have this number; `None` after the last. The row's own
    /// counts of faults are ignored.
    pub(crate) fn next(&mut self, number: u64) -> Result<Option<RowContent>, ReuseError> {
        if !self.matches.read(&mut self.row)? {
            return Ok(None);
        }
        if self.row.get(0) != Some(&number.to_string()) {
            return Err(self.matches.garbled(format!("match {number} should be here")));
        }
        let faults = self.faults_of(number)?;
        if let Some(reason) = self.row.iter().next_back().filter(|reason| !reason.is_empty()) {
            let void = self.void(reason, &faults);
            let garbled =
                |what| self.matches.garbled(format!("match {number} is void, but {what}"));
            let void = void.map_err(garbled)?;
            if number < MOST_PAIRINGS as u64 {
                self.voids.insert(number);
            }
            return Ok(Some(RowContent::Void(void)));
        }
        let copied = self.copied().and_then(|original| original.parse().ok());
        if let Some(original) = copied.filter(|&original| self.voids.contains(original)) {
            let message = format!("match {number} repeats match {original}, which is void");
            return Err(self.matches.garbled(message));
        }
        let cells = self.row.iter().skip(self.known());
        let outcome = outcome(cells, &**self.plan.game(), faults);
        outcome
            .map(|outcome| Some(RowContent::Played(outcome)))
            .ok_or_else(|| self.matches.garbled("a garbled row"))
    }

    /// The number of cells that describe the pairing and its seed, before the cells of the outcome.
    fn known(&self) -> usize {
        self.plan.first_columns().len() + self.plan.game().sides().list().len()
    }

    /// True if the row that was read last counts the faults of its match as `faults.csv` does.
    fn counts(&self, outcome: &MatchOutcome) -> bool {
        let sides = self.plan.game().sides();
        // The hash, the original and the reason follow.
        let before = self.row.len() - 3 - sides.list().len();
        let cells = self.row.iter().skip(before);
        sides.iter().zip(cells).all(|((side, _), cell)| {
            let count = outcome.faults.iter().filter(|fault| fault.side == side).count();
            cell.parse().is_ok_and(|number: usize| number == count)
        })
    }

    /// Reads a void slot from its row. The error tells what is wrong with the row.
    fn void(&self, reason: &str, faults: &[Fault]) -> Result<Void, &'static str> {
        let cells = self.row.len() - 1;
        if !self.row.iter().take(cells).skip(self.known()).all(str::is_empty) {
            return Err("has figures of a match");
        }
        if !faults.is_empty() {
            return Err("has faults");
        }
        Void::read(reason).ok_or("its reason is no plain line")
    }

    /// The entrants of the match that was read last, by side.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.row
            .iter()
            .skip(self.plan.first_columns().len())
            .take(self.plan.game().sides().list().len())
    }

    /// True if the match that was read last was not played, because it repeats another.
    pub(crate) fn is_copy(&self) -> bool {
        self.copied().is_some()
    }

    /// The match that the one read last repeats, from the column before the last.
    fn copied(&self) -> Option<&str> {
        self.row.iter().rev().nth(1).filter(|original| !original.is_empty())
    }

    /// An error about the row that was read last.
    pub(crate) fn garbled(&self, message: String) -> ReuseError {
        self.matches.garbled(message)
    }

    /// Takes the faults of the next match.
    fn faults_of(&mut self, number: u64) -> Result<Vec<Fault>, ReuseError> {
        let mut faults = vec![];
        while let Some((_, fault)) = self.next_fault.take_if(|(of, _)| *of <= number) {
            faults.push(fault);
            self.advance_faults()?;
        }
        Ok(faults)
    }

    fn advance_faults(&mut self) -> Result<(), ReuseError> {
        let mut row = StringRecord::new();
        if self.faults.read(&mut row)? {
            let fault = fault(&row, self.plan.game().sides());
            self.next_fault = Some(fault.ok_or_else(|| self.faults.garbled("a garbled row"))?);
        }
        Ok(())
    }
}

/// Reads a match from the cells after its entrants. The row has as many cells as the header.
fn outcome<'r, G: Game>(
    mut cells: impl Iterator<Item = &'r str>,
    game: &G,
    faults: Vec<Fault>,
) -> Option<MatchOutcome> {
    let sides = game.sides();
    let scores = game.scores().iter().map(|_| cells.next()?.parse().ok()).collect::<Option<_>>()?;
    let winners = winners(cells.next()?, sides)?;
    let ending = cells.next().filter(|ending| !ending.contains(char::is_control))?;
    let decisions = cells.next()?.parse().ok()?;
    let facts = game.facts().iter().map(|_| cells.next()?.parse().ok()).collect::<Option<_>>()?;
    let hash = cells.nth(sides.list().len())?.parse().ok()?;
    let is_original = |cell: &&str| cell.is_empty() || cell.parse::<u64>().is_ok();
    cells.next().filter(is_original)?;
    cells.next().filter(|void| void.is_empty())?;
    let likeness = Likeness::Unknown;
    let ending = Cow::Owned(ending.to_owned());
    Some(MatchOutcome { scores, winners, ending, decisions, facts, faults, hash, likeness })
}

/// Reads the names of sides with `+` between them.
fn winners(text: &str, sides: &Sides) -> Option<SideSet> {
    let names = text.split('+').filter(|name| !name.is_empty());
    names.map(|name| side(name, sides)).try_fold(SideSet::NONE, |set, side| Some(set.with(side?)))
}

fn side(name: &str, sides: &Sides) -> Option<SideId> {
    sides.iter().find(|(_, side)| side.name == name).map(|(id, _)| id)
}

/// Reads a fault from its row, with the number of its match.
fn fault(row: &StringRecord, sides: &Sides) -> Option<(u64, Fault)> {
    let [number, decision, round, of, seat, _, _, _, kind, loses, reason] =
        row.iter().collect::<Vec<_>>().try_into().ok()?;
    let is_line = reason.len() <= Fault::MAX_REASON && !reason.contains('\n');
    let fault = Fault {
        decision: decision.parse().ok()?,
        round: if round.is_empty() { None } else { Some(round.parse().ok()?) },
        side: side(of, sides)?,
        seat: Seat(seat.parse().ok()?),
        kind: word(kind)?,
        loses: word(loses)?,
        reason: is_line.then(|| reason.to_owned())?,
    };
    Some((number.parse().ok()?, fault))
}

/// Reads a value that is written as one word.
fn word<'w, W: Deserialize<'w>>(text: &'w str) -> Option<W> {
    W::deserialize(StrDeserializer::<serde::de::value::Error>::new(text)).ok()
}
