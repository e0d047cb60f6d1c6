//! The `lines` protocol: bots as programs that read and write JSON, an object a line.

pub mod wire;
