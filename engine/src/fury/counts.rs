//! Cards counted by kind: hands, and piles whose order does not matter.

use serde::{Deserialize, Serialize};

use super::cards::{CombatCard, ENCOUNTERS, Encounter, ITEMS, Item, TICKETS, Ticket};
use super::titles::EventCard;

/// A kind of card of which a hand may hold several.
pub trait CardKind: Copy + Eq + 'static {
    /// All kinds, in the order of their codes.
    const KINDS: &'static [Self];
    /// The kind's number, from 0.
    fn number(self) -> usize;
    /// The kind's code.
    fn text(self) -> &'static str;
}

macro_rules! card_kinds {
    ($($name:ty),+) => {$(
        impl CardKind for $name {
            const KINDS: &'static [Self] = Self::ALL;
            #[inline]
            fn number(self) -> usize {
                self.index()
            }
            fn text(self) -> &'static str {
                self.code()
            }
        }
    )+};
}
card_kinds!(Encounter, Item, Ticket, CombatCard, EventCard);

/// Cards of one type, as many of each kind: a hand, or a pile whose order does not matter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counts<K, const N: usize> {
    counts: [u8; N],
    /// The sum of the counts: hands are counted far more often than they change.
    total: u16,
    kind: std::marker::PhantomData<K>,
}

/// A hand of encounters.
pub type Encounters = Counts<Encounter, ENCOUNTERS>;
/// A hand of items.
pub type Items = Counts<Item, ITEMS>;
/// A hand of tickets.
pub type Tickets = Counts<Ticket, TICKETS>;
/// A hand of combat cards.
pub type CombatHand = Counts<CombatCard, 17>;

impl<K, const N: usize> Default for Counts<K, N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<K, const N: usize> Counts<K, N> {
    /// No cards.
    pub const NONE: Self = Self { counts: [0; N], total: 0, kind: std::marker::PhantomData };
}

impl<K: CardKind, const N: usize> Counts<K, N> {
    /// The number of cards of a kind.
    #[inline]
    #[must_use]
    pub fn of(&self, kind: K) -> u8 {
        self.counts[kind.number()]
    }

    /// True if there is a card of this kind.
    #[inline]
    #[must_use]
    pub fn has(&self, kind: K) -> bool {
        self.of(kind) > 0
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.total.into()
    }

    /// True if there is no card.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: K) {
        let count = &mut self.counts[kind.number()];
        if let Some(more) = count.checked_add(1) {
            *count = more;
            self.total += 1;
        }
    }

    /// Takes a card away, if there is one.
    #[inline]
    pub fn remove(&mut self, kind: K) {
        let count = &mut self.counts[kind.number()];
        if let Some(fewer) = count.checked_sub(1) {
            *count = fewer;
            self.total -= 1;
        }
    }

    /// The kinds of which there are cards: a bit for each, by number.
    #[inline]
    pub(super) fn kinds(&self) -> u64 {
        // Most hands are empty of most types of cards.
        if self.is_empty() {
            return 0;
        }
        let bit = |(number, &count): (usize, &u8)| u64::from(count > 0) << number;
        self.counts.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit)
    }

    /// Each kind of which there are cards, with their number.
    pub(super) fn each(&self) -> impl Iterator<Item = (K, u8)> + use<'_, K, N> {
        K::KINDS.iter().map(|&kind| (kind, self.of(kind))).filter(|&(_, count)| count > 0)
    }

    /// The cards that are more than others.
    #[must_use]
    pub(super) fn minus(&self, others: &Self) -> Self {
        let mut left = *self;
        for (count, other) in left.counts.iter_mut().zip(others.counts) {
            *count = count.saturating_sub(other);
        }
        left.total = left.counts.iter().map(|&count| u16::from(count)).sum();
        left
    }

    /// The cards, by code, each as often as there are of it.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        K::KINDS.iter().flat_map(|&kind| (0..self.of(kind)).map(move |_| kind))
    }
}

impl<K: CardKind, const N: usize> FromIterator<K> for Counts<K, N> {
    fn from_iter<I: IntoIterator<Item = K>>(cards: I) -> Self {
        let mut counts = Self::NONE;
        cards.into_iter().for_each(|card| counts.add(card));
        counts
    }
}

impl<K: CardKind, const N: usize> std::fmt::Debug for Counts<K, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(K::text)).finish()
    }
}

impl<K: CardKind, const N: usize> Serialize for Counts<K, N> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(K::text))
    }
}

impl<'de, K: CardKind, const N: usize> Deserialize<'de> for Counts<K, N> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut counts = Self::NONE;
        for text in Vec::<String>::deserialize(from)? {
            let kind = K::KINDS.iter().copied().find(|kind| kind.text() == text);
            let unknown = || serde::de::Error::custom(format!("`{text}` is no such card"));
            counts.add(kind.ok_or_else(unknown)?);
        }
        Ok(counts)
    }
}
