//! Built-in bots of `stoker`, and what a bot of anyone's needs to be listed beside them.
//!
//! A [`BotEntry`] names a bot, says which sides it plays and what can be set ([`Param`]), and makes
//! one from a [`Setup`].

mod belief;
mod codes;
pub mod course;
mod entry;
mod hindsight;
pub mod kosmos;
mod learner;
pub mod lines;
mod nearest;
mod params;
mod random;
mod reference;
mod ruleset;
mod scenes;
pub mod submissions;
pub mod toy;
mod values;
pub mod words;

pub use belief::{Answer, Believed, Question, ReadBelief};
pub use codes::Codes;
pub use entry::{BotEntry, Setup};
pub use hindsight::{
    Credence, Draws, Inference, MakeInference, MakeYardstick, Standpoint, Yardstick,
};
pub use learner::{Learned, LearnedWeight, Learner, LogLikelihood, MakeLearner};
pub use nearest::{nearest, remedy};
pub use params::{Param, ParamKind};
pub use random::{Random, random};
pub use reference::{References, SeerEntry, SeesAll};
pub use ruleset::{
    GuessStates, Mismatch, Notation, PlaysForm, Position, Positions, ReadMove, Ruleset,
    RulesetError, TranscriptCheck, Transcripts, guess_states,
};
pub use scenes::{Audience, MakeShade, Scenes, Shade};
pub use values::{ParamError, Values};
