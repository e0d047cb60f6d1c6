//! Checks the faults of a record, and finds the seats that they silence.

use stoker_engine::{Game, Seat};
use stoker_external::fault::{FaultKind, Loses};

use super::Mismatches;
use crate::record::{Record, RecordedFault};

/// The faults of a record, in the order of their replay.
pub(super) struct Faults<'r> {
    rest: &'r [RecordedFault],
    /// By seat: true if it is silenced.
    silenced: Vec<bool>,
    /// By viewer: true if its bot has crashed.
    crashed: Vec<bool>,
    /// The decision of the last fault that was recorded.
    latest: Option<u32>,
    /// Faults of other players that kept the mover from answering, with the decision. The mover was
    /// then asked again, so these faults cost nothing before its move.
    starving_programs: Vec<(&'r RecordedFault, u32)>,
}

impl<'r> Faults<'r> {
    pub(super) fn new<G: Game>(game: &G, record: &'r Record) -> Self {
        let silenced = vec![false; usize::from(game.sides().seat_count())];
        let crashed = vec![false; game.sides().viewers().len()];
        Self { rest: &record.faults, silenced, crashed, latest: None, starving_programs: vec![] }
    }

    pub(super) fn is_silenced(&self, seat: Seat) -> bool {
        self.silenced[usize::from(seat.0)]
    }

    /// True if the seat that makes this decision plays a default move.
    pub(super) fn plays_default(&self, seat: Seat, decision: u32) -> bool {
        self.is_silenced(seat) || self.latest == Some(decision)
    }

    /// Charges the crashes of bots that could not even be made. (A crash at the first decision has
    /// the same effect: it silences the same seats from there on.)
    pub(super) fn before_all<G: Game>(&mut self, game: &G, findings: &mut Mismatches) {
        while let [fault, rest @ ..] = self.rest
            && fault.turn == 0
            && matches!(fault.loses, Loses::Bot | Loses::Match)
        {
            self.rest = rest;
            self.charge(game, fault, 0, findings);
        }
    }

    /// Charges the faults of a decision that this seat makes. A forced decision cannot be a fault.
    pub(super) fn before<G: Game>(
        &mut self,
        game: &G,
        decision: u32,
        mover: Seat,
        forced: Option<G::Move>,
        findings: &mut Mismatches,
    ) {
        self.settle(game, findings);
        while let [fault, rest @ ..] = self.rest
            && fault.turn <= decision
        {
            self.rest = rest;
            if is_of_another(game, fault, mover) && fault.kind == FaultKind::CpuTimeout {
                self.starving_programs.push((fault, decision));
                continue;
            }
            self.latest = Some(decision);
            findings.at(fault.turn, "faults: seat", mover, fault.seat);
            if self.is_silenced(mover) {
                findings.at(fault.turn, "faults: seat", "a seat that is not disqualified", mover);
            }
            if forced.is_some() && fault.loses != Loses::Bot {
                findings.at(
                    fault.turn,
                    "faults: kind",
                    "none, because the move is forced",
                    fault.kind,
                );
            }
            self.charge(game, fault, decision, findings);
        }
    }

    /// Charges the faults after the last decision: only a bot that is told the ending can commit
    /// one.
    pub(super) fn after_all<G: Game>(
        &mut self,
        game: &G,
        decisions: u32,
        findings: &mut Mismatches,
    ) {
        self.settle(game, findings);
        for fault in std::mem::take(&mut self.rest) {
            if fault.loses != Loses::Bot {
                findings.at(fault.turn, "faults: kind", "none, because no seat moves", fault.kind);
            }
            self.charge(game, fault, decisions, findings);
        }
    }

    /// Charges the faults that had to wait for the last decision.
    fn settle<G: Game>(&mut self, game: &G, findings: &mut Mismatches) {
        for (fault, decision) in std::mem::take(&mut self.starving_programs) {
            self.charge(game, fault, decision, findings);
        }
    }

    fn charge<G: Game>(
        &mut self,
        game: &G,
        fault: &RecordedFault,
        decision: u32,
        findings: &mut Mismatches,
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
        match fault.loses {
            Loses::Turn => {}
            Loses::Match => self.silenced.fill(true),
            Loses::Seat => self.silenced[usize::from(seat.0)] = true,
            Loses::Bot => {
                let viewer = sides.viewer_of(seat);
                if std::mem::replace(&mut self.crashed[usize::from(viewer.0)], true) {
                    findings.at(decision, "faults: kind", "no second crash", fault.kind);
                }
                let seats = sides.viewers()[usize::from(viewer.0)].seats.clone();
                seats.for_each(|seat| self.silenced[usize::from(seat)] = true);
            }
        }
    }
}

/// True if a fault is charged to a seat of the game that is not played by the mover's bot.
fn is_of_another<G: Game>(game: &G, fault: &RecordedFault, mover: Seat) -> bool {
    let sides = game.sides();
    fault.seat < sides.seat_count() && sides.viewer_of(Seat(fault.seat)) != sides.viewer_of(mover)
}
