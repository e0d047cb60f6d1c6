//! Set-up (kosmos S).

use arrayvec::ArrayVec;

use super::actions::{ACTION_HAND, ActionCard, ActionSet, DECK};
use super::board::{PLACES, Place};
use super::cards::{Kind, Side};
use super::moves::Move;
use super::position::{Adjudicator, Pending};
use super::told::Told;
use crate::seed::Purpose;

const ACTIONS: Purpose = Purpose::new("actions");
const DEAL: Purpose = Purpose::new("deal");

impl Adjudicator<'_> {
    /// S1, T3: shuffles a side's ten action cards; the first five are its action hand.
    pub(super) fn deal_actions(&mut self, side: Side) {
        let mut deck: ArrayVec<ActionCard, DECK> = ActionCard::of(side).iter().copied().collect();
        self.shuffle(ACTIONS, &mut deck);
        let hand: ActionSet = deck.into_iter().take(ACTION_HAND).collect();
        self.tell_alone(side, Told::Actions(hand));
    }

    /// S2: the hunter lays without knowing what Dracula laid.
    pub(super) fn lay(&mut self, side: Side, mv: Move) {
        let Move::Lay(cards) = mv else { return };
        self.tell_alone(side, Told::Lay(cards));
        match side {
            Side::Dracula => self.at.pending = Pending::Lay(Side::Hunter),
            Side::Hunter => self.deal(),
        }
    }

    /// Deals the laid cards to the places and begins the first turn (S3, S4).
    fn deal(&mut self) {
        let laid = Side::BOTH.into_iter().flat_map(|side| self.at.own[side].laid.iter());
        let mut cards: ArrayVec<Kind, PLACES> = laid.take(PLACES).collect();
        self.shuffle(DEAL, &mut cards);
        for (&place, card) in Place::ALL.iter().zip(cards) {
            self.set(place, Some(card));
        }
        self.tell(Told::Deal);
        self.begin_turn(self.rules.params().first);
    }
}
