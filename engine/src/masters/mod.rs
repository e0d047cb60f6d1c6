//! Masters of the Night: a family of two to five vampires against the Inquisition.
//!
//! There is one side, whose seats share what they know, or a side for each seat; then all sides
//! know the same. Letters and numbers such as N9 or V5 in comments are clauses of the rules of this
//! ruleset, cited in full as masters N9.
//!
//! [`Table`] is all that lies open, with the question that is asked and the parts of the rules that
//! wait for the answer; [`Position`] adds the order of the decks, [`State`] chance and messages.
//! The rules are carried out on a position; a view holds the table.

mod abilities;
mod actions;
mod asked;
mod cards;
mod cells;
mod codes;
mod combat;
mod data;
mod data_form;
mod day;
mod describe;
mod from_truth;
mod game;
mod guess;
mod legal;
mod list;
mod moves;
mod night;
mod offers;
mod params;
mod position;
mod raw_data;
mod read_data;
mod scene;
mod state;
mod step;
mod table;
mod text;
mod told;
mod truth;
mod view;

use crate::data::Loaded;
use crate::game::{ScoreInfo, SetupError};
use crate::seats::Sides;

pub use asked::{AgentFor, AtFor, Combat, OpenQuestion, Question, Task, Time, WhoFor};
pub use cards::{Act, CardSet, Dice, EventCard, InDeck, NoPips, Pips};
pub use cells::{Cell, CellSet, Member, NoCell, NoMember};
pub use codes::{District, Effect, Face, Relic, RelicSet, Tonight, Vampire};
pub use data::{AgentTrack, Condition, Data, DistrictData, EventData, Numbers, VampireData};
pub use data_form::{DATA_FORM, EMBEDDED};
pub use guess::Possible;
pub use list::List;
pub use moves::{Move, Moves};
pub use params::{Family, Level, Params, Teams};
pub use position::Position;
pub use state::{Made, Play, State};
pub use table::{Reason, Table, Tally, VampireSheet};
pub use told::{Tellings, Told};
pub use view::{Event, View};

/// The ruleset, configured: parameters and data.
#[derive(Debug, Clone)]
pub struct Masters {
    params: Params,
    data: Loaded<Data>,
    sides: Sides,
    scores: Vec<ScoreInfo>,
}

impl Masters {
    /// The ruleset with these parameters.
    ///
    /// # Errors
    /// If a parameter is out of range.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::masters::{Masters, Params};
    /// use stoker_engine::{Chance, Game, Seat, Seed, Turn};
    /// let masters = Masters::with(Params { players: 2, ..Params::default() })?;
    /// let state = masters.start(Chance::seeded(Seed(1)));
    /// assert_eq!(masters.turn(&state), Turn::ToMove(Seat(0)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(params: Params) -> Result<Self, SetupError> {
        Self::of(params, Data::load(None)?)
    }

    fn of(params: Params, data: Loaded<Data>) -> Result<Self, SetupError> {
        params.validate()?;
        let sides = game::sides(&params);
        Ok(Self { params, data, sides, scores: game::scores() })
    }

    /// The parameters in force.
    #[inline]
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The data of districts, vampires, relics and events.
    #[inline]
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data.values
    }

    /// The track of this number of players (S5).
    #[inline]
    #[must_use]
    pub fn track(&self) -> &AgentTrack {
        self.data().track(self.params.players)
    }
}

impl Default for Masters {
    /// The preset `easy`.
    fn default() -> Self {
        Self::with(Params::default()).expect("the default is valid")
    }
}
