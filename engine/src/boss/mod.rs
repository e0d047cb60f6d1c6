//! Boss's Orders (Matthew Killeen, Variable Outcomes, 2023): vampires hunt pedestrians.
//!
//! A free-for-all for two to five seats, with hidden hands and cards that are played out of turn.
//! Letters and numbers such as W1 or A8 in comments are clauses of the rules of this ruleset, cited
//! in full as boss W1.
//!
//! [`Position`] holds the rules; [`State`] adds chance; [`View`] is what a seat is shown. What is
//! known changes by what is told ([`Told`]), and by nothing else: [`Table`] keeps what every seat
//! knows, [`Own`] what one seat knows besides.

mod attack;
mod changes;
mod choices;
mod codes;
mod data;
mod data_form;
mod describe;
mod draws;
mod from_truth;
mod game;
mod guess;
mod hand;
mod moves;
mod offers;
mod own;
mod params;
mod pedestrians;
mod players;
mod position;
mod raw_data;
mod rounds;
mod scene;
mod setup;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod told;
mod truth;
mod values;
mod view;
mod windows;

use crate::data::Loaded;
use crate::game::{FactInfo, ScoreInfo, SetupError};
use crate::seats::Sides;

pub use crate::coded::UnknownCode;
pub use codes::{
    Ability, Asked, Blood, BloodGroup, CARDS, Card, Class, GROUPS, ORDERS, Order, Reason, STREETS,
    Sky, Status, Street, TILES, Tile, Type, Vampire,
};
pub use data::{Data, PedestrianData};
pub use data_form::{DATA_FORM, EMBEDDED};
pub use guess::Possible;
pub use hand::Hand;
pub use moves::{Move, Moves, SPOTS, TileSpot};
pub use own::{Own, SeenPedestrian};
pub use params::{Death, Lead, Moon, Params, Streets, Switch, Vampires};
pub use pedestrians::{PEDESTRIANS, Pedestrian};
pub use players::{ByPlayer, MOST_PLAYERS, Player, PlayerSet};
pub use position::{Position, Tellings};
pub use state::{Events, Play, State};
pub use table::{
    AnswerableCard, Attack, CLOSED, Claim, Cries, DEADLY, LayoutTile, Lying, MOST_TILES,
    PublicSeat, SpotSet, Table, Tally,
};
pub use told::Told;
pub use values::Attacker;
pub use view::{Event, View};

/// The ruleset, configured: parameters and data.
#[derive(Debug, Clone)]
pub struct Boss {
    params: Params,
    data: Loaded<Data>,
    sides: Sides,
    scores: Vec<ScoreInfo>,
    facts: Vec<FactInfo>,
}

impl Boss {
    /// The ruleset with these parameters.
    ///
    /// # Errors
    /// If a parameter is out of range.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::boss::{Boss, Params};
    /// use stoker_engine::{Chance, Game, Seed, Viewer};
    /// let boss = Boss::with(Params { players: 5, ..Params::default() })?;
    /// let state = boss.start(Chance::seeded(Seed(1)));
    /// let view = boss.view(&state, Viewer(4));
    /// assert_eq!(view.own.hand.len(), 5);
    /// assert_eq!(view.table.orders.len(), 10);
    /// # Ok::<_, stoker_engine::SetupError>(())
    /// ```
    pub fn with(params: Params) -> Result<Self, SetupError> {
        Self::of(params, Data::load(None)?)
    }

    fn of(params: Params, data: Loaded<Data>) -> Result<Self, SetupError> {
        params.validate()?;
        let players = params.players.into();
        let (sides, scores) = (game::sides(players), game::scores(players));
        Ok(Self { params, data, sides, scores, facts: game::facts(players) })
    }

    /// The parameters in force.
    #[inline]
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The data of the cards and streets.
    #[inline]
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data.values
    }

    /// The hand limit of a seat (U6).
    #[inline]
    #[must_use]
    pub fn hand_limit(&self, table: &Table, player: Player) -> u8 {
        let vampire = table.seat(player).vampire;
        self.params.hand + vampire.map_or(0, |vampire| self.data.values.hands[vampire.index()])
    }
}

impl Default for Boss {
    /// The preset `standard`.
    fn default() -> Self {
        Self::with(Params::default()).expect("the default is valid")
    }
}

/// A number of cards.
fn count(cards: usize) -> u8 {
    u8::try_from(cards).unwrap_or(u8::MAX)
}
