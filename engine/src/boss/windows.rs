//! Cards at any time (boss W), and their effects (T4).
//!
//! The seat that was asked last is in the position, and decides who is asked next. So there is no
//! [`Window`](crate::windows::Window) here: it would be a second copy of that seat, which a bot that
//! draws positions from a view would have to make up.

use super::codes::{Asked, Card, Vampire};
use super::moves::Move;
use super::players::Player;
use super::position::Adjudicator;
use super::told::Told;

impl Adjudicator<'_> {
    /// W1: asks the seats after the active one, from the first.
    pub(super) fn open_window(&mut self, active: Player) {
        self.ask_window(active);
    }

    /// W1: asks the next seat after this one that holds something to play; else the actions begin.
    fn ask_window(&mut self, after: Player) {
        let active = self.active();
        let mut rest = self.at.table.in_order_between(after, active);
        let asked = rest.find(|seat| self.at.chooser(self.rules, *seat).has_any_time());
        drop(rest);
        match asked {
            Some(seat) => self.ask(seat, Asked::Window),
            None => self.go_on(),
        }
    }

    pub(super) fn window_answered(&mut self, player: Player, mv: Move) {
        if mv == Move::End {
            self.ask_window(player);
        } else {
            self.ask_answers(player);
        }
    }

    /// W3: asks the next seat after this one that holds a Cry; else the fight begins.
    pub(super) fn ask_cry(&mut self, after: Player) {
        let active = self.active();
        let mut rest = self.at.table.in_order_between(after, active);
        let asked = rest.find(|seat| self.at.own[*seat].hand.has(Card::Cry));
        drop(rest);
        match asked {
            Some(seat) => self.ask(seat, Asked::Cry),
            None => self.ask(active, Asked::Fight),
        }
    }

    pub(super) fn cry_answered(&mut self, player: Player, mv: Move) {
        if mv == Move::End {
            self.ask_cry(player);
        } else {
            self.ask_answers(player);
        }
    }

    /// W4: asks the next seat after this one, up to the one that played last, that holds a Whisper;
    /// else the card is dealt with.
    pub(super) fn ask_answers(&mut self, after: Player) {
        let table = &self.at.table;
        let Some(card) = table.card else { return };
        // The attacker is passed over in its own attack.
        let attacker = table.active.filter(|_| table.attack.is_some());
        let rest = table.in_order_between(after, card.last);
        let mut able = rest.filter(|seat| Some(*seat) != attacker);
        let asked = able.find(|seat| self.at.own[*seat].hand.has(Card::Hush));
        drop(able);
        match asked {
            Some(seat) => self.ask(seat, Asked::Answer),
            None => self.settle(),
        }
    }

    pub(super) fn card_answered(&mut self, player: Player, _: Move) {
        self.ask_answers(player);
    }

    /// W4: an odd number of Whispers cancels the card.
    fn settle(&mut self) {
        let Some(card) = self.at.table.card else { return };
        if card.whispers % 2 == 1 {
            self.tell(Told::Cancelled);
            self.after_card(card.by);
        } else {
            self.tell(Told::Works);
            self.take_effect(card.by, card.mv);
        }
    }

    /// Carries out the effect of a card that was not cancelled (T4, W3).
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other move is a card with an effect")]
    fn take_effect(&mut self, player: Player, mv: Move) {
        match mv {
            Move::Bite(pedestrian) => {
                self.tell(Told::Bitten(player, pedestrian));
                if self.at.table.seat(player).vampire == Some(Vampire::Leech) {
                    self.tell(Told::Owed(1));
                    return self.draw_owed(player);
                }
            }
            Move::Nose(tile) => self.look(player, tile),
            Move::Mist => self.tell(Told::Mist),
            Move::Lure(seat) => self.tell(Told::Lured(seat)),
            Move::Cry(spot) => self.tell(Told::Cried(spot)),
            _ => {}
        }
        self.after_card(player);
    }

    /// Goes on after a card, or after the draws of an attack: a window starts again.
    pub(super) fn after_card(&mut self, player: Player) {
        let active = self.active();
        if self.at.table.attack.is_some() {
            self.ask_cry(active);
        } else if player == active {
            self.go_on();
        } else {
            self.ask_window(active);
        }
    }
}
