//! The beginning of a match.

use std::fmt;

use serde::{Deserialize, Serialize};
use stoker_engine::{Game, Sides};

use super::kinds;
use crate::entrant::{Entrant, Source};
use crate::spec::Protocol;

/// The beginning of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Starts {
    /// Entrants make every decision.
    Free,
    /// The ruleset's seeded random opening comes first, the same for all pairings at one index.
    Random,
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Free => "free",
            Self::Random => "random",
        })
    }
}

impl Starts {
    /// How matches of these entrants begin if nobody says how: free as soon as a program of the
    /// `course` protocol takes part.
    ///
    /// Many such programs know the number of the round alone, and answer the first round after a
    /// random opening as if their first moves had been their own: those moves are then illegal, and
    /// the seats are lost for the match.
    pub fn usual<'e, G: Game>(
        sides: &Sides,
        entrants: impl IntoIterator<Item = &'e Entrant<G>>,
    ) -> Self {
        match expects_free(sides, entrants) {
            Some(_) => Self::Free,
            None => Self::Random,
        }
    }
}

/// The first entrant that expects to make its first moves itself: one that plays by the `course`
/// protocol.
fn expects_free<'e, G: Game>(
    sides: &Sides,
    entrants: impl IntoIterator<Item = &'e Entrant<G>>,
) -> Option<&'e Entrant<G>> {
    entrants.into_iter().find(|entrant| match &entrant.source {
        Source::Builtin(..) | Source::Seer(..) => false,
        Source::Outside(program) => {
            let plays = kinds(sides).any(|kind| entrant.plays(kind));
            plays && program.protocol() == Some(Protocol::Course)
        }
    })
}

/// Why matches of these entrants begin free if nobody says how, in words; `None` if they begin at
/// random.
pub fn why_free<'e, G: Game>(
    sides: &Sides,
    entrants: impl IntoIterator<Item = &'e Entrant<G>>,
) -> Option<String> {
    let name = &expects_free(sides, entrants)?.name;
    Some(format!("`{name}` is a `course` program, which expects to make its own first moves"))
}
