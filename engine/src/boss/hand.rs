//! Cards that somebody holds.

use serde::{Deserialize, Serialize};

use super::codes::{CARDS, Card};

/// Ability cards, in card order. Written as a list of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Card>", into = "Vec<Card>")]
pub struct Hand([u8; CARDS]);

impl Hand {
    /// A hand with these numbers of each card, in card order.
    #[must_use]
    pub const fn of_counts(counts: [u8; CARDS]) -> Self {
        Self(counts)
    }

    /// The number of each card, in card order.
    #[inline]
    #[must_use]
    pub const fn counts(&self) -> &[u8; CARDS] {
        &self.0
    }

    /// The number of cards of this kind.
    #[inline]
    #[must_use]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    /// True if there is such a card.
    #[inline]
    #[must_use]
    pub const fn has(&self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// True if there is no card.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; CARDS]
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_add(1);
    }

    /// Takes this many cards away, as far as they are there.
    #[inline]
    pub fn remove(&mut self, card: Card, count: u8) {
        let left = &mut self.0[card.index()];
        *left = left.saturating_sub(count);
    }

    /// The different cards, in card order.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = Card> {
        Card::ALL.iter().copied().filter(|&card| self.has(card))
    }

    /// The different attack cards, ascending.
    #[inline]
    pub fn attacks(&self) -> impl Iterator<Item = Card> {
        Card::ATTACKS.into_iter().filter(|&card| self.has(card))
    }

    /// All cards, in card order.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        let times = |&card: &Card| std::iter::repeat_n(card, self.count(card).into());
        Card::ALL.iter().flat_map(times)
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }
}

impl From<Vec<Card>> for Hand {
    fn from(cards: Vec<Card>) -> Self {
        cards.into_iter().collect()
    }
}

impl From<Hand> for Vec<Card> {
    fn from(hand: Hand) -> Self {
        hand.iter().collect()
    }
}
