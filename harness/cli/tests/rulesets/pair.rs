//! `pair`: two who see each other's cards but not their own find out together what they hold.
//!
//! Each has a row of cards that only the partner sees. In turn, a seat either spends a hint to name
//! a colour that the partner's next card does not have, or names the colour of its own next card,
//! which is then turned over. Every card named right is a point for both. A seat that has named
//! all its cards is not asked any more. Messages are not passed on: hints are all that may be said.

mod game;
mod signal;

use serde::{Deserialize, Serialize};
use stoker_engine::{Chance, ScoreInfo, Seat, Sides};

pub(crate) use signal::signal;

const SEATS: usize = 2;

/// The constants of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Params {
    /// Cards in each row.
    pub(crate) cards: u8,
    /// Colours that a card can have.
    pub(crate) colours: u8,
    /// Hints that the two have together.
    pub(crate) hints: u8,
    /// Cards to be named right for a win.
    pub(crate) par: u8,
}

/// The ruleset, configured.
pub(crate) struct Pair {
    params: Params,
    sides: Sides,
    scores: Vec<ScoreInfo>,
}

/// A choice: something about a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Move {
    /// The partner's next card does not have it.
    Not(u8),
    /// The mover's own next card has it.
    Is(u8),
}

/// A set of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Colours(u8);

impl Colours {
    fn all(count: u8) -> Self {
        Self(u8::MAX >> (8 - count))
    }

    fn one(colour: u8) -> Self {
        Self(1_u8.checked_shl(colour.into()).unwrap_or(0))
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The first of them.
    pub(crate) fn first(self) -> Option<u8> {
        u8::try_from(self.0.trailing_zeros()).ok().filter(|&colour| colour < 8)
    }
}

/// A set of moves: what one's own card may be, then what may be hinted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Moves {
    is: Colours,
    not: Colours,
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if let Some(colour) = self.is.first() {
            self.is = self.is.without(Colours::one(colour));
            return Some(Move::Is(colour));
        }
        let colour = self.not.first()?;
        self.not = self.not.without(Colours::one(colour));
        Some(Move::Not(colour))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.is.0.count_ones() + self.not.0.count_ones()) as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

/// A card that was named and turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Named {
    pub(crate) said: u8,
    pub(crate) was: u8,
}

/// A move that happened: both know all about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    seat: Seat,
    mv: Move,
    /// The card turned over, if one was named.
    card: Option<u8>,
}

/// What both know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Board {
    /// Cards in each row.
    cards: u8,
    /// By seat: the cards named, in order.
    pub(crate) named: [Vec<Named>; SEATS],
    /// By seat: what its next card is known not to be.
    pub(crate) ruled_out: [Colours; SEATS],
    pub(crate) hints: u8,
    pub(crate) to_move: Option<Seat>,
}

impl Board {
    fn new(params: &Params) -> Self {
        let (cards, hints) = (params.cards, params.hints);
        let (named, ruled_out) = ([vec![], vec![]], [Colours::default(); SEATS]);
        Self { cards, named, ruled_out, hints, to_move: Some(Seat(0)) }
    }

    /// Whether a seat has cards left to name.
    pub(crate) fn has_cards(&self, seat: usize) -> bool {
        self.named[seat].len() < usize::from(self.cards)
    }

    fn apply(&mut self, event: &Event) {
        let mover = usize::from(event.seat.0 & 1);
        let other = 1 - mover;
        match event.mv {
            Move::Not(colour) => {
                self.ruled_out[other].0 |= Colours::one(colour).0;
                self.hints = self.hints.saturating_sub(1);
            }
            Move::Is(said) => {
                self.named[mover].push(Named { said, was: event.card.unwrap_or(said) });
                self.ruled_out[mover] = Colours::default();
            }
        }
        let next = [other, mover].into_iter().find(|&seat| self.has_cards(seat));
        self.to_move = next.map(|seat| Seat(u8::from(seat == 1)));
    }

    fn right(&self) -> usize {
        self.named.iter().flatten().filter(|card| card.said == card.was).count()
    }
}

/// The whole truth.
#[derive(Debug, Clone)]
pub(crate) struct State {
    chance: Chance,
    rows: [Vec<u8>; SEATS],
    board: Board,
}

/// What one seat knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    /// The partner's whole row.
    pub(crate) partner: Vec<u8>,
    pub(crate) board: Board,
}

impl View {
    /// The number of one's own seat.
    pub(crate) fn me(&self) -> usize {
        usize::from(self.seat.0 & 1)
    }

    /// The colour of the partner's next card.
    pub(crate) fn partner_next(&self) -> Option<u8> {
        self.partner.get(self.board.named[1 - self.me()].len()).copied()
    }

    fn moves(&self, colours: u8) -> Moves {
        if self.board.to_move != Some(self.seat) {
            return Moves::default();
        }
        let open = |seat: usize| Colours::all(colours).without(self.board.ruled_out[seat]);
        let hint = self.partner_next().filter(|_| self.board.hints > 0);
        Moves {
            is: open(self.me()),
            not: hint
                .map(|card| open(1 - self.me()).without(Colours::one(card)))
                .unwrap_or_default(),
        }
    }
}
