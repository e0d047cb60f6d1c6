//! The cards, places and words of the game, each with its code (boss G4).
//!
//! These are tables, a line for each value.

use crate::coded::coded;

coded! {
    "an ability card",
    /// An ability card, in card order (G4).
    Card {
        /// Attack card 1.
        One = "1",
        /// Attack card 2.
        Two = "2",
        /// Attack card 3.
        Three = "3",
        /// Attack card 4.
        Four = "4",
        /// Attack card 5.
        Five = "5",
        /// Bite.
        Bite = "BITE",
        /// Keen Nose.
        Nose = "NOSE",
        /// Mist Form.
        Mist = "MIST",
        /// Whisper.
        Hush = "HUSH",
        /// Cry in the Night.
        Cry = "CRY",
        /// Blood Lure.
        Lure = "LURE",
        /// Midnight Stroll.
        Stroll = "STROLL",
    }
}

/// The number of different ability cards.
pub const CARDS: usize = Card::ALL.len();

impl Card {
    /// The attack cards, ascending.
    pub const ATTACKS: [Self; 5] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five];

    /// The strength of an attack card, from 1 to 5; 0 for other cards.
    #[inline]
    #[must_use]
    pub const fn attack(self) -> u8 {
        if (self as u8) < 5 { self as u8 + 1 } else { 0 }
    }
}

coded! {
    "a tile",
    /// A place with pedestrians.
    Tile {
        /// The first tile of Main Street.
        Main1 = "MAIN1",
        /// The second tile of Main Street.
        Main2 = "MAIN2",
        /// Vigilant Street.
        Vigil = "VIGIL",
        /// Church Street.
        Church = "CHURCH",
        /// Dark Alley.
        Alley = "ALLEY",
        /// Night Market.
        Market = "MARKET",
        /// Docks.
        Docks = "DOCKS",
        /// Park.
        Park = "PARK",
    }
}

/// The number of tiles.
pub const TILES: usize = Tile::ALL.len();

coded! {
    "a street",
    /// A street, in data order: one tile, or the two of Main Street.
    Street {
        /// Main Street.
        Main = "MAIN",
        /// Vigilant Street.
        Vigil = "VIGIL",
        /// Church Street.
        Church = "CHURCH",
        /// Dark Alley.
        Alley = "ALLEY",
        /// Night Market.
        Market = "MARKET",
        /// Docks.
        Docks = "DOCKS",
        /// Park.
        Park = "PARK",
    }
}

/// The number of streets.
pub const STREETS: usize = Street::ALL.len();

impl Street {
    /// Its tiles, in layout order.
    #[must_use]
    pub const fn tiles(self) -> &'static [Tile] {
        match self {
            Self::Main => &[Tile::Main1, Tile::Main2],
            Self::Vigil => &[Tile::Vigil],
            Self::Church => &[Tile::Church],
            Self::Alley => &[Tile::Alley],
            Self::Market => &[Tile::Market],
            Self::Docks => &[Tile::Docks],
            Self::Park => &[Tile::Park],
        }
    }
}

impl Tile {
    /// The street that it belongs to.
    #[inline]
    #[must_use]
    pub const fn street(self) -> Street {
        match self {
            Self::Main1 | Self::Main2 => Street::Main,
            Self::Vigil => Street::Vigil,
            Self::Church => Street::Church,
            Self::Alley => Street::Alley,
            Self::Market => Street::Market,
            Self::Docks => Street::Docks,
            Self::Park => Street::Park,
        }
    }
}

coded! {
    "a sky card",
    /// A sky card.
    Sky {
        /// Night.
        Night = "NIGHT",
        /// Full Moon Night: a werewolf needs two hits.
        Moon = "MOON",
        /// Rainy Full Moon Night: werewolves have ambush too.
        Rain = "RAIN",
        /// Dawn Approaches: seats may leave from now on.
        Dawn = "DAWN",
        /// Cloudy: pedestrians are weaker, except werewolves.
        Cloudy = "CLOUDY",
        /// Sunlight: the game ends.
        Sun = "SUN",
    }
}

impl Sky {
    /// True if werewolves take two hits under it (A8).
    #[inline]
    #[must_use]
    pub const fn full_moon(self) -> bool {
        matches!(self, Self::Moon | Self::Rain)
    }
}

coded! {
    "a vampire",
    /// A vampire character, in data order.
    Vampire {
        /// The Duke: a larger hand, poorer orders.
        Duke = "DUKE",
        /// The Brute: protectors and predators are weaker against it.
        Brute = "BRUTE",
        /// The Hound: looks at a tile once a turn.
        Hound = "HOUND",
        /// The Ghost: a token fewer after a failure, and no ambush.
        Ghost = "GHOST",
        /// The Leech: bites cost no points and draw a card.
        Leech = "LEECH",
        /// The Heir: richer orders.
        Heir = "HEIR",
    }
}

coded! {
    "a blood type",
    /// A blood type.
    Blood {
        /// A positive.
        APlus = "A+",
        /// A negative.
        AMinus = "A-",
        /// B positive.
        BPlus = "B+",
        /// B negative.
        BMinus = "B-",
        /// AB positive.
        AbPlus = "AB+",
        /// AB negative.
        AbMinus = "AB-",
        /// O positive.
        OPlus = "O+",
        /// O negative.
        OMinus = "O-",
    }
}

coded! {
    "a blood group",
    /// A blood group: all that a card face down shows.
    BloodGroup {
        /// A.
        A = "A",
        /// B.
        B = "B",
        /// AB.
        Ab = "AB",
        /// O.
        O = "O",
    }
}

