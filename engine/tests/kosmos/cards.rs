//! One side's fifteen cards, followed one by one through a game: where each is, and whether the
//! opponent ever saw it.

use stoker_engine::Rng;
use stoker_engine::kosmos::{
    ActionCard, Asked, Cards, Kind, Kosmos, Move, Place, Position, Side, Type, Word,
};

use crate::common::deal::{draws_for, shuffled};

/// The place of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    Hand,
    /// Chosen, and not dealt yet.
    Laid,
    At(Place),
    /// Won by the opponent, or in the discard.
    Gone,
}

#[derive(Debug, Clone)]
struct Card {
    /// Its kind in the game that was played.
    kind: Kind,
    /// Its kind in the game that is dealt again.
    now: Kind,
    place: Where,
    /// True if the opponent saw this one card.
    seen: bool,
    /// For each time that the opponent saw the whole hand: whether it was in it.
    shown: Vec<bool>,
}

/// One side's cards. Cards of a kind are alike: the first of them is taken for the one that is
/// used.
#[derive(Debug, Clone)]
pub(crate) struct Owned {
    side: Side,
    cards: Vec<Card>,
    /// Places where something was looked at, put or taken since the deal.
    touched: Vec<Place>,
}

/// A decision, as far as cards go.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) side: Side,
    pub(crate) asked: Asked,
    pub(crate) mv: Move,
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) draws: &'a [u32],
}

impl Step<'_> {
    fn says(&self, asked: Asked, word: Word) -> bool {
        self.asked == asked && self.mv == Move::Word(word)
    }

    fn uses(&self, card: ActionCard) -> bool {
        self.says(Asked::Use, Word::Use) && self.before.table().played() == Some(card)
    }

    fn deals(&self) -> bool {
        self.before.table().turn == 0 && self.after.table().turn > 0
    }

    /// The card that a feint drew from Dracula's hand.
    fn drawn(&self) -> Option<Kind> {
        let index = self.draws.first().map_or(0, |&draw| draw as usize);
        let hand = self.before.own().dracula.hand;
        hand.iter().nth(index).filter(|_| self.uses(ActionCard::Feint))
    }
}

impl Owned {
    pub(crate) fn of(rules: &Kosmos, side: Side) -> Self {
        let card = |kind| Card { kind, now: kind, place: Where::Hand, seen: false, shown: vec![] };
        let cards = rules.data().cards[side].iter().map(card).collect();
        Self { side, cards, touched: vec![] }
    }

    /// The first card of a kind that is there.
    fn find(&mut self, kind: Kind, place: Where) -> &mut Card {
        let found = self.cards.iter_mut().find(|card| card.kind == kind && card.place == place);
        found.unwrap_or_else(|| panic!("no {kind} is {place:?}"))
    }

    /// Follows a decision of the game that was really played.
    pub(crate) fn follow(&mut self, step: Step) {
        if step.deals() {
            self.lay(step);
            self.deal(step.after);
        } else if step.asked == Asked::Lay {
            self.lay(step);
        } else if step.says(Asked::Look, Word::Look) {
            self.look(step);
        } else if let (Asked::Put, Move::Card(kind)) = (step.asked, step.mv) {
            self.put(step, kind);
        } else if let (Asked::Swap, Move::To(place)) = (step.asked, step.mv) {
            self.take_up(place);
        } else if let (Asked::Recover, Move::Card(kind)) = (step.asked, step.mv) {
            self.recover(kind);
        } else if step.mv == Move::Word(Word::Give) && step.side == self.side {
            self.lose(Kind::target(self.side));
        }
        self.show(step);
        self.drop_beaten(step);
    }

    fn lay(&mut self, step: Step) {
        if let (Move::Lay(cards), true) = (step.mv, step.side == self.side) {
            cards.iter().for_each(|kind| self.find(kind, Where::Hand).place = Where::Laid);
        }
    }

    fn deal(&mut self, after: &Position) {
        for (place, card) in after.board().iter() {
            if let Some(kind) = card.filter(|kind| kind.side() == self.side) {
                self.find(kind, Where::Laid).place = Where::At(place);
            }
        }
    }

    /// W9, W10.
    fn look(&mut self, step: Step) {
        let place = step.before.table().figures[step.side];
        self.touched.push(place);
        let own = step.before.board()[place].is_some_and(|card| card.side() == self.side);
        if own && step.side == self.side {
            self.take_up(place);
        } else if own {
            self.at(place).seen = true;
        }
    }

    fn at(&mut self, place: Place) -> &mut Card {
        let here = |card: &&mut Card| card.place == Where::At(place);
        self.cards.iter_mut().find(here).expect("a card lies there")
    }

    fn take_up(&mut self, place: Place) {
        self.touched.push(place);
        let card = self.cards.iter_mut().find(|card| card.place == Where::At(place));
        card.into_iter().for_each(|card| card.place = Where::Hand);
    }

