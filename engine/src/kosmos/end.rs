//! Beginning and end of a turn, and endings (kosmos T, E).

use std::cmp::Ordering;

use super::cards::Side;
use super::position::{Adjudicator, Pending, Question};
use super::told::{Reason, Refill, Told};

impl Adjudicator<'_> {
    /// Begins a turn of a side (T1).
    pub(super) fn begin_turn(&mut self, side: Side) {
        self.at.void = false;
        self.at.won_fight = false;
        self.tell(Told::Turn(self.at.table.turn + 1, side));
        if side == Side::Hunter && self.at.table.turned.is_some() {
            self.tell(Told::Straight);
        }
        self.ask(Question::Walk);
    }

    /// T2 (which the next entry brings), then E4, T3, T4.
    pub(super) fn end_turn(&mut self) {
        if self.at.table.turn >= self.rules.params().turns {
            return self.over(Reason::Cap, self.winner_at_cap());
        }
        if self.mine().actions.is_empty() {
            self.refill();
        }
        let again = self.at.table.extra;
        self.at.tally.extra_turns += u16::from(again);
        let mover = self.mover();
        self.begin_turn(if again { mover } else { mover.other() });
    }

    /// The winner after the last turn, if there is one (E4).
    fn winner_at_cap(&self) -> Option<Side> {
        let table = &self.at.table;
        let count = |side: Side| (table.won[side], table.lives[side]);
        match count(Side::Dracula).cmp(&count(Side::Hunter)) {
            Ordering::Greater => Some(Side::Dracula),
            Ordering::Less => Some(Side::Hunter),
            Ordering::Equal => None,
        }
    }

    /// Gives the mover a new action hand: the cards set aside, or all of them shuffled (T3).
    fn refill(&mut self) {
        let (mover, aside) = (self.mover(), self.mine().aside());
        if aside.is_empty() {
            self.tell(Told::Refill(Refill::Shuffle));
            self.deal_actions(mover);
        } else {
            self.tell(Told::Refill(Refill::Aside));
            self.tell_alone(mover, Told::Actions(aside));
        }
    }

    /// E: nothing further is asked or drawn.
    pub(super) fn over(&mut self, reason: Reason, winner: Option<Side>) {
        self.tell(Told::Over(reason, winner));
        self.at.pending = Pending::Nothing;
    }
}
