//! Hunters and cards, each by its code; every type's order is that of its codes, but for hunters.

use serde::{Deserialize, Serialize};

use crate::coded::coded;
use crate::seats::Seat;

coded! {
    "a hunter",
    /// A hunter, in seat order (G1).
    #[expect(missing_docs, reason = "a hunter is called by name")]
    Hunter {
        Godalming = "G",
        Seward = "S",
        Helsing = "H",
        Mina = "M",
    }
}

impl Hunter {
    /// The four, in seat order.
    pub const FOUR: [Self; 4] = [Self::Godalming, Self::Seward, Self::Helsing, Self::Mina];

    /// The hunter's seat (G1).
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8 + 1)
    }

    /// The hunter with this seat.
    pub(super) fn of(seat: Seat) -> Option<Self> {
        Self::FOUR.into_iter().find(|hunter| hunter.seat() == seat)
    }

    /// The hunter's bit in a set.
    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Dracula's seat (G1).
pub const DRACULA: Seat = Seat(0);

/// A value for each hunter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ByHunter<T>([T; 4]);

impl<T> ByHunter<T> {
    /// A table with the value that `of` gives for each hunter.
    pub fn new(of: impl FnMut(Hunter) -> T) -> Self {
        Self(Hunter::FOUR.map(of))
    }
}

impl<T> std::ops::Index<Hunter> for ByHunter<T> {
    type Output = T;
    #[inline]
    fn index(&self, hunter: Hunter) -> &T {
        &self.0[hunter as usize]
    }
}

impl<T> std::ops::IndexMut<Hunter> for ByHunter<T> {
    #[inline]
    fn index_mut(&mut self, hunter: Hunter) -> &mut T {
        &mut self.0[hunter as usize]
    }
}

coded! {
    "an encounter",
    /// A kind of encounter card (E3, E4).
    #[expect(missing_docs, reason = "a card is called by its name")]
    Encounter {
        Aristocrat = "AV",
        Bodyguards = "BG",
        Bats = "BT",
        Soil = "DS",
        Fog = "FG",
        Hoax = "HX",
        Mob = "MB",
        NewVampire = "NV",
        Rats = "RT",
        Reckless = "RV",
        Saboteur = "SB",
        Spy = "SP",
        Wolves = "WV",
    }
}

/// The number of kinds of encounters.
pub(super) const ENCOUNTERS: usize = 13;

impl Encounter {
    /// True for the three kinds of vampires (E4).
    #[must_use]
    pub const fn is_vampire(self) -> bool {
        matches!(self, Self::Aristocrat | Self::NewVampire | Self::Reckless)
    }

    /// The influence that it brings as it matures, without a rumor token (E5).
    #[must_use]
    pub const fn influence(self) -> u8 {
        match self {
            Self::Aristocrat => 4,
            Self::NewVampire => 2,
            Self::Reckless => 1,
            Self::Bodyguards
            | Self::Bats
            | Self::Soil
            | Self::Fog
            | Self::Hoax
            | Self::Mob
            | Self::Rats
            | Self::Saboteur
            | Self::Spy
            | Self::Wolves => 0,
        }
    }

    /// True if the card has a matured effect (E5).
    #[must_use]
    pub const fn matures(self) -> bool {
        self.is_vampire() || matches!(self, Self::Bats | Self::Fog | Self::Saboteur | Self::Soil)
    }

    /// True if Dogs stop it (E2, B3).
    #[must_use]
    pub const fn fears_dogs(self) -> bool {
        matches!(self, Self::Rats | Self::Saboteur | Self::Spy | Self::Wolves)
    }

    /// True if a Stake ends it in a search (B3).
    #[must_use]
    pub const fn fears_stake(self) -> bool {
        self.is_vampire() || matches!(self, Self::Hoax)
    }
}

