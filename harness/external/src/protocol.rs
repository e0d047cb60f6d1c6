//! Protocols: what is said to a program, and what its answers mean.

pub(crate) mod host;
pub(crate) mod lines;
pub(crate) mod plays;
pub(crate) mod reply;
