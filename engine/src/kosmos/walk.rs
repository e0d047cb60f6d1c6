//! The walk (kosmos W).

use super::board::Place;
use super::cards::{Kind, TARGETS, Type};
use super::moves::{Move, Word};
use super::position::{Adjudicator, Filling, Question};
use super::told::{Reason, Told};

impl Adjudicator<'_> {
    /// Carries out a move of the walk: a step, a gift, or its end (W4).
    pub(super) fn walk(&mut self, mv: Move) {
        if let Move::To(place) = mv {
            self.step(place);
        } else if mv == Move::Word(Word::Give) {
            self.give();
            self.ask(Question::Walk);
        } else {
            self.ask(Question::Play);
        }
    }

    /// A step onto a place (W3); the opponent's figure there leads to a question (W6).
    fn step(&mut self, place: Place) {
        self.tell(Told::Step(place));
        if self.at.table.figures[self.mover().other()] == place {
            self.ask(Question::Meet);
        } else {
            self.enter();
        }
    }

    /// Carries out the answer of a mover that has met the opponent: it may show its hand (W6).
    pub(super) fn meet(&mut self, mv: Move) {
        if mv == Move::Word(Word::Show) {
            self.show_hands();
            if self.prove() {
                return;
            }
        }
        self.enter();
    }

    fn show_hands(&mut self) {
        let [mine, theirs] = [self.mine().hand, self.others().hand];
        self.at.tally.hands_shown += 1;
        self.tell_apart(self.mover(), Told::hand(theirs), Told::hand(mine));
    }

    /// E2: after both hands were shown, the mover's proof comes first. True if the game is over.
    fn prove(&mut self) -> bool {
        let mover = self.mover();
        let winner = [mover, mover.other()].into_iter().find(|&side| self.has_proof(side));
        winner.map(|winner| self.over(Reason::Proof, Some(winner))).is_some()
    }

    /// The mover fills an empty place (W7), or may look at the card there (W8).
    fn enter(&mut self) {
        match self.at.board[self.here()] {
            Some(_) => self.ask(Question::Look),
            None if self.mine().hand.is_empty() => self.ask(Question::Walk),
            None => self.ask(Question::Put(Filling::Walk)),
        }
    }

    /// The mover looks at the card of the place, or leaves it alone (W8 to W10).
    pub(super) fn look(&mut self, mv: Move) {
        let card = self.at.board[self.here()].filter(|_| mv == Move::Word(Word::Look));
        match card {
            None => self.ask(Question::Walk),
            Some(card) if card.side() == self.mover() => self.take_up(card),
            Some(card) => self.look_at_enemy(card),
        }
    }

    /// The mover takes up its own card, to put another in its place (W9).
    fn take_up(&mut self, card: Kind) {
        self.set(self.here(), None);
        self.tell_apart(self.mover(), Told::Up(Some(card)), Told::Up(None));
        self.ask(Question::Put(Filling::Walk));
    }

    /// An enemy card is shown to both sides and ends the walk (W10).
    fn look_at_enemy(&mut self, card: Kind) {
        self.tell(Told::Foe(card));
        let fifth = self.at.table.won[self.mover()] + 1 == TARGETS;
        if card.kind_of_card() == Type::Target && fifth {
            self.take_target();
            self.over(Reason::Targets, Some(self.mover()));
        } else {
            self.ask(Question::Play);
        }
    }

    /// W10, A5a: the enemy target at the mover's place becomes a won target.
    pub(super) fn take_target(&mut self) {
        self.set(self.here(), None);
        self.tell(Told::Taken);
    }

    /// W11, and what comes afterwards.
    pub(super) fn put(&mut self, filling: Filling, mv: Move) {
        let Move::Card(card) = mv else { return };
        let place = match filling {
            Filling::Walk | Filling::Encounter => self.here(),
            Filling::Swap(place) => place,
        };
        self.set(place, Some(card));
        self.tell_apart(self.mover(), Told::Put(place, Some(card)), Told::Put(place, None));
        match filling {
            Filling::Walk => self.ask(Question::Walk),
            Filling::Encounter => self.start_special(),
            Filling::Swap(_) => self.ask_barrier(),
        }
    }
}
