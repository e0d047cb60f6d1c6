//! The data of the cards, as the rules read them.
//!
//! `raw_data` is a data file as it is written; [`Data`] is what the rules use of it, checked.

use std::sync::{Arc, LazyLock};

use super::cards::{ByHunter, CombatCard, Encounter};
use super::counts::{CombatHand, Encounters, Items, Tickets};
use super::data_form::DATA_FORM;
use super::titles::{EventCard, Events};
use crate::data::{DataFile, Loaded, RefusedData};

/// The most items.
pub(super) const MOST_ITEMS: usize = 64;
/// The most events.
pub(super) const MOST_EVENTS: usize = 96;
/// The most combat cards of Dracula.
pub(super) const MOST_COMBAT: usize = 24;
/// The most health of a vampire, whose damage is kept in three bits.
pub(super) const MOST_VAMPIRE_HEALTH: i64 = 8;

/// A hunter's printed values (H1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HunterData {
    /// Damage that defeats the hunter.
    pub health: u8,
    /// Spaces for bite tokens.
    pub bites: u8,
    /// The limit of items.
    pub items: u8,
    /// The limit of events.
    pub events: u8,
}

/// The numbers of tokens (M5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "a token is called by its name")]
pub struct Tokens {
    pub bats: u8,
    pub fog: u8,
    pub roadblock: u8,
    pub storm: u8,
    pub despair: u8,
    pub rumor: u8,
    pub heavenly_host: u8,
}

/// The data of the cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// The hunters' values.
    pub hunters: ByHunter<HunterData>,
    /// All encounters.
    pub encounters: Encounters,
    /// The health of vampires; 0 for other encounters.
    pub(super) health: [u8; 13],
    /// All items.
    pub items: Items,
    /// All tickets.
    pub tickets: Tickets,
    /// All events.
    pub events: Events,
    /// Dracula's combat cards.
    pub combat: CombatHand,
    /// The events in the order of the file, which is that of the deck before it is shuffled.
    pub(super) event_order: Vec<EventCard>,
    /// Dracula's cards that each card cancels, a bit for each; by combat card.
    pub(super) cancels: [u32; 17],
    /// The numbers of tokens.
    pub tokens: Tokens,
    /// The first round of a combat in which Dracula may escape, by despair tokens (C5.1).
    pub pride: [u8; 4],
    /// Names for people.
    pub(super) names: Vec<(String, String)>,
}

impl Data {
    /// The data of a file, or those that come with the rules.
    pub(super) fn load(file: Option<Arc<DataFile>>) -> Result<Loaded<Self>, RefusedData> {
        static EMBEDDED: LazyLock<Loaded<Data>> =
            LazyLock::new(|| Loaded::embedded(&DATA_FORM, Data::read));
        file.map_or_else(|| Ok(EMBEDDED.clone()), |file| Loaded::of(file, Data::read))
    }

    /// The health of a vampire; 0 for other encounters.
    #[inline]
    #[must_use]
    pub const fn health(&self, kind: Encounter) -> u8 {
        self.health[kind.index()]
    }

    /// True if a hunter's card cancels Dracula's.
    #[inline]
    #[must_use]
    pub const fn cancels(&self, card: CombatCard, draculas: CombatCard) -> bool {
        self.cancels[card.index()] & draculas.bit() != 0
    }

    /// The name of a row, for people: the first of that table and code.
    #[must_use]
    pub fn name(&self, table: &str, code: &str) -> &str {
        let key = format!("{table} {code}");
        self.names.iter().find(|(of, _)| *of == key).map_or("", |(_, name)| name)
    }
}
