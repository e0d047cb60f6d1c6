//! The codes by which programs write moves.

use serde::Deserialize;

/// Which codes of moves are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Codes {
    /// Those of the ruleset.
    #[default]
    Today,
    /// Also those that programs of earlier years use.
    Earlier,
}
