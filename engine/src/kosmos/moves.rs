//! Moves (kosmos D2) and the legal moves of a decision.

use std::sync::Arc;

use super::actions::{ActionCard, ActionSet, DECK};
use super::barriers::{Colour, LinkSet};
use super::board::{LINKS, Link, Place, PlaceSet};
use super::cards::{Cards, Kind, Side};
use crate::coded::coded;

coded! {
    "a word",
    /// A move that is a word, in the order in which they are listed.
    Word {
        /// Ends the walk.
        End = "END",
        /// Gives a target.
        Give = "GIVE",
        /// Looks at the card.
        Look = "LOOK",
        /// Shows the hand and sees the other.
        Show = "SHOW",
        /// Uses the special.
        Use = "USE",
        /// Names Dracula's figure.
        Dracula = "DRACULA",
        /// Names the hunter's figure.
        Hunter = "HUNTER",
        /// Declines.
        Decline = "-",
    }
}

/// A move (D2). The same text is the same move, whatever the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A place.
    To(Place),
    /// An encounter card of this kind.
    Card(Kind),
    /// An action card.
    Play(ActionCard),
    /// A barrier and the link to set it on.
    Barrier(Colour, Link),
    /// Six cards to lay.
    Lay(Cards),
    /// A word.
    Word(Word),
}

/// The kind of moves that answer a question, besides words: each move has a bit of its own.
#[derive(Debug, Clone)]
enum Alphabet {
    Places,
    Kinds(Side),
    Actions(Side),
    Barriers,
    /// In the order of the legal moves.
    Lays(Arc<[Cards]>),
}

/// The first bit of the words; those of the other moves are lower.
const WORDS: u32 = 120;

/// The legal moves of one decision, in the order of the rules.
#[derive(Debug, Clone)]
pub struct Moves {
    /// A bit for each move that is left, the next one the lowest.
    left: u128,
    of: Alphabet,
}

impl Moves {
    /// No moves.
    #[must_use]
    pub const fn none() -> Self {
        Self { left: 0, of: Alphabet::Places }
    }

    /// Places, in place order.
    #[inline]
    pub(super) fn places(places: PlaceSet) -> Self {
        Self { left: places.bits().into(), of: Alphabet::Places }
    }

    /// Kinds of a side's cards, in kind order.
    #[inline]
    pub(super) fn kinds(cards: Cards) -> Self {
        Self { left: cards.kinds().into(), of: Alphabet::Kinds(cards.side()) }
    }

    /// Action cards of a side, in deck order.
    #[inline]
    pub(super) fn actions(side: Side, cards: ActionSet) -> Self {
        Self { left: cards.bits(side).into(), of: Alphabet::Actions(side) }
    }

    /// The links that each barrier may be set on; by colour, then in link order.
    #[inline]
    pub(super) fn barriers(free: impl Fn(Colour) -> LinkSet) -> Self {
        let bits = |colour: Colour| u128::from(free(colour).bits()) << (colour.index() * LINKS);
        let left = Colour::ALL.iter().fold(0, |left, &colour| left | bits(colour));
        Self { left, of: Alphabet::Barriers }
    }

    /// All of these choices of six cards.
    pub(super) fn lays(lays: Arc<[Cards]>) -> Self {
        debug_assert!(lays.len() < WORDS as usize);
        Self { left: (1 << lays.len()) - 1, of: Alphabet::Lays(lays) }
    }

    /// Adds a word.
    #[inline]
    pub(super) fn and(self, word: Word) -> Self {
        self.and_if(word, true)
    }

    /// Adds a word on a condition.
    #[inline]
    pub(super) fn and_if(mut self, word: Word, condition: bool) -> Self {
        self.left |= u128::from(condition) << (WORDS + word as u32);
        self
    }

    /// True if there is no move.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// True if the move is among them.
    #[inline]
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let bit = self.bit(mv);
        bit.is_some_and(|bit| self.left >> bit & 1 == 1)
    }

    #[inline]
    fn bit(&self, mv: Move) -> Option<u32> {
        let index = match (&self.of, mv) {
            (_, Move::Word(word)) => WORDS as usize + word.index(),
            (Alphabet::Places, Move::To(place)) => place.index(),
            (Alphabet::Kinds(side), Move::Card(kind)) if kind.side() == *side => kind.rank(),
            (Alphabet::Actions(side), Move::Play(card)) if card.side() == *side => {
                card.index() % DECK
            }
            (Alphabet::Barriers, Move::Barrier(colour, link)) => {
                colour.index() * LINKS + link.index()
            }
            (Alphabet::Lays(lays), Move::Lay(cards)) => {
                lays.iter().position(|lay| *lay == cards)?
            }
            _ => return None,
        };
        u32::try_from(index).ok()
    }

    /// The move of a bit that is set.
    #[inline]
    fn at(&self, bit: u32) -> Option<Move> {
        let index = bit as usize;
        if bit >= WORDS {
            return Word::ALL.get(index - WORDS as usize).copied().map(Move::Word);
        }
        match &self.of {
            Alphabet::Places => Place::ALL.get(index).copied().map(Move::To),
            Alphabet::Kinds(side) => Kind::of(*side).get(index).copied().map(Move::Card),
            Alphabet::Actions(side) => ActionCard::of(*side).get(index).copied().map(Move::Play),
            Alphabet::Barriers => {
                let colour = Colour::ALL.get(index / LINKS).copied()?;
                Some(Move::Barrier(colour, Link::ALL[index % LINKS]))
            }
            Alphabet::Lays(lays) => lays.get(index).copied().map(Move::Lay),
        }
    }
}

const _: () = assert!(LINKS * 4 <= WORDS as usize, "barriers have the most moves");

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.nth(0)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.count_ones() as usize;
        (len, Some(len))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        for _ in 0..n {
            self.left &= self.left.wrapping_sub(1);
        }
        let bit = self.left.trailing_zeros();
        self.left &= self.left.wrapping_sub(1);
        if bit == u128::BITS { None } else { self.at(bit) }
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_last_and_every_move_has_its_place() {
        let places = [Place::B1, Place::C4].into_iter().collect();
        let moves = Moves::places(places).and(Word::End).and(Word::Give);
        let all = [
            Move::To(Place::B1),
            Move::To(Place::C4),
            Move::Word(Word::End),
            Move::Word(Word::Give),
        ];
        assert!(moves.clone().eq(all));
        for (n, mv) in all.into_iter().enumerate() {
            let mut rest = moves.clone();
            assert_eq!(rest.nth(n), Some(mv));
            assert_eq!(rest.len(), 3 - n);
            assert!(moves.contains(mv));
        }
        assert_eq!(moves.clone().nth(4), None);
        assert!(!moves.contains(Move::To(Place::A1)));
        assert!(!moves.contains(Move::Card(Kind::V1)));
    }
}
