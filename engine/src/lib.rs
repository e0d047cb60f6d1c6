//! Rules of hidden-movement games: pure, deterministic, without I/O, floats or a clock.
//!
//! [`Game`] is the interface of every ruleset. A [`Bot`] gets a view, which has no field for
//! anything that its side may not know.
//!
//! # Examples
//! A game between random bots:
//! ```
//! use stoker_engine::course::Course;
//! use stoker_engine::{Chance, Game, Seat, Seed, Turn, one_of};
//!
//! let (game, seed) = (Course::default(), Seed(1));
//! let mut rng = seed.of_bot(Course::HUNTERS, Seat(0)).bot_rng();
//! let mut state = game.start(Chance::seeded(seed));
//! let ending = loop {
//!     let seat = match game.turn(&state) {
//!         Turn::Over(ending) => break ending,
//!         Turn::ToMove(seat) => seat,
//!     };
//!     let view = game.view(&state, game.sides().viewer_of(seat));
//!     let mv = one_of(&mut rng, game.legal_moves(&view)).expect("a seat to move has a legal move");
//!     game.play(&mut state, mv.into()).expect("the move is legal");
//! };
//! assert!(ending.scores[0] < 366);
//! ```

#![warn(clippy::float_arithmetic)]

mod beat;
pub mod boss;
pub mod bot;
pub mod chance;
mod coded;
pub mod commitments;
pub mod course;
pub mod data;
pub mod fury;
pub mod game;
pub mod guess;
pub mod kosmos;
pub mod log;
pub mod map;
pub mod masters;
pub mod message;
pub mod note;
pub mod ranking;
pub mod scene;
pub mod seats;
pub mod seed;
pub mod toy;
pub mod transcript;
pub mod windows;

pub use beat::Beat;
pub use bot::{Bot, Budget, Count, Decision};
pub use chance::{Chance, ChanceError, Luck};
pub use game::{
    Allowed, Choice, Ending, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset,
    ScoreInfo, SetupError, ShownFact, Turn,
};
pub use guess::{Guess, ListGuesses, NoGuess};
pub use message::{Message, Messages};
pub use ranking::{RankedValues, RankingScores};
pub use seats::{Direction, Knowledge, Seat, Side, SideId, SideSet, Sides, Viewer, ViewerSeats};
pub use seed::{ParseSeedError, Purpose, Rng, Seed, below, one_of};
