//! Rows of `matches.csv` and `faults.csv`.

use std::path::Path;

use stoker_engine::{Game, Sides};
use stoker_external::fault::opponents;

use super::folder::MATCHES;
use crate::columns::{SAME_AS, VOID, match_columns};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::storage::csv_text::CsvText;
use crate::void::Void;

/// The header of `faults.csv`.
pub const FAULT_COLUMNS: [&str; 11] = [
    "match",
    "turn",
    "round",
    "side",
    "seat",
    "seat_name",
    "entrant",
    "against",
    "kind",
    "loses",
    "reason",
];

/// The reason why the files hold no record of a match although all are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unrecorded {
    /// It was not played, because it repeats this one.
    Copy(u64),
    /// Its slot is void, for this reason.
    Void(String),
}

/// The reason why there is no record of a match, according to `matches.csv` in a folder.
pub fn why_unrecorded(folder: &Path, number: u64) -> Option<Unrecorded> {
    let mut rows = csv::Reader::from_path(folder.join(MATCHES)).ok()?;
    let header = rows.headers().ok()?;
    let place = |name: &str| header.iter().position(|column| column == name);
    let (original, void) = (place(SAME_AS)?, place(VOID)?);
    let mut rows = rows.records().map_while(Result::ok);
    let row = rows.find(|row| row.get(0) == Some(&number.to_string()))?;
    match (row.get(original)?, row.get(void)?) {
        ("", "") => None,
        ("", reason) => Some(Unrecorded::Void(reason.to_owned())),
        (original, _) => original.parse().ok().map(Unrecorded::Copy),
    }
}

/// The rows of some consecutive matches.
#[derive(Default)]
pub struct MatchRows {
    matches: CsvText,
    faults: CsvText,
}

/// Rows as bytes.
#[derive(Debug, Default)]
pub(crate) struct RowBytes {
    pub(crate) matches: Vec<u8>,
    pub(crate) faults: Vec<u8>,
}

impl MatchRows {
    /// The headers alone.
    pub(crate) fn headers<G: Game>(plan: &Plan<G>) -> RowBytes {
        let game = plan.game();
        let columns =
            match_columns(plan.first_columns(), game.sides(), game.scores(), game.facts());
        RowBytes {
            matches: CsvText::with_header(columns).into_bytes(),
            faults: CsvText::with_header(FAULT_COLUMNS).into_bytes(),
        }
    }

    pub(crate) fn add<G: Game>(&mut self, plan: &Plan<G>, slot: &Slot, outcome: &MatchOutcome) {
        self.begin_row(plan, slot);
        for score in &outcome.scores {
            self.matches.value(score);
        }
        self.write_winners(plan.game().sides(), outcome);
        self.matches.text(&outcome.ending).value(outcome.decisions);
        for fact in &outcome.facts {
            self.matches.value(fact);
        }
        for (side, _) in plan.game().sides().iter() {
            let faults = outcome.faults.iter().filter(|fault| fault.side == side).count();
            self.matches.value(faults);
        }
        self.matches.value(outcome.hash);
        match outcome.same_as() {
            Some(original) => self.matches.value(original),
            None => self.matches.text(""),
        };
        self.matches.text("").end_row();
        self.add_faults(plan, slot, outcome);
    }

    /// The row of a void slot: the entrants that would have met, and the reason.
    pub(crate) fn add_void<G: Game>(&mut self, plan: &Plan<G>, slot: &Slot, void: &Void) {
        self.begin_row(plan, slot);
        let game = plan.game();
        let (first, sides) = (plan.first_columns(), game.sides());
        let columns = match_columns(first, sides, game.scores(), game.facts()).len();
        for _ in first.len() + sides.list().len()..columns - 1 {
            self.matches.text("");
        }
        self.matches.value(void).end_row();
    }

    /// Writes number, seed and entrants.
    fn begin_row<G: Game>(&mut self, plan: &Plan<G>, slot: &Slot) {
        self.matches.value(slot.number).value(slot.seed);
        if plan.games().is_series() {
            self.matches.value(slot.number / plan.games().get()).value(slot.game);
        }
        if plan.swept().is_some() {
            self.matches.value(plan.pairings()[slot.pairing].setting());
        }
        for entrant in plan.lineup_of(slot) {
            self.matches.text(&entrant.name);
        }
    }

    /// Takes the rows so far, and starts afresh.
    pub(crate) fn take(&mut self) -> RowBytes {
        let Self { matches, faults } = std::mem::take(self);
        RowBytes { matches: matches.into_bytes(), faults: faults.into_bytes() }
    }

    /// Writes the names of the sides that won, with `+` between them.
    fn write_winners(&mut self, sides: &Sides, outcome: &MatchOutcome) {
        let won = sides.iter().filter(|(side, _)| outcome.winners.contains(*side));
        let names: Vec<_> = won.map(|(_, side)| side.name).collect();
        self.matches.text(&names.join("+"));
    }

    fn add_faults<G: Game>(&mut self, plan: &Plan<G>, slot: &Slot, outcome: &MatchOutcome) {
        if outcome.faults.is_empty() {
            return;
        }
        let sides = plan.game().sides();
        let names: Vec<String> =
            plan.lineup_of(slot).into_iter().map(|entrant| entrant.name.clone()).collect();
        for fault in &outcome.faults {
            self.faults.value(slot.number).value(fault.decision);
            match fault.round {
                Some(round) => self.faults.value(round),
                None => self.faults.text(""),
            };
            self.faults
                .text(sides.side(fault.side).name)
                .value(fault.seat)
                .text(sides.seat_name(fault.seat))
                .text(&names[usize::from(fault.side.0)])
                .text(&opponents(&names, fault.side).join("+"))
                .text(fault.kind.name())
                .value(fault.loses)
                .text(&fault.reason)
                .end_row();
        }
    }
}
