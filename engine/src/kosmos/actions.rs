//! Action cards (kosmos C3).

use serde::{Deserialize, Serialize};

use super::barriers::Colour;
use super::cards::Side;
use crate::coded::coded;

coded! {
    "an action card",
    /// An action card, in deck order, Dracula's first.
    #[expect(missing_docs, reason = "a card is called by its name")]
    ActionCard {
        Wings = "FLU",
        Pulse = "PUL",
        Depths = "TIE",
        Breath = "ATE",
        Rustle = "RAU",
        Stillness = "STI",
        Eyes = "AUG",
        Darkness = "DUN",
        Whisper = "FLS",
        Shadow = "SCH",
        Perception = "SCF",
        Composure = "GEL",
        Reinforcement = "VER",
        BattleLust = "KAM",
        Vigilance = "WAC",
        Strength = "STA",
        Feint = "TAU",
        Inspiration = "EIN",
        Resistance = "WID",
        Haste = "EIL",
    }
}

/// Action cards of a side.
pub(super) const DECK: usize = 10;
/// Cards of an action hand when it is dealt (S1).
pub(super) const ACTION_HAND: usize = 5;

impl ActionCard {
    /// A side's ten, in deck order.
    #[inline]
    #[must_use]
    pub fn of(side: Side) -> &'static [Self] {
        let first = side as usize * DECK;
        &Self::ALL[first..first + DECK]
    }

    /// The side whose card it is.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.index() < DECK { Side::Dracula } else { Side::Hunter }
    }
}

/// A special (X1 to X16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "a special is called by its name in the rules")]
pub enum Special {
    Wings,
    Pulse,
    Depths,
    Breath,
    Rustle,
    Eyes,
    Darkness,
    Whisper,
    Perception,
    Composure,
    Reinforcement,
    BattleLust,
    Vigilance,
    Feint,
    Inspiration,
    Resistance,
}

impl Special {
    /// The side whose cards can have it.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Wings
            | Self::Pulse
            | Self::Depths
            | Self::Breath
            | Self::Rustle
            | Self::Eyes
            | Self::Darkness
            | Self::Whisper => Side::Dracula,
            Self::Perception
            | Self::Composure
            | Self::Reinforcement
            | Self::BattleLust
            | Self::Vigilance
            | Self::Feint
            | Self::Inspiration
            | Self::Resistance => Side::Hunter,
        }
    }
}

/// The bar of an action card: which barrier it sets (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// The barrier of this colour.
    Colour(Colour),
    /// Any barrier.
    Grey,
}

impl Bar {
    /// True if a card with this bar sets that barrier.
    #[inline]
    #[must_use]
    pub fn sets(self, colour: Colour) -> bool {
        match self {
            Self::Colour(own) => own == colour,
            Self::Grey => true,
        }
    }
}

/// A set of action cards, iterated in deck order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ActionSet(u32);

impl ActionSet {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// A side's ten.
    #[inline]
    #[must_use]
    pub const fn deck(side: Side) -> Self {
        Self(((1 << DECK) - 1) << (side as usize * DECK))
    }

    /// True if the card is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, card: ActionCard) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// The set with this card added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: ActionCard) -> Self {
        Self(self.0 | 1 << card.index())
    }

    /// The set without this card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: ActionCard) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    /// The cards of this set that are not of another.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is no card.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, in deck order.
    pub fn iter(self) -> impl Iterator<Item = ActionCard> {
        ActionCard::ALL.iter().copied().filter(move |&card| self.contains(card))
    }

    /// A bit for each card of a side, the first in deck order the lowest.
    #[inline]
    pub(super) const fn bits(self, side: Side) -> u32 {
        self.0 >> (side as usize * DECK) & ((1 << DECK) - 1)
    }
}

impl FromIterator<ActionCard> for ActionSet {
    fn from_iter<I: IntoIterator<Item = ActionCard>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Serialize for ActionSet {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ActionSet {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<ActionCard>::deserialize(from)?.into_iter().collect())
    }
}
