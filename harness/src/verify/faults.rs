//! Which seats a record's faults silence, and whether they can have happened so.

use stoker_engine::{Game, Seat};

use super::Findings;
use crate::fault::{FaultKind, Loses};
use crate::record::{Record, RecordedFault};

/// The faults of a record, in the order in which a replay meets them.
pub(super) struct Faults<'r> {
    rest: &'r [RecordedFault],
    silenced: Vec<bool>,
}

impl<'r> Faults<'r> {
    pub(super) fn new<G: Game>(game: &G, record: &'r Record) -> Self {
        let silenced = vec![false; usize::from(game.sides().seat_count())];
        Self { rest: &record.faults, silenced }
    }

    pub(super) fn is_silenced(&self, seat: Seat) -> bool {
        self.silenced[usize::from(seat.0)]
    }

    /// Books the faults of a decision that this seat makes; a forced one cannot be got wrong.
    pub(super) fn before<G: Game>(
        &mut self,
        game: &G,
        decision: u32,
        mover: Seat,
        forced: Option<G::Move>,
        findings: &mut Findings,
    ) {
        while let [fault, rest @ ..] = self.rest
            && fault.turn <= decision
        {
            self.rest = rest;
            let unborn = decision == 0 && fault.kind.loses() == Loses::Bot;
            if fault.seat != mover.0 && !unborn {
                findings.at(fault.turn, "faults: seat", mover, fault.seat);
            }
            if forced.is_some() && fault.kind == FaultKind::IllegalMove {
                findings.at(fault.turn, "faults: kind", "none, for the move is forced", fault.kind);
            }
            self.book(game, fault, decision, findings);
        }
    }

    /// Books the faults after the last decision: only a bot that is let go can commit one.
    pub(super) fn after_all<G: Game>(&mut self, game: &G, decisions: u32, findings: &mut Findings) {
        for fault in std::mem::take(&mut self.rest) {
            if fault.kind.loses() == Loses::Seat {
                findings.at(fault.turn, "faults: kind", "none, for no one moves", fault.kind);
            }
            self.book(game, fault, decisions, findings);
        }
    }

    fn book<G: Game>(
        &mut self,
        game: &G,
        fault: &RecordedFault,
        decision: u32,
        findings: &mut Findings,
    ) {
        findings.at(decision, "faults: turn", decision, fault.turn);
        let sides = game.sides();
        if fault.seat >= sides.seat_count() {
            findings.at(decision, "faults: seat", "a seat of the game", fault.seat);
            return;
        }
        let seat = Seat(fault.seat);
        let side = sides.side(sides.side_of(seat)).name;
        findings.at(decision, "faults: side", side, &fault.side);
        if self.is_silenced(seat) {
            findings.at(decision, "faults: seat", "one that still has its say", fault.seat);
        }
        match fault.kind.loses() {
            Loses::Seat => self.silenced[usize::from(seat.0)] = true,
            Loses::Bot => {
                let viewer = sides.viewer_of(seat);
                let seats = sides.viewers()[usize::from(viewer.0)].seats.clone();
                seats.for_each(|seat| self.silenced[usize::from(seat)] = true);
            }
        }
    }
}
