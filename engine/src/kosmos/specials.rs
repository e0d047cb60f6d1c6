//! Specials (kosmos X). X6, the second barrier, is in `action.rs`; X15, like X7, is A4.

use super::actions::Special;
use super::cards::{Kind, Side, TARGETS, Type};
use super::choices::Asked;
use super::moves::{Move, Word};
use super::position::{Adjudicator, Filling, Loss, Question};
use super::told::{Reason, Source, Told};
use crate::seed::Purpose;

const FEINT: Purpose = Purpose::new("feint");

impl Adjudicator<'_> {
    /// A6: asks what the special of the card asks; else the barrier comes next.
    pub(super) fn start_special(&mut self) {
        match self.special() {
            Some(Special::Wings) => self.ask(Question::Fly),
            Some(Special::Pulse) => self.ask_or_skip(Question::Recover, Asked::Recover),
            Some(Special::Depths) => self.ask_or_skip(Question::Swap, Asked::Swap),
            Some(Special::Rustle) => self.ask_or_skip(Question::Harbour, Asked::Harbour),
            Some(Special::Composure) => self.ask(Question::Fetch),
            Some(Special::Resistance) => self.ask(Question::Turn),
            special if self.can_use(special) => self.ask(Question::Use),
            _ => self.ask_barrier(),
        }
    }

    /// True if a special that can only be used or declined does something now.
    fn can_use(&self, special: Option<Special>) -> bool {
        let table = &self.at.table;
        match special {
            Some(Special::Breath | Special::Whisper | Special::Perception) => true,
            Some(Special::Reinforcement) => {
                let away = table.figures.hunter != self.rules.data().start.hunter;
                away || !table.discards.hunter.is_empty()
            }
            Some(Special::BattleLust) => self.at.won_fight,
            Some(Special::Vigilance) => !table.vigilance,
            Some(Special::Feint) => table.hands.dracula > 0,
            _ => false,
        }
    }

    /// The answer to `use`, whichever clause asked it.
    pub(super) fn use_or_not(&mut self, mv: Move) {
        match self.special() {
            Some(Special::Darkness | Special::Inspiration) => self.ignore(mv),
            Some(special) if mv == Move::Word(Word::Use) => self.use_special(special),
            _ => self.ask_barrier(),
        }
    }

    fn use_special(&mut self, special: Special) {
        match special {
            Special::Perception => self.perceive(),
            Special::Reinforcement => self.reinforce(),
            Special::Feint => self.feint(),
            Special::Breath => self.turn_on(Told::Breath),
            Special::Whisper => self.turn_on(Told::Whisper),
            Special::BattleLust => self.turn_on(Told::Extra),
            Special::Vigilance => self.turn_on(Told::Vigilance),
            Special::Wings
            | Special::Pulse
            | Special::Depths
            | Special::Rustle
            | Special::Eyes
            | Special::Darkness
            | Special::Composure
            | Special::Inspiration
            | Special::Resistance => self.ask_barrier(),
        }
    }

    /// X4, X8, X12, X13: something is on that ends later.
    fn turn_on(&mut self, told: Told) {
        self.tell(told);
        self.ask_barrier();
    }

    /// Wings: Dracula flies to a place (X1).
    pub(super) fn fly(&mut self, mv: Move) {
        if let Move::To(place) = mv {
            self.tell(Told::Fly(place));
        }
        self.ask_barrier();
    }

    /// A card of the discard goes back to the hand (X2, X11).
    pub(super) fn recover(&mut self, mv: Move) {
        if let Move::Card(card) = mv {
            self.tell(Told::Recover(card));
        }
        self.ask_barrier();
    }

    /// Depths: Dracula takes up a card of his own, to put another in its place (X3).
    pub(super) fn swap(&mut self, mv: Move) {
        let Move::To(place) = mv else { return self.ask_barrier() };
        debug_assert_eq!(self.at.board[place], self.remembered(place).kind());
        self.set(place, None);
        self.tell(Told::Swap(place));
        self.ask(Question::Put(Filling::Swap(place)));
    }

    /// Rustle: a figure goes to the harbour (X5).
    pub(super) fn harbour(&mut self, mv: Move) {
        let named = [(Word::Dracula, Side::Dracula), (Word::Hunter, Side::Hunter)];
        if let Some((_, side)) = named.iter().find(|(word, _)| mv == Move::Word(*word)) {
            self.tell(Told::Harbour(*side));
        }
        self.ask_barrier();
    }

    /// X9, and E2 for the hunter alone.
    fn perceive(&mut self) {
        self.tell_apart(Side::Hunter, Told::hand(self.others().hand), Told::Seen);
        if self.has_proof(Side::Hunter) {
            self.over(Reason::Proof, Some(Side::Hunter));
        } else {
            self.ask_barrier();
        }
    }

    /// Composure: the hunter fetches an action card (X10).
    pub(super) fn fetch(&mut self, mv: Move) {
        if let Move::Play(card) = mv {
            let on_pile = self.mine().pile.contains(card);
            let source = if on_pile { Source::Pile } else { Source::Aside };
            self.tell_apart(
                Side::Hunter,
                Told::Fetch(source, Some(card)),
                Told::Fetch(source, None),
            );
        }
        self.ask_barrier();
    }

    /// Reinforcement: the hunter goes to the coach station, and may recover a card (X11).
    fn reinforce(&mut self) {
        self.tell(Told::Station);
        if self.at.table.discards.hunter.is_empty() {
            self.ask_barrier();
        } else {
            self.ask(Question::Recover);
        }
    }

    /// Feint: the hunter draws a card of Dracula's hand (X14).
    fn feint(&mut self) {
        let hand = self.others().hand;
        let index = match hand.len() {
            1 => 0,
            cards => self.luck.below(FEINT, cards) as usize,
        };
        let drawn = hand.iter().nth(index).expect("asked only if the hand is not empty");
        self.tell(Told::Feint(drawn));
        match drawn.kind_of_card() {
            Type::Target => self.win_drawn(),
            Type::Symbol => self.lose(Loss::Feint),
            Type::Fighter if self.strength(drawn) >= 2 => self.lose(Loss::Feint),
            Type::Fighter => self.ask_barrier(),
        }
    }

    /// X14: a coffin.
    fn win_drawn(&mut self) {
        self.tell(Told::Taken);
        if self.at.table.won.hunter == TARGETS {
            self.over(Reason::Targets, Some(Side::Hunter));
        } else {
            self.ask_barrier();
        }
    }

    /// Resistance: the hunter turns a place (X16).
    pub(super) fn turn_place(&mut self, mv: Move) {
        if let Move::To(place) = mv {
            self.tell(Told::Turned(place));
        }
        self.ask_barrier();
    }

    /// E2: true if a side's won targets, and the other's in the other's hand, are all there are.
    pub(super) fn has_proof(&self, side: Side) -> bool {
        let other = side.other();
        let in_hand = self.at.own[other].hand.count(Kind::target(other));
        self.at.table.won[side] + in_hand == TARGETS
    }
}
