//! The ruleset `course`, and maps and scenes: games played elsewhere, secrecy, input of strangers.

mod conformance;
mod guess;
mod hostile;
mod maps;
mod properties;
mod scenes;
mod secrecy;
mod written;