coded! {
    "an item",
    /// A kind of item (I1).
    #[expect(missing_docs, reason = "a card is called by its name")]
    Item {
        Crucifix = "CR",
        Dogs = "DG",
        Horses = "FH",
        Garlic = "GA",
        Wreath = "GW",
        Bullets = "HB",
        Circle = "HC",
        Host = "HH",
        Knife = "KN",
        Pistol = "PI",
        Rifle = "RI",
        Stake = "SK",
    }
}

/// The number of kinds of items.
pub(super) const ITEMS: usize = 12;

coded! {
    "a ticket",
    /// A kind of ticket: its white and its yellow value (X6).
    #[expect(missing_docs, reason = "a ticket is called by its values")]
    Ticket {
        White1 = "10",
        White1Yellow1 = "11",
        White2Yellow1 = "21",
        White2Yellow2 = "22",
        White3Yellow1 = "31",
        White3Yellow2 = "32",
    }
}

/// The number of kinds of tickets.
pub(super) const TICKETS: usize = 6;

impl Ticket {
    /// Steps on white rails.
    #[must_use]
    pub const fn white(self) -> u8 {
        match self {
            Self::White1 | Self::White1Yellow1 => 1,
            Self::White2Yellow1 | Self::White2Yellow2 => 2,
            Self::White3Yellow1 | Self::White3Yellow2 => 3,
        }
    }

    /// Steps on any rails.
    #[must_use]
    pub const fn yellow(self) -> u8 {
        match self {
            Self::White1 => 0,
            Self::White1Yellow1 | Self::White2Yellow1 | Self::White3Yellow1 => 1,
            Self::White2Yellow2 | Self::White3Yellow2 => 2,
        }
    }
}

coded! {
    "a combat card",
    /// A card that can be played in a combat: Dracula's seven, the hunters' three, and the items
    /// with a banner (C5).
    #[expect(missing_docs, reason = "a card is called by its name")]
    CombatCard {
        Claws = "CL",
        Crucifix = "CR",
        Dodge = "DO",
        Bat = "EB",
        Mist = "EM",
        Escape = "ES",
        Fangs = "FA",
        Garlic = "GA",
        Circle = "HC",
        Host = "HH",
        Knife = "KN",
        Mesmerize = "ME",
        Pistol = "PI",
        Plotting = "PL",
        Punch = "PU",
        Rifle = "RI",
        Strength = "ST",
    }
}

/// Dracula's combat cards, in data order.
pub(super) const DRACULA_CARDS: [CombatCard; 7] = [
    CombatCard::Claws,
    CombatCard::Bat,
    CombatCard::Mist,
    CombatCard::Fangs,
    CombatCard::Mesmerize,
    CombatCard::Plotting,
    CombatCard::Strength,
];

/// The cards that every hunter has.
pub(super) const BASIC_CARDS: [CombatCard; 3] =
    [CombatCard::Dodge, CombatCard::Escape, CombatCard::Punch];

impl CombatCard {
    /// The card's bit in a set.
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The item that it is; `None` for the others.
    #[must_use]
    pub fn item(self) -> Option<Item> {
        match self {
            Self::Crucifix => Some(Item::Crucifix),
            Self::Garlic => Some(Item::Garlic),
            Self::Circle => Some(Item::Circle),
            Self::Host => Some(Item::Host),
            Self::Knife => Some(Item::Knife),
            Self::Pistol => Some(Item::Pistol),
            Self::Rifle => Some(Item::Rifle),
            Self::Claws
            | Self::Dodge
            | Self::Bat
            | Self::Mist
            | Self::Escape
            | Self::Fangs
            | Self::Mesmerize
            | Self::Plotting
            | Self::Punch
            | Self::Strength => None,
        }
    }
}

impl Item {
    /// The combat card that it can be played as, if the item has a banner.
    #[must_use]
    pub fn combat_card(self) -> Option<CombatCard> {
        CombatCard::ALL.iter().copied().find(|card| card.item() == Some(self))
    }
}
