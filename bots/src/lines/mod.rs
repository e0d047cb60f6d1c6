//! The `lines` protocol: a bot as a program of its own, which reads and writes JSON, an object a
//! line.
//!
//! [`run`] makes a program of any [`BotEntry`](crate::BotEntry), for every ruleset;
//! `bots/kits/rust` is one. [`wire`] holds the messages, and `docs/protocol.md` tells what they are
//! for.

mod clock;
mod error;
mod serve;
mod table;
pub mod wire;

pub use clock::{PACE, thinking_time};
pub use error::ServeError;
pub use serve::{run, serve};
