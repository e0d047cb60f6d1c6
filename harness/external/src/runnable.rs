//! What it takes to run an entrant's program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Limits;
use crate::spec::Protocol;

pub use stoker_bots::Codes;

/// A program, found and built: what it takes to run it, for any ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runnable {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// What is executed.
    pub commands: Commands,
    /// The folder of which it gets a fresh copy to work in; an empty one if there is none.
    pub folder: Option<PathBuf>,
    /// What else it may read, at its own place: interpreters that live elsewhere.
    pub read_only: Vec<PathBuf>,
    /// What it may use.
    pub limits: Limits,
    /// How its memory is measured.
    pub memory: Memory,
    /// Which codes it may use for moves.
    pub codes: Codes,
    /// How its turns are served, by kind of side; with a process a turn where nothing is said.
    pub served: BTreeMap<String, Served>,
    /// A hash of its sources, and of what was built from them: 32 hexadecimal digits.
    pub hash: String,
}

/// The way in which the turns of a side's program are served, in the protocol of a process a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Served {
    /// By a warm process that forks for every turn, unless the tournament wants otherwise.
    Warm,
    /// By a process a turn, for this reason.
    Process(String),
}

/// What is executed: words, the first of which is the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commands {
    /// The same for every side.
    Every(Vec<String>),
    /// By kind of side; those that are missing it does not play.
    BySide(BTreeMap<String, Vec<String>>),
}

impl Commands {
    /// The command for a kind of side.
    #[must_use]
    pub fn of(&self, kind: &str) -> Option<&[String]> {
        match self {
            Self::Every(words) => Some(words),
            Self::BySide(sides) => sides.get(kind).map(Vec::as_slice),
        }
    }
}

/// How the memory of one process is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// All that it asks for: it is refused more.
    #[default]
    Asked,
    /// What it really uses, for those that reserve far more (Node, Java): it is ended for more.
    Used,
}
