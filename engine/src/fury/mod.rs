//! Fury of Dracula, third edition: Dracula against four hunters on the map of Europe.
//!
//! Letters and numbers such as D8 or K3 in comments are clauses of the rules of this ruleset, cited
//! in full as fury D8. The ruleset comes in three steps, each of which adds to the one before:
//! `hunt`, `combat` and `full`.
//!
//! The rules are an agenda of tasks (`task.rs`): each begins by doing its work or by asking a seat.
//! A view is kept by events, which replace the parts of it that changed (`view.rs`).

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "an answer is one of the moves that were offered"
)]

mod actions;
mod arrival;
mod cards;
mod changes;
mod choices;
mod combat;
mod counts;
mod data;
mod data_form;
mod describe;
mod dispatch;
mod encounters;
mod events;
mod from_truth;
mod game;
mod guess;
mod harm;
mod list;
mod movement;
mod moves;
mod news;
mod notation;
mod params;
mod phase;
mod raw_data;
mod rounds;
mod scene;
mod search;
mod skirmish;
mod state;
mod steps;
mod supply;
mod table;
mod task;
mod titles;
mod told;
mod tracked;
mod trades;
mod trail;
mod truth;
mod view;
mod world;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::data::Loaded;
use crate::game::{ScoreInfo, SetupError};
use crate::map::{BuiltinMap, Map};
use crate::seats::Sides;

pub use cards::{ByHunter, CombatCard, DRACULA, Encounter, Hunter, Item, Ticket};
pub use choices::{Choices, MoveGroup, MoveKind, Moves};
pub use counts::{CardKind, CombatHand, Counts, Encounters, Items, Tickets};
pub use data::{Data, HunterData, Tokens};
pub use data_form::{DATA_FORM, EMBEDDED};
pub use guess::{HiddenCard, HiddenTrail};
pub use list::List;
pub use moves::{CardCode, Good, Move, NumberedLink, Way, Word};
pub use news::Said;
pub use params::{Params, Step};
pub use state::{Draculas, Held, Play, State};
pub use table::{Combat, Course, Deed, Phase, PublicHunter, Reason, Table, Whereabouts};
pub use task::{Asked, Question};
pub use titles::{EventCard, Events};
pub use told::Told;
pub use trail::{
    Face, Form, LAIRS, Laid, LaidCards, RUMOR, SPACES, SeenCard, SeenCards, SeenLaid, SeenSlot,
    SlotId, Trail, TrailCard, TrailSlot,
};
pub use view::{DraculaView, Event, HuntersView, View, ViewEvents};
pub use world::World;

impl BuiltinMap {
    /// The map of Fury of Dracula: 60 cities and 10 seas, three hospitals, rails of two colours
    /// (fury M1).
    pub const FURY: Self =
        Self { name: "fury", text: include_str!("../../../maps/fury.toml"), words: world::WORDS };
}

/// The ruleset, configured: parameters, data, and the map with what follows from it.
#[derive(Debug, Clone)]
pub struct Fury {
    params: Params,
    data: Loaded<Data>,
    world: Arc<World>,
    sides: Sides,
    scores: Vec<ScoreInfo>,
}

impl Fury {
    /// The ruleset with these parameters, on this map.
    ///
    /// # Errors
    /// If a parameter is out of range, or the map lacks something that the rules need.
    pub fn with(params: Params, map: Arc<Map>) -> Result<Self, SetupError> {
        Self::of(params, map, Data::load(None)?)
    }

    #[expect(clippy::needless_pass_by_value, reason = "the ruleset keeps the map")]
    fn of(params: Params, map: Arc<Map>, data: Loaded<Data>) -> Result<Self, SetupError> {
        params.validate()?;
        let world = Arc::new(World::new(&map)?);
        let scores = game::scores(&params);
        Ok(Self { params, data, world, sides: game::sides(), scores })
    }

    /// The parameters in force.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The data of the cards.
    #[must_use]
    pub fn data(&self) -> &Arc<Data> {
        &self.data.values
    }

    /// The map with all that follows from it.
    #[must_use]
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
}

impl Default for Fury {
    /// The first preset on its own map.
    fn default() -> Self {
        let preset = Params::presets().swap_remove(0);
        Self::with(preset.params, BuiltinMap::FURY.load()).expect("the default is valid")
    }
}
