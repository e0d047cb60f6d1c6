//! Protocols: questions to a program, and the meaning of its answers.

pub(crate) mod host;
pub(crate) mod lines;
pub(crate) mod plays;
pub(crate) mod reply;
