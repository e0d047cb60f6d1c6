//! The action card (kosmos A).

use std::cmp::Ordering;

use super::actions::Special;
use super::cards::{Kind, Side, TARGETS, Type};
use super::choices::{Asked, choices};
use super::moves::{Move, Word};
use super::position::{Adjudicator, Filling, Loss, Question};
use super::told::{Reason, Told};

impl Adjudicator<'_> {
    /// Plays an action card and pays for the steps that it does not cover (A1, A2).
    pub(super) fn play(&mut self, mv: Move) {
        let Move::Play(card) = mv else { return };
        self.tell(Told::Play(card));
        let paid = self.rules.data().action(card).movement;
        match self.at.table.steps.saturating_sub(paid) {
            0 => self.check_vigilance(),
            more => self.lose(Loss::Payment(more)),
        }
    }

    /// Voids the special of Dracula's card if vigilance is on (A3).
    pub(super) fn check_vigilance(&mut self) {
        let caught = self.mover() == Side::Dracula && self.at.table.vigilance;
        if caught && self.special().is_some() {
            self.at.void = true;
            self.tell(Told::Void);
        }
        self.start_encounter();
    }

    /// Begins with the enemy card that was looked at, unless it may be ignored (A4).
    fn start_encounter(&mut self) {
        match self.at.table.shown {
            None => self.start_special(),
            Some(card) if self.can_ignore(card) => self.ask(Question::Use),
            Some(card) => self.encounter(card),
        }
    }

    /// A4: inspiration against any card, darkness against the crucifix.
    fn can_ignore(&self, card: Kind) -> bool {
        match self.special() {
            Some(Special::Inspiration) => true,
            Some(Special::Darkness) => card == Kind::Crucifix,
            _ => false,
        }
    }

    /// A4: the answer to whether the card is ignored.
    pub(super) fn ignore(&mut self, mv: Move) {
        match self.at.table.shown.filter(|_| mv != Move::Word(Word::Use)) {
            Some(card) => self.encounter(card),
            None => {
                self.tell(Told::Ignored);
                self.start_special();
            }
        }
    }

    /// The effect of the enemy card: a target is taken, a symbol costs a life, a fighter fights
    /// (A5).
    fn encounter(&mut self, card: Kind) {
        match card.kind_of_card() {
            Type::Target => {
                self.take_target();
                if self.at.table.won[self.mover()] == TARGETS {
                    return self.over(Reason::Targets, Some(self.mover()));
                }
                self.fill();
            }
            Type::Symbol => self.lose(Loss::Encounter),
            Type::Fighter => self.fight(card),
        }
    }

    /// A fight between the action card and a fighter (A5c).
    fn fight(&mut self, fighter: Kind) {
        let strength = self.rules.data().action(self.card()).strength;
        match strength.cmp(&self.strength(fighter)) {
            Ordering::Greater => {
                self.at.won_fight = true;
                self.set(self.here(), None);
                self.tell(Told::Won);
                self.fill();
            }
            Ordering::Less => {
                self.tell(Told::Lost);
                self.lose(Loss::Encounter);
            }
            Ordering::Equal => {
                self.tell(Told::Drawn);
                self.start_special();
            }
        }
    }

    /// A fighter's strength; a vampire's is higher while breath is on (X4).
    pub(super) fn strength(&self, fighter: Kind) -> u8 {
        let data = self.rules.data();
        let stronger = self.at.table.breath && fighter.side() == Side::Dracula;
        data.strength(fighter) + if stronger { data.breath } else { 0 }
    }

    /// A5a, A5c: the mover puts a card on the place that is empty now, if it has one.
    fn fill(&mut self) {
        if self.mine().hand.is_empty() {
            self.start_special();
        } else {
            self.ask(Question::Put(Filling::Encounter));
        }
    }

    /// Asks for a barrier, unless whisper keeps the hunter from it (A7).
    pub(super) fn ask_barrier(&mut self) {
        if self.mover() == Side::Hunter && self.at.table.whisper {
            self.end_turn();
        } else {
            self.ask(Question::Barrier);
        }
    }

    /// A7, and X6 after it.
    pub(super) fn barrier(&mut self, mv: Move) {
        self.set_barrier(mv);
        if self.special() == Some(Special::Eyes) {
            self.ask(Question::Second);
        } else {
            self.end_turn();
        }
    }

    /// Sets the second barrier of Eyes and ends the turn (X6).
    pub(super) fn second(&mut self, mv: Move) {
        self.set_barrier(mv);
        self.end_turn();
    }

    fn set_barrier(&mut self, mv: Move) {
        if let Move::Barrier(colour, link) = mv {
            self.tell(Told::Barrier(colour, link));
        }
    }

    /// Asks if there is more to choose than to decline.
    pub(super) fn ask_or_skip(&mut self, question: Question, asked: Asked) {
        let side = self.mover();
        let moves = choices(self.rules, side, &self.at.table, &self.at.own[side], asked);
        if moves.len() > 1 { self.ask(question) } else { self.ask_barrier() }
    }
}
