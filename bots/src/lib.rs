//! Built-in bots of `stoker`, and the interface for listing other bots beside them.
//!
//! A [`BotEntry`] names a bot, its sides and its parameters ([`Param`]), and makes one from a
//! [`Setup`].
//!
//! # Examples
//! ```
//! let course = stoker_bots::course::ruleset()?;
//! let names: Vec<_> = course.bots().iter().map(|bot| bot.name).collect();
//! assert!(names.contains(&"tracker") && names.contains(&"lurker"));
//! # Ok::<(), stoker_bots::RulesetError>(())
//! ```

mod belief;
pub mod boss;
mod codes;
pub mod course;
mod entry;
pub mod field;
pub mod fury;
mod hindsight;
pub mod kosmos;
mod learner;
pub mod lines;
mod luck;
pub mod masters;
mod nearest;
mod params;
mod random;
mod reference;
mod ruleset;
mod scenes;
pub mod submissions;
pub mod toy;
mod transcripts;
mod values;

pub use belief::{Answer, BeliefQuestion, Believed, ReadBelief};
pub use codes::Codes;
pub use course::words;
pub use entry::{BotEntry, Setup};
pub use hindsight::{
    Credence, DrawnPositions, Inference, MakeInference, MakeYardstick, Standpoint, Yardstick,
};
pub use learner::{Learned, LearnedWeight, Learner, LogLikelihood, MakeLearner};
pub use nearest::{nearest, remedy};
pub use params::{Param, ParamKind};
pub use random::{Random, random};
pub use reference::{References, SeerEntry, SeesAll};
pub use ruleset::{
    GuessStates, Mismatch, Notation, PlacedGame, PlaysForm, ReadMove, ReadPosition, ReplayBy,
    Ruleset, RulesetError, TranscriptCheck, Transcripts, TrialPosition, TrialPositions, Unchecked,
    guess_states,
};
pub use scenes::{Audience, MakeShade, Scenes, Shade};
pub use transcripts::{check_transcript, read_position};
pub use values::{ParamError, Values};
