//! The codes by which programs write moves.

use serde::Deserialize;

/// The codes of moves that are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Codes {
    /// The codes of the ruleset.
    #[default]
    Today,
    /// Also the codes that programs of earlier years use.
    Earlier,
}
