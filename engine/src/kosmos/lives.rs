//! Lives and gifts (kosmos L).

use super::Kosmos;
use super::cards::Side;
use super::moves::{Move, Word};
use super::own::Own;
use super::position::{Adjudicator, Loss, Question};
use super::table::Table;
use super::told::{Reason, Told};

/// L2: the opponent's won targets with which no gift is possible.
const NO_GIFT_FROM: u8 = 4;

/// L2: true if a side can give a target.
#[inline]
pub(super) fn can_give(rules: &Kosmos, side: Side, table: &Table, own: &Own) -> bool {
    own.hand.targets() > 0
        && table.lives[side] < rules.params().lives
        && table.won[side.other()] < NO_GIFT_FROM
}

impl Adjudicator<'_> {
    /// The mover gives one of its targets (L2).
    pub(super) fn give(&mut self) {
        let gifts = &mut self.at.tally.gifts[self.at.table.mover_or_dracula()];
        *gifts += 1;
        self.tell(Told::Gift);
    }

    /// L3: asks for a gift if the loss would be the last.
    pub(super) fn lose(&mut self, loss: Loss) {
        let (mover, table) = (self.mover(), &self.at.table);
        let last = table.lives[mover] <= loss.lives();
        if last && can_give(self.rules, mover, table, self.mine()) {
            self.ask(Question::Save(loss));
        } else {
            self.lose_at_last(loss);
        }
    }

    /// Carries out the answer of a mover that may give a target before it loses lives (L3).
    pub(super) fn save(&mut self, loss: Loss, mv: Move) {
        if mv == Move::Word(Word::Give) {
            self.give();
            self.lose(loss);
        } else {
            self.lose_at_last(loss);
        }
    }

    /// L4, and what comes afterwards.
    fn lose_at_last(&mut self, loss: Loss) {
        self.tell(Told::Loss(loss.lives()));
        let mover = self.mover();
        if self.at.table.lives[mover] == 0 {
            return self.over(Reason::Life, Some(mover.other()));
        }
        match loss {
            Loss::Payment(_) => self.check_vigilance(),
            Loss::Encounter => self.start_special(),
            Loss::Feint => self.ask_barrier(),
        }
    }
}
