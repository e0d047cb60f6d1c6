//! The data of districts, vampires, relics and events, as the rules read them (masters S7).
//!
//! `raw_data` is a data file as it is written; [`Data`] is what the rules use of it, checked.

use std::sync::{Arc, LazyLock};

use super::cards::{ACT_CARDS, ACTS, Act, EventCard};
use super::cells::{Cell, CellSet, MOST_PLAYERS};
use super::codes::{DISTRICTS, District, Effect, RELICS, Relic, Vampire};
use super::data_form::DATA_FORM;
use super::list::List;
use super::params::Family;
use crate::data::{DataFile, Loaded, RefusedData};

/// The vampires.
pub(super) const VAMPIRES: usize = Vampire::ALL.len();
/// The side that must have more for a day district (E1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// More minions than agents.
    Minions,
    /// More agents than minions.
    Agents,
}

/// A district's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistrictData {
    /// The AP of a night district (N8).
    pub ap: u8,
    /// The side that must have more, for a day district (E1).
    pub condition: Option<Condition>,
}

/// A vampire's costs (N9, N13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VampireData {
    /// Blood that the blood ability costs.
    pub blood: u8,
    /// Minions that it costs.
    pub minions: u8,
    /// Veil that the dark ability costs.
    pub veil: u8,
}

/// An event card's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventData {
    /// The cell of the red cross.
    pub red: Cell,
    /// The grey cells, the lower first.
    pub grey: [Cell; 2],
    /// The text (V9).
    pub effect: Effect,
    /// Its number.
    pub number: u8,
}

impl EventData {
    /// The card's three cells.
    #[must_use]
    pub const fn cells(&self) -> CellSet {
        CellSet::EMPTY.with(self.red).with(self.grey[0]).with(self.grey[1])
    }
}

/// The agents in play, and those that an event brings (S5, V2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentTrack {
    /// Agents in play.
    pub agents: u8,
    /// The numbers while the veil is high.
    pub high: Numbers,
    /// The numbers while it is low.
    pub low: Numbers,
}

/// Agents that an event brings (V3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// To the red cell.
    pub red: u8,
    /// To the grey cells, the larger number first.
    pub grey: [u8; 2],
}

/// The data of districts, vampires, relics and events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    pub(super) tracks: [AgentTrack; 4],
    pub(super) families: [List<Vampire, MOST_PLAYERS>; 12],
    pub(super) district_order: [District; DISTRICTS],
    pub(super) districts: [DistrictData; DISTRICTS],
    pub(super) vampire_order: [Vampire; VAMPIRES],
    pub(super) vampires: [VampireData; VAMPIRES],
    pub(super) relic_order: [Relic; RELICS],
    pub(super) events: [EventData; ACTS * ACT_CARDS],
    pub(super) event_order: [[EventCard; ACT_CARDS]; ACTS],
    pub(super) names: Names,
}

/// Names for people, each in the order of what it names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Names {
    pub(super) districts: Vec<String>,
    pub(super) vampires: Vec<String>,
    pub(super) relics: Vec<String>,
    pub(super) events: Vec<String>,
}

impl Data {
    /// The data of a file, or those that come with the rules.
    pub(super) fn load(file: Option<Arc<DataFile>>) -> Result<Loaded<Self>, RefusedData> {
        static EMBEDDED: LazyLock<Loaded<Data>> =
            LazyLock::new(|| Loaded::embedded(&DATA_FORM, Data::read));
        file.map_or_else(|| Ok(EMBEDDED.clone()), |file| Loaded::of(file, Data::read))
    }

    /// A district's row.
    #[inline]
    #[must_use]
    pub const fn district(&self, district: District) -> &DistrictData {
        &self.districts[district.index()]
    }

    /// A vampire's costs.
    #[inline]
    #[must_use]
    pub const fn vampire(&self, vampire: Vampire) -> &VampireData {
        &self.vampires[vampire.index()]
    }

    /// An event card's row.
    #[inline]
    #[must_use]
    pub const fn event(&self, card: EventCard) -> &EventData {
        &self.events[card.index()]
    }

    /// The track of a number of players, which is 2 to 5.
    #[must_use]
    pub fn track(&self, players: u8) -> &AgentTrack {
        &self.tracks[usize::from(players.clamp(2, 5) - 2)]
    }

    /// The vampires of a family of the table.
    #[must_use]
    pub fn family(&self, players: u8, family: Family) -> &[Vampire] {
        let of_players = 3 * usize::from(players.clamp(2, 5) - 2);
        self.families[of_players + (family as usize).min(2)].as_slice()
    }

    /// The districts, in the order in which they are shuffled.
    #[must_use]
    pub const fn districts(&self) -> &[District; DISTRICTS] {
        &self.district_order
    }

    /// The vampires, in the order in which they are shuffled.
    #[must_use]
    pub const fn vampires(&self) -> &[Vampire; VAMPIRES] {
        &self.vampire_order
    }

    /// The relics, in the order in which they are shuffled.
    #[must_use]
    pub const fn relics(&self) -> &[Relic; RELICS] {
        &self.relic_order
    }

    /// The cards of an act, in the order in which they are shuffled.
    #[must_use]
    pub const fn act(&self, act: Act) -> &[EventCard; ACT_CARDS] {
        &self.event_order[act.index()]
    }

    /// A district's name, for people.
    #[must_use]
    pub fn district_name(&self, district: District) -> &str {
        &self.names.districts[district.index()]
    }

    /// A vampire's name, for people.
    #[must_use]
    pub fn vampire_name(&self, vampire: Vampire) -> &str {
        &self.names.vampires[vampire.index()]
    }

    /// A relic's name, for people.
    #[must_use]
    pub fn relic_name(&self, relic: Relic) -> &str {
        &self.names.relics[relic.index()]
    }

    /// An event card's name, for people.
    #[must_use]
    pub fn event_name(&self, card: EventCard) -> &str {
        &self.names.events[card.index()]
    }
}
