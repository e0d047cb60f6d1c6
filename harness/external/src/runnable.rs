//! Runnable programs of entrants.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Limits;
use crate::spec::Protocol;

pub use stoker_bots::Codes;

/// A program that was found and built, with everything needed to run it in any ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runnable {
    /// Its protocol.
    pub protocol: Protocol,
    /// The commands to execute.
    pub commands: Commands,
    /// The folder that is copied to its working folder; without one the working folder is empty.
    pub folder: Option<PathBuf>,
    /// Other paths that it may read at their own places, such as interpreters installed elsewhere.
    pub read_only: Vec<PathBuf>,
    /// Its limits.
    pub limits: Limits,
    /// The measure of its memory.
    pub memory: MemoryMeasure,
    /// The codes that it may use for moves.
    pub codes: Codes,
    /// The way in which its turns are served, by kind of side; the default is a process for every
    /// turn.
    pub served: BTreeMap<String, Served>,
    /// A hash of its sources, and of the result of the build: 32 hexadecimal digits.
    pub hash: String,
}

/// The way in which the turns of a side's program are served, in the protocol with a process for
/// every turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Served {
    /// A warm process forks for every turn, unless the tournament prohibits that.
    Warm,
    /// A process is started for every turn, for this reason.
    Process(String),
}

/// Command lines: words, the first of which is the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commands {
    /// The same for every side.
    Every(Vec<String>),
    /// One by kind of side. The program does not play kinds that are missing.
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

/// The measure of one process's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryMeasure {
    /// All memory that it asks for. More is refused.
    #[default]
    Asked,
    /// The memory that it really uses, for runtimes that reserve far more (Node, Java). It is ended
    /// if it uses more.
    Used,
}
