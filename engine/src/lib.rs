//! Rules of hidden-movement games: pure, deterministic, without I/O, floats or a clock.
//!
//! [`Game`] is what every ruleset offers. A [`Bot`] is handed a view,
//! which has no field for what its side may not know.

#![warn(clippy::float_arithmetic)]

pub mod bot;
pub mod chance;
pub mod course;
pub mod game;
pub mod kosmos;
pub mod log;
pub mod map;
pub mod message;
pub mod note;
pub mod scene;
pub mod seats;
pub mod seed;
pub mod toy;
pub mod transcript;

pub use bot::{Bot, Budget, Count, Decision};
pub use chance::{Chance, ChanceError};
pub use game::{
    Allowed, Choice, Ending, FactInfo, Game, Guess, IllegalMove, MoveSyntaxError, NoGuess,
    ParameterInfo, Preset, ScoreInfo, SetupError, Turn,
};
pub use message::{Message, Messages};
pub use seats::{Direction, Knowledge, Seat, Side, SideId, SideSet, Sides, Viewer, ViewerSeats};
pub use seed::{ParseSeedError, Purpose, Rng, Seed, below, one_of};
