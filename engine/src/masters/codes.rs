//! Districts, vampires, relics and effects of events, as rows of the data file name them.
//!
//! These are tables, a line for each value. Nights repeat the codes of effects, because only these
//! effects change a night.

use crate::coded::coded;

coded! {
    "a district",
    /// A district.
    #[expect(missing_docs, reason = "a district is called by its name")]
    District {
        Railway = "RAIL",
        Museum = "MUS",
        Asylum = "ASY",
        Nightclub = "CLUB",
        Newspaper = "NEWS",
        Police = "POL",
        Church = "CHU",
        Slums = "SLUM",
        Hospital = "HOS",
    }
}

coded! {
    "a vampire",
    /// A vampire.
    #[expect(missing_docs, reason = "a vampire is called by its name")]
    #[derive(Default)]
    Vampire {
        #[default]
        Agnieszka = "AGN",
        Imre = "IMR",
        Ishtvan = "ISH",
        Laszlo = "LAS",
        Mila = "MIL",
        Nevena = "NEV",
    }
}

coded! {
    "a relic",
    /// A relic.
    #[expect(missing_docs, reason = "a relic is called by its name")]
    #[derive(Default)]
    Relic {
        #[default]
        PristineBlood = "PRI",
        Timepiece = "TIM",
        Urn = "URN",
        Whistle = "WHI",
        Cloak = "CLK",
        Ring = "RNG",
        Mirror = "MIR",
        Armour = "ARM",
        Knucklebone = "DIE",
        Contract = "CON",
        Obelisk = "OBE",
        Letter = "LET",
        Chalice = "CHA",
    }
}

coded! {
    "an effect",
    /// The effect of an event card (V9).
    #[expect(missing_docs, reason = "the rules say what each does")]
    Effect {
        None = "NONE",
        Curse = "CURSE",
        Blessed = "BLESSED",
        Crusade = "CRUSADE",
        LeaderAdd = "LEADADD",
        LeaderLose = "LEADLOSE",
        AllLose = "ALLLOSE",
        Veil = "VEIL",
        Minion = "MINION",
        MinionAdd = "MINADD",
        VampireAdd = "VAMPADD",
        Gather = "GATHER",
        ExposeOne = "EXPOSE1",
        ExposeAll = "EXPOSEALL",
        Hide = "HIDE",
        Reroll = "REROLL",
        DiceUp = "DICEUP",
        DiceDown = "DICEDOWN",
        Combat = "COMBAT",
        Gift = "GIFT",
        VeilUp = "VEILUP",
        Turn = "TURN",
        Convert = "CONVERT",
        Relic = "RELIC",
        NoHunt = "NOHUNT",
        Curfew = "CURFEW",
        ShortNight = "SHORTNIGHT",
        LongNight = "LONGNIGHT",
        NoAbility = "NOABIL",
        NoDistrict = "NODIST",
        Blockade = "BLOCKADE",
        Watch = "WATCH",
    }
}

coded! {
    "a night",
    /// A change of this round's night (the last line of V9).
    #[expect(missing_docs, reason = "the rules say what each does")]
    Tonight {
        NoHunt = "NOHUNT",
        Curfew = "CURFEW",
        ShortNight = "SHORTNIGHT",
        LongNight = "LONGNIGHT",
        NoAbility = "NOABIL",
        NoDistrict = "NODIST",
    }
}

coded! {
    "a side of agents",
    /// The side of an agent that is up.
    Face {
        /// Hidden.
        Hidden = "H",
        /// Exposed.
        Exposed = "E",
    }
}

/// The districts.
pub(super) const DISTRICTS: usize = District::ALL.len();
/// The relics.
pub(super) const RELICS: usize = Relic::ALL.len();

/// A set of relics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RelicSet(u16);

impl RelicSet {
    /// The set of all relics.
    pub const ALL: Self = Self((1 << RELICS) - 1);

    /// True if the relic is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, relic: Relic) -> bool {
        self.0 >> relic as u8 & 1 == 1
    }

    /// Adds a relic.
    #[inline]
    pub const fn insert(&mut self, relic: Relic) {
        self.0 |= 1 << relic as u8;
    }

    /// Takes a relic out.
    #[inline]
    pub const fn remove(&mut self, relic: Relic) {
        self.0 &= !(1 << relic as u8);
    }

    /// The number of relics.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The relics, in the order of [`Relic::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Relic> {
        Relic::ALL.iter().copied().filter(move |relic| self.contains(*relic))
    }
}

impl serde::Serialize for RelicSet {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> serde::Deserialize<'de> for RelicSet {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut set = Self::default();
        for relic in <Vec<Relic>>::deserialize(from)? {
            set.insert(relic);
        }
        Ok(set)
    }
}
