//! The toy: a small complete game, to copy and to test with.
//!
//! Seats decide in turn. A move is a number from 0 to 3, but not the previous one. Every fifth
//! decision is forced. After each of its moves the first seat throws a die, which counts 0 to 5.
//! Only the seats that share its knowledge see the die. [`Layout::Still`] has no dice. A side's
//! score is the sum of its moves and dice. The game is over after [`Params::decisions`] decisions,
//! or once the number of sixes is a seventh of that, but at least three.
//!
//! [`Layout`] lists the arrangements of players: a single side, a team against one, identical
//! rivals, partners who do not share what they know. `docs/adding-a-game.md` explains the files.

mod game;
mod moves;
mod params;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

use crate::game::{FactInfo, ScoreInfo, SetupError};
use crate::seats::Sides;

pub use moves::{Moves, moves_after};
pub use params::{Layout, Params};
pub use state::{Play, State};
pub use view::{Event, View};

/// The toy ruleset, configured.
#[derive(Debug, Clone)]
pub struct Toy {
    params: Params,
    /// Limit on the decisions of a game, as the ruleset promises it.
    bound: u32,
    sides: Sides,
    scores: Vec<ScoreInfo>,
    facts: Vec<FactInfo>,
}

impl Toy {
    /// The ruleset with these parameters.
    ///
    /// # Errors
    /// If a parameter is out of range.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::toy::{Layout, Params, Toy};
    /// use stoker_engine::{Chance, Game, Seat, Seed, Turn};
    /// let toy = Toy::with(Params { layout: Layout::Three, decisions: 9 })?;
    /// let mut state = toy.start(Chance::seeded(Seed(1)));
    /// toy.play(&mut state, 2.into())?;
    /// assert_eq!(toy.turn(&state), Turn::ToMove(Seat(1)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(params: Params) -> Result<Self, SetupError> {
        params.validate()?;
        let sides = Sides::new(params.layout.sides());
        let scores = params.layout.scores();
        let facts = vec![FactInfo { name: "sixes", unit: "dice", meaning: "sixes thrown" }];
        Ok(Self { bound: params.decisions, params, sides, scores, facts })
    }

    /// The ruleset in this layout, with games of this many decisions.
    ///
    /// # Panics
    /// If `decisions` is out of range: greater than 1,200.
    #[must_use]
    pub fn of(layout: Layout, decisions: u32) -> Arc<Self> {
        let toy = Self::with(Params { layout, decisions });
        Arc::new(toy.unwrap_or_else(|error| panic!("{error}")))
    }

    /// The same ruleset, except that it promises games of at most this many decisions.
    ///
    /// If its games take more, it breaks the contract of [`Game`](crate::Game). This is for tests
    /// of code that relies on the contract.
    #[must_use]
    pub fn promising(self, bound: u32) -> Self {
        Self { bound, ..self }
    }
}