/// The number of blood groups.
pub const GROUPS: usize = BloodGroup::ALL.len();

impl Blood {
    /// Its group.
    #[inline]
    #[must_use]
    pub const fn group(self) -> BloodGroup {
        match self {
            Self::APlus | Self::AMinus => BloodGroup::A,
            Self::BPlus | Self::BMinus => BloodGroup::B,
            Self::AbPlus | Self::AbMinus => BloodGroup::Ab,
            Self::OPlus | Self::OMinus => BloodGroup::O,
        }
    }
}

coded! {
    "a type of pedestrian",
    /// A type of pedestrian, in the order of the orders for them.
    Type {
        /// Tourist.
        Tourist = "TOURIST",
        /// Police.
        Police = "POLICE",
        /// Reveller.
        Reveller = "REVELLER",
        /// Familiar.
        Familiar = "FAMILIAR",
        /// Bodyguard.
        Bodyguard = "BODYGUARD",
        /// Hunter.
        Hunter = "HUNTER",
        /// Werewolf.
        Werewolf = "WEREWOLF",
    }
}

coded! {
    "a class of pedestrian",
    /// A class of pedestrian (A6).
    Class {
        /// Prey: shielded by protectors.
        Prey = "prey",
        /// Familiar: shielded by protectors.
        Familiar = "familiar",
        /// Protector: shielded by predators.
        Protector = "protector",
        /// Predator.
        Predator = "predator",
    }
}

coded! {
    "an ability of a pedestrian",
    /// An ability of a pedestrian.
    Ability {
        /// None.
        None = "none",
        /// Whoever claims it draws a card after the attack (A13).
        Loyal = "loyal",
        /// If it is left over in a failed attack, it brings one more token (A12).
        Whistle = "whistle",
        /// If it is turned up in an attack, it costs a wound or a card (A4).
        Ambush = "ambush",
        /// A werewolf's: two hits under a full moon (A8), ambush in the rain (A4).
        Wolf = "wolf",
    }
}

coded! {
    "an order",
    /// An order: a blood type or a type of pedestrian, in data order.
    Order {
        /// A positive.
        APlus = "A+",
        /// A negative.
        AMinus = "A-",
        /// B positive.
        BPlus = "B+",
        /// B negative.
        BMinus = "B-",
        /// AB positive.
        AbPlus = "AB+",
        /// AB negative.
        AbMinus = "AB-",
        /// O positive.
        OPlus = "O+",
        /// O negative.
        OMinus = "O-",
        /// A tourist.
        Tourist = "TOURIST",
        /// A policeman.
        Police = "POLICE",
        /// A reveller.
        Reveller = "REVELLER",
        /// A familiar.
        Familiar = "FAMILIAR",
        /// A bodyguard.
        Bodyguard = "BODYGUARD",
        /// A hunter.
        Hunter = "HUNTER",
        /// A werewolf.
        Werewolf = "WEREWOLF",
    }
}

/// The number of different orders.
pub const ORDERS: usize = Order::ALL.len();

impl Order {
    /// The order for a blood type.
    #[inline]
    #[must_use]
    pub const fn of_blood(blood: Blood) -> Self {
        Self::ALL[blood.index()]
    }

    /// The order for a type of pedestrian.
    #[inline]
    #[must_use]
    pub const fn of_type(kind: Type) -> Self {
        Self::ALL[Blood::ALL.len() + kind.index()]
    }
}

coded! {
    "the state of a seat",
    /// The state of a seat (G2).
    Status {
        /// In the streets: it plays.
        In = "in",
        /// It left in time.
        Left = "left",
        /// It died of its wounds.
        Dead = "dead",
        /// Sunlight killed it.
        Sun = "sun",
    }
}

coded! {
    "an ending",
    /// The reason why a game is over (E1).
    Reason {
        /// The last open order is taken.
        Orders = "orders",
        /// Sunlight.
        Sunlight = "sunlight",
        /// All tiles are closed.
        Vigilance = "vigilance",
        /// Nobody is in the streets.
        Empty = "empty",
        /// The last round is over.
        Cap = "cap",
    }
}

coded! {
    "a question",
    /// A question (K2).
    Asked {
        /// The vampire to choose (U6).
        Vampire = "vampire",
        /// The next action of the turn (T3).
        Action = "action",
        /// The card to discard at the end of the turn (T9).
        Discard = "discard",
        /// The street of a Midnight Stroll (D4).
        Stroll = "stroll",
        /// The card to play at the beginning of another's turn (W1).
        Window = "window",
        /// The pedestrian to warn in another's attack (W3).
        Cry = "cry",
        /// The answer to a card (W4).
        Answer = "answer",
        /// The price of an ambush (A4).
        Ambush = "ambush",
        /// The next attack card (A7).
        Fight = "fight",
        /// The order to take (C2).
        Order = "order",
        /// The choice to stay or to leave (R5).
        Stay = "stay",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_the_blood_types_and_then_the_types_of_pedestrians() {
        for &blood in Blood::ALL {
            assert_eq!(Order::of_blood(blood).code(), blood.code());
        }
        for &kind in Type::ALL {
            assert_eq!(Order::of_type(kind).code(), kind.code());
        }
    }

    #[test]
    fn streets_and_their_tiles_name_each_other() {
        let tiles = Street::ALL.iter().flat_map(|street| street.tiles());
        assert!(tiles.clone().eq(Tile::ALL));
        assert!(Street::ALL.iter().all(|s| s.tiles().iter().all(|tile| tile.street() == *s)));
    }
}
