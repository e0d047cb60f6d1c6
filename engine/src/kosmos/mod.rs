//! Dracula, the two-player card and board game of 2003 (Kosmos).
//!
//! A duel on twelve places with face-down cards: Dracula looks for victims, Dr Van Helsing for
//! coffins. Letters and numbers such as W8 or X14 in comments are clauses of the rules of this
//! ruleset, cited in full as kosmos W8.
//!
//! [`Position`] holds the rules; [`State`] adds chance and the lists of what was told; [`View`] is
//! what a seat is shown. What a seat knows is the sum of what it was told, and is kept by the same
//! code in all three.

mod action;
mod actions;
mod barriers;
mod board;
mod cards;
mod choices;
mod data;
mod data_form;
mod describe;
mod end;
mod from_truth;
mod game;
mod guess;
mod lives;
mod moves;
mod notation;
mod own;
mod params;
mod position;
mod raw_data;
mod scene;
mod setup;
mod specials;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod told;
mod truth;
mod view;
mod walk;

use std::sync::Arc;

use crate::data::Loaded;
use crate::game::{ScoreInfo, SetupError};
use crate::seats::Sides;

pub use crate::chance::Luck;
pub use crate::coded::UnknownCode;
pub use actions::{ActionCard, ActionSet, Bar, Special};
pub use barriers::{BadBarriers, Barriers, Colour, LinkSet};
pub use board::{ByPlace, Link, Place, PlaceSet};
pub use cards::{BySide, Cards, Kind, Mark, Side, TARGETS, Type};
pub use choices::Asked;
pub use data::{ActionData, Data};
pub use data_form::{DATA_FORM, EMBEDDED};
pub use guess::Hidden;
pub use moves::{Move, Moves, Word};
pub use own::Own;
pub use params::{BarrierStep, Params};
pub use position::{Position, Tellings};
pub use state::{Events, Play, State};
pub use table::{Deck, Plays, Table};
pub use told::{Reason, Refill, Source, Told};
pub use view::{Event, View};

/// The ruleset, configured: parameters, data, and tables made from them.
#[derive(Debug, Clone)]
pub struct Kosmos {
    params: Params,
    data: Loaded<Data>,
    /// All that each side may lay, in the order of the legal moves (S2).
    lays: BySide<Arc<[Cards]>>,
    sides: Sides,
    scores: Vec<ScoreInfo>,
}

impl Kosmos {
    /// The ruleset with these parameters.
    ///
    /// # Errors
    /// If a parameter is out of range.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::kosmos::{Kosmos, Params, Side};
    /// use stoker_engine::{Chance, Game, Seed, Turn};
    /// let kosmos = Kosmos::with(Params::default())?;
    /// let mut state = kosmos.start(Chance::seeded(Seed(1)));
    /// let lay = kosmos.parse_move(Side::Dracula.seat(), "V1V1V2V3AMCO")?;
    /// kosmos.play(&mut state, lay.into())?;
    /// assert_eq!(kosmos.turn(&state), Turn::ToMove(Side::Hunter.seat()));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(params: Params) -> Result<Self, SetupError> {
        Self::of(params, Data::load(None)?)
    }

    fn of(params: Params, data: Loaded<Data>) -> Result<Self, SetupError> {
        params.validate()?;
        let lays = BySide::new(|side| params.lays(data.values.cards[side]).into());
        Ok(Self { params, data, lays, sides: game::sides(), scores: game::scores() })
    }

    /// The parameters in force.
    #[inline]
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The data of the cards and the board.
    #[inline]
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data.values
    }

    /// All that a side may lay, in the order of the legal moves (S2).
    #[must_use]
    pub fn lays(&self, side: Side) -> Arc<[Cards]> {
        self.lays[side].clone()
    }
}

impl Default for Kosmos {
    /// The preset `kosmos`.
    fn default() -> Self {
        Self::with(Params::default()).expect("the default is valid")
    }
}
