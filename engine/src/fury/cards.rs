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

coded! {
    "an event",
    /// A title of the event deck, of either side (V1).
    #[expect(missing_docs, reason = "a card is called by its title")]
    EventCard {
        SisterAgatha = "AG",
        BloodTransfusion = "BL",
        Brides = "BR",
        BehindTheVeil = "BV",
        CharteredCarriage = "CC",
        ConsecratedGround = "CG",
        CustomsSearch = "CS",
        DevilishPower = "DP",
        DarknessReturns = "DR",
        Enraged = "EN",
        EvilPresence = "EP",
        EscapeRoute = "ER",
        ExcellentWeather = "EW",
        FalseTip = "FT",
        Forewarned = "FW",
        GoodLuck = "GL",
        GreatStrength = "GS",
        GreatWolf = "GW",
        HiddenSchemes = "HD",
        HeroicLeap = "HL",
        HiredScouts = "HS",
        Hypnosis = "HY",
        Hildesheim = "IH",
        JonathanHarker = "JH",
        LuckyFind = "LF",
        LongNight = "LN",
        LocalRumors = "LR",
        LucysRevenge = "LU",
        MoneyTrail = "MT",
        MysticResearch = "MY",
        NocturnalVisit = "NI",
        NewspaperReports = "NR",
        PlannedAmbush = "PA",
        Roadblock = "RO",
        RufusSmith = "RS",
        RenewedVigor = "RV",
        Seduction = "SD",
        SenseOfEmergency = "SE",
        SurprisingReturn = "SR",
        SummonStorms = "SS",
        SensationalistPress = "ST",
        SpeedyTelegraph = "TG",
        UnearthlySwiftness = "US",
        VampiricInfluence = "VI",
        VampireLair = "VL",
        WildHorses = "WH",
        WaxCylinders = "WX",
    }
}

/// The number of titles.
pub(super) const EVENTS: usize = 47;

impl EventCard {
    /// True for Dracula's titles.
    #[must_use]
    pub const fn is_draculas(self) -> bool {
        matches!(
            self,
            Self::Brides
                | Self::CustomsSearch
                | Self::DevilishPower
                | Self::DarknessReturns
                | Self::Enraged
                | Self::FalseTip
                | Self::GreatWolf
                | Self::HiddenSchemes
                | Self::Hildesheim
                | Self::NocturnalVisit
                | Self::Roadblock
                | Self::Seduction
                | Self::SummonStorms
                | Self::SensationalistPress
                | Self::UnearthlySwiftness
                | Self::VampiricInfluence
                | Self::WildHorses
        )
    }

    /// True for the three allies of the hunters (V7).
    #[must_use]
    pub const fn is_hunters_ally(self) -> bool {
        matches!(self, Self::SisterAgatha | Self::JonathanHarker | Self::RufusSmith)
    }

    /// True for the events that are offered as they are drawn (V8).
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.is_hunters_ally()
            || matches!(
                self,
                Self::BehindTheVeil
                    | Self::EvilPresence
                    | Self::HiredScouts
                    | Self::LocalRumors
                    | Self::NewspaperReports
            )
    }
}

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
    kind: std::marker::PhantomData<K>,
}

/// A hand of encounters.
pub type Encounters = Counts<Encounter, ENCOUNTERS>;
/// A hand of items.
pub type Items = Counts<Item, ITEMS>;
/// A hand of tickets.
pub type Tickets = Counts<Ticket, TICKETS>;
/// A hand of events.
pub type Events = Counts<EventCard, EVENTS>;
/// A hand of combat cards.
pub type CombatHand = Counts<CombatCard, 17>;

impl<K, const N: usize> Default for Counts<K, N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<K, const N: usize> Counts<K, N> {
    /// No cards.
    pub const NONE: Self = Self { counts: [0; N], kind: std::marker::PhantomData };
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
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// True if there is no card.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; N]
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: K) {
        let count = &mut self.counts[kind.number()];
        *count = count.saturating_add(1);
    }

    /// Takes a card away, if there is one.
    #[inline]
    pub fn remove(&mut self, kind: K) {
        let count = &mut self.counts[kind.number()];
        *count = count.saturating_sub(1);
    }

    /// The kinds of which there are cards: a bit for each, by number.
    #[inline]
    pub(super) fn kinds(&self) -> u64 {
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