    fn put(&mut self, step: Step, kind: Kind) {
        let filled = |place: &&Place| {
            step.before.board()[**place].is_none() && step.after.board()[**place].is_some()
        };
        let place = *Place::ALL.iter().find(filled).expect("a card was put somewhere");
        self.touched.push(place);
        if step.side == self.side {
            self.find(kind, Where::Hand).place = Where::At(place);
        }
    }

    fn recover(&mut self, kind: Kind) {
        if kind.side() == self.side {
            self.find(kind, Where::Gone).place = Where::Hand;
        }
    }

    /// A card of the hand that everybody sees goes to the opponent.
    fn lose(&mut self, kind: Kind) {
        let card = self.find(kind, Where::Hand);
        card.place = Where::Gone;
        card.seen = true;
    }

    /// The whole hand is shown (W6, X9), or one card of it (X14).
    fn show(&mut self, step: Step) {
        let perceived = step.uses(ActionCard::Perception) && self.side == Side::Dracula;
        if step.says(Asked::Meet, Word::Show) || perceived {
            self.cards.iter_mut().for_each(|card| card.shown.push(card.place == Where::Hand));
        }
        let Some(drawn) = step.drawn().filter(|_| self.side == Side::Dracula) else { return };
        match drawn.kind_of_card() {
            Type::Target => self.lose(drawn),
            Type::Symbol | Type::Fighter => self.find(drawn, Where::Hand).seen = true,
        }
    }

    /// A card that the opponent took or beat has gone from its place.
    fn drop_beaten(&mut self, step: Step) {
        if step.side == self.side {
            return;
        }
        for card in &mut self.cards {
            if matches!(card.place, Where::At(at) if step.after.board()[at].is_none()) {
                card.place = Where::Gone;
            }
        }
    }

    /// Exchanges the kinds of cards that the opponent never saw one by one, and that were in the
    /// hand at the same of the times when it saw the whole.
    pub(crate) fn exchange(&mut self, rng: &mut Rng) {
        for at in (1..self.cards.len()).rev() {
            let alike = |&other: &usize| {
                let [one, other] = [&self.cards[at], &self.cards[other]];
                !one.seen && !other.seen && one.shown == other.shown
            };
            let alike: Vec<usize> = (0..=at).filter(alike).collect();
            if let Some(other) = stoker_engine::one_of(rng, alike) {
                let kinds = [self.cards[at].now, self.cards[other].now];
                [self.cards[other].now, self.cards[at].now] = kinds;
            }
        }
    }

    /// The board after the deal, as the viewer cannot tell it from the one that was: the contents
    /// of places where nothing has happened since are exchanged.
    pub(crate) fn deal_again(&self, dealt: &Self, after: &Position, rng: &mut Rng) -> Vec<Kind> {
        let now = |place: Place, kind: Kind| {
            let here = dealt.cards.iter().position(|card| card.place == Where::At(place));
            here.map_or(kind, |id| self.cards[id].now)
        };
        let board = after.board().iter();
        let mut board: Vec<Kind> = board.map(|(at, card)| now(at, card.unwrap())).collect();
        let free: Vec<usize> = Place::ALL
            .iter()
            .filter(|place| !self.touched.contains(place))
            .map(|place| place.index())
            .collect();
        let contents: Vec<Kind> = free.iter().map(|&at| board[at]).collect();
        for (at, kind) in free.into_iter().zip(shuffled(&contents, rng)) {
            board[at] = kind;
        }
        board
    }

    /// Takes over what each card is now.
    pub(crate) fn take_kinds(&mut self, other: &Self) {
        for (card, other) in self.cards.iter_mut().zip(&other.cards) {
            card.now = other.now;
        }
    }

    /// The move as it is made with the cards that there are now, before it is followed.
    pub(crate) fn now(&self, step: Step) -> Move {
        match (step.side == self.side, step.asked, step.mv) {
            (true, Asked::Lay, Move::Lay(cards)) => {
                let mut laid = Cards::none(self.side);
                let mut after = self.clone();
                after.lay(step);
                assert_eq!(cards.len(), 6);
                let chosen = after.cards.iter().filter(|card| card.place == Where::Laid);
                chosen.for_each(|card| laid.add(card.now));
                Move::Lay(laid)
            }
            (true, Asked::Put, Move::Card(kind)) => {
                Move::Card(self.clone().find(kind, Where::Hand).now)
            }
            (_, _, mv) => mv,
        }
    }

    /// The draw that takes the same card from the hand as it is now.
    pub(crate) fn feint_index(&self, step: Step) -> u32 {
        let drawn = step.drawn().expect("one draw alone is a feint's");
        let hand = self.cards.iter().filter(|card| card.place == Where::Hand);
        u32::try_from(hand.filter(|card| card.now < drawn).count()).unwrap()
    }
}

/// The draws that deal this board: the shuffle starts from the cards in kind order (S3).
pub(crate) fn draws_of_deal(board: &[Kind]) -> Vec<u32> {
    let mut cards = board.to_vec();
    cards.sort_unstable();
    draws_for(&cards, board)
}
