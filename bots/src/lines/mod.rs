//! The `lines` protocol: a bot as a separate program, which reads and writes JSON, one object per
//! line.
//!
//! [`serve_stdio`] makes a program of any [`BotEntry`](crate::BotEntry), for every ruleset;
//! `bots/kits/rust` is an example. [`wire`] holds the messages, and `docs/protocol.md` explains
//! them.

mod clock;
mod error;
mod serve;
mod table;
pub mod wire;

pub use clock::{PACE, thinking_time};
pub use error::ServeError;
pub use serve::{serve, serve_stdio};
