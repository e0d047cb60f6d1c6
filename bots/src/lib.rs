//! Built-in bots of `stoker`, and what a bot of anyone's needs to be listed beside them.
//!
//! A [`BotEntry`] names a bot, says which sides it plays and what can be set ([`Param`]), and makes
//! one from a [`Setup`].

pub mod course;
mod entry;
pub mod lines;
mod nearest;
mod params;
mod random;
mod reference;
mod values;

pub use entry::{BotEntry, Setup};
pub use nearest::{nearest, remedy};
pub use params::{Param, ParamKind};
pub use random::{Random, random};
pub use reference::{References, SeerEntry, SeesAll};
pub use values::{ParamError, Values};
