//! Event cards, the deck as it is known, and dice.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::coded::{UnknownCode, as_text};

/// The acts.
pub(super) const ACTS: usize = 3;
/// The cards of an act (S2).
pub(super) const ACT_CARDS: usize = 18;
/// The most cards that an event deck has (S4).
pub(super) const MOST_EVENTS: usize = 18;

/// An event card, such as `2-05`: its act, and its number in the act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EventCard(u8);

impl EventCard {
    /// All cards, by act and number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(Self).take(ACTS * ACT_CARDS)
    }

    /// Its place among all cards, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its act.
    #[inline]
    #[must_use]
    pub const fn act(self) -> Act {
        Act::ALL[self.0 as usize / ACT_CARDS]
    }
}

impl fmt::Display for EventCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.act(), self.index() % ACT_CARDS + 1)
    }
}

impl FromStr for EventCard {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let found = Self::all().find(|card| card.to_string() == text);
        found.ok_or_else(|| UnknownCode(text.to_owned(), "an event card"))
    }
}

as_text!(EventCard);

crate::coded::coded! {
    "an act",
    /// An act.
    #[derive(Default)]
    Act {
        /// The first.
        #[default]
        First = "1",
        /// The second.
        Second = "2",
        /// The third.
        Third = "3",
    }
}

/// A card of the event deck, as everybody knows it (K1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InDeck {
    /// Any card of this act that has not been seen.
    Of(Act),
    /// This card, which was put under the deck.
    Card(EventCard),
}

impl Default for InDeck {
    fn default() -> Self {
        Self::Of(Act::First)
    }
}

impl fmt::Display for InDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(act) => act.fmt(f),
            Self::Card(card) => card.fmt(f),
        }
    }
}

impl FromStr for InDeck {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        text.parse().map(Self::Of).or_else(|_| text.parse().map(Self::Card))
    }
}

as_text!(InDeck);

/// A set of event cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// True if the card is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, card: EventCard) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: EventCard) {
        self.0 |= 1 << card.0;
    }

    /// The cards, by act and number.
    pub fn iter(self) -> impl Iterator<Item = EventCard> {
        EventCard::all().filter(move |card| self.contains(*card))
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut set = Self::default();
        <Vec<EventCard>>::deserialize(from)?.into_iter().for_each(|card| set.insert(card));
        Ok(set)
    }
}

/// The value of a die: 1 to 6.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(into = "u8", try_from = "u8")]
pub struct Pips(u8);

/// A number that is on no die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not on a die")]
pub struct NoPips(pub u8);

impl Pips {
    /// The values, upwards.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];
    /// The highest.
    pub const SIX: Self = Self(6);

    /// The value raised by this number, to 6 at most.
    #[inline]
    #[must_use]
    pub fn raised(self, by: u8) -> Self {
        Self(self.0.saturating_add(by).min(6))
    }

    /// The value lowered by one, to 1 at least.
    #[inline]
    #[must_use]
    pub fn lowered(self) -> Self {
        Self((self.0 - 1).max(1))
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// C7: true if such a die removes an agent.
    #[inline]
    #[must_use]
    pub const fn kills(self) -> bool {
        self.0 >= 3
    }

    /// C7: true if such a die costs blood.
    #[inline]
    #[must_use]
    pub const fn costs_blood(self) -> bool {
        self.0 <= 4
    }
}

impl TryFrom<u8> for Pips {
    type Error = NoPips;
    fn try_from(number: u8) -> Result<Self, NoPips> {
        if (1..=6).contains(&number) { Ok(Self(number)) } else { Err(NoPips(number)) }
    }
}

impl From<Pips> for u8 {
    fn from(pips: Pips) -> Self {
        pips.0
    }
}

/// The dice of the reserve: how many show each value (S6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Pips>", from = "Vec<Pips>")]
pub struct Dice([u8; 6]);

impl Dice {
    /// The number of dice.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u8 {
        self.0.iter().fold(0, |all, count| all.saturating_add(*count))
    }

    /// True if there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    /// The dice of a value.
    #[inline]
    #[must_use]
    pub const fn count(&self, pips: Pips) -> u8 {
        self.0[pips.0 as usize - 1]
    }

    /// The values of these dice, upwards, each once.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = Pips> {
        Pips::ALL.into_iter().filter(|pips| self.count(*pips) > 0)
    }

    /// The dice, sorted upwards.
    pub fn iter(&self) -> impl Iterator<Item = Pips> {
        let of = |pips: Pips| std::iter::repeat_n(pips, self.count(pips).into());
        Pips::ALL.into_iter().flat_map(of)
    }

    /// Adds a die.
    #[inline]
    pub fn add(&mut self, pips: Pips) {
        let count = &mut self.0[usize::from(pips.0) - 1];
        *count = count.saturating_add(1);
    }

    /// Takes a die of this value away, if there is one.
    #[inline]
    pub fn take(&mut self, pips: Pips) {
        let count = &mut self.0[usize::from(pips.0) - 1];
        *count = count.saturating_sub(1);
    }
}

impl From<Dice> for Vec<Pips> {
    fn from(dice: Dice) -> Self {
        dice.iter().collect()
    }
}

impl From<Vec<Pips>> for Dice {
    fn from(pips: Vec<Pips>) -> Self {
        let mut dice = Self::default();
        pips.into_iter().for_each(|pips| dice.add(pips));
        dice
    }
}
