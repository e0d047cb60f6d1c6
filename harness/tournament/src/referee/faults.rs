//! Faults of entrants: recorded with their consequences, and reported.

use stoker_engine::{Ending, Game, IllegalMove, Seat};
use stoker_external::fault::{After, Fault, FaultKind, Forfeit, Loses};
use stoker_external::line_marks;
use stoker_files::printable::printable;

use super::{DecisionOrigin, DecisionStep, Referee, RefereeError, Spectator};

impl<G: Game> Referee<G> {
    /// Records an illegal move and plays the default instead of it.
    #[cold]
    pub(super) fn correct(
        &mut self,
        state: &mut G::State,
        decision: u32,
        step: &mut DecisionStep<G::Move>,
        error: &IllegalMove,
    ) -> Result<G::Play, RefereeError> {
        let own = |how| RefereeError::OwnMove { ruleset: G::NAME, how, decision };
        if step.how != DecisionOrigin::Chosen {
            return Err(own(step.how));
        }
        let mut text = String::new();
        // An illegal move may have no notation either.
        if self.game.write_move(step.mv, &mut text).is_err() {
            text = format!("{:?}", step.mv);
        }
        let reason = format!("{error} `{text}`");
        self.charge(state, decision, step.seat, FaultKind::IllegalMove, reason);
        let choice = self.game.default_choice(state);
        (step.mv, step.how, step.message) =
            (choice.mv, DecisionOrigin::Default, choice.message.clone());
        self.game.play(state, choice).map_err(|_| own(DecisionOrigin::Default))
    }

    /// Reports all faults except the first `earlier` ones, also in the logs of programs.
    pub(super) fn report(&mut self, earlier: usize, spectator: &mut impl Spectator<G>) {
        for fault in &self.faults[earlier..] {
            spectator.faulted(&self.game, fault);
            let viewer = usize::from(self.game.sides().viewer_of(fault.seat).0);
            if self.players[viewer].is_remote() {
                let log = &mut self.logs[viewer];
                log.end_line();
                let place = fault.place(&*self.game, &self.names);
                let (turn, kind, reason) = (fault.decision, fault.kind, &fault.reason);
                let fault = format!("fault of {place}, turn {turn}: {kind}: {reason}");
                log.push(&line_marks::remark(&printable(&fault)));
            }
        }
    }

    pub(super) fn dismiss(&mut self, state: &G::State, ending: &Ending, decisions: u32) {
        for viewer in 0..self.players.len() {
            let player = &mut self.players[viewer];
            let seat = Seat(player.seats().start);
            if let Err(reason) = player.dismiss(ending) {
                let (side, kind, loses) = (player.side(), FaultKind::Crash, Loses::Bot);
                let round = self.game.round(state);
                self.faults.push(Fault {
                    decision: decisions,
                    round,
                    side,
                    seat,
                    kind,
                    loses,
                    reason,
                });
            }
        }
    }

    #[cold]
    pub(super) fn charge(
        &mut self,
        state: &G::State,
        decision: u32,
        seat: Seat,
        kind: FaultKind,
        reason: String,
    ) {
        let side = self.game.sides().side_of(seat);
        let viewer = self.game.sides().viewer_of(seat);
        let player = &self.players[usize::from(viewer.0)];
        let after = if player.goes_on() { After::GoesOn } else { After::Gone };
        let forfeit = Forfeit::in_state(&*self.game, state, side);
        let loses = self.referee_settings.policy.loses(after);
        // A side that is out has no match to lose, but is not asked any more.
        let has_nothing_to_lose = loses == Loses::Match && forfeit.is_none();
        let loses = if has_nothing_to_lose { Loses::Bot } else { loses };
        match loses {
            Loses::Turn => {}
            Loses::Seat => self.silenced[usize::from(seat.0)] = true,
            Loses::Bot => {
                let seats = player.seats();
                seats.for_each(|seat| self.silenced[usize::from(seat)] = true);
            }
            Loses::Match => {
                self.silenced.fill(true);
                self.forfeit = self.forfeit.or(forfeit);
            }
        }
        let round = self.game.round(state);
        self.faults.push(Fault { decision, round, side, seat, kind, loses, reason });
    }
}
