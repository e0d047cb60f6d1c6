//! The beginning of a match.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_engine::{Game, Sides};
use stoker_external::spec::Protocol;

use crate::entrant::{BotSource, Entrant};

/// The number of matches of every pairing that are played in any case.
pub(crate) const FIRST_MATCHES: u64 = 3;

/// The beginning of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Starts {
    /// Entrants make every decision.
    Free,
    /// The ruleset's seeded random opening comes first, the same for all pairings at one index.
    Random,
}

impl Starts {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Free, Self::Random];

    /// The word that is typed and written for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Random => "random",
        }
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text that is not a way to start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a start of matches: give `free` or `random`")]
pub struct ParseStartsError(String);

impl FromStr for Starts {
    type Err = ParseStartsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|starts| starts.word() == text);
        found.ok_or_else(|| ParseStartsError(text.to_owned()))
    }
}

/// The beginning of matches, with the reason if it is a default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beginning {
    /// The beginning.
    pub starts: Starts,
    /// The reason why matches begin free by default, in words.
    pub because: Option<String>,
}

impl Beginning {
    /// The beginning of matches of these entrants. If `asked` is `None`, they begin free if a
    /// program takes part that is started for every turn.
    ///
    /// Many such programs know only the number of the round. They answer the first round after a
    /// random opening as if their first moves had been their own. Those moves are then illegal, and
    /// the seats are lost for the match.
    pub fn of<'e, G: Game>(
        asked: Option<Starts>,
        sides: &Sides,
        entrants: impl IntoIterator<Item = &'e Entrant<G>>,
    ) -> Self {
        if let Some(starts) = asked {
            return Self { starts, because: None };
        }
        match expects_free(sides, entrants) {
            None => Self { starts: Starts::Random, because: None },
            Some(Entrant { name, .. }) => Self {
                starts: Starts::Free,
                because: Some(format!(
                    "`{name}` is a `{PLAYS_PROTOCOL}` program, which expects to make its own first moves"
                )),
            },
        }
    }
}

/// The first entrant that expects to make its first moves itself: one that is started for every
/// turn.
fn expects_free<'e, G: Game>(
    sides: &Sides,
    entrants: impl IntoIterator<Item = &'e Entrant<G>>,
) -> Option<&'e Entrant<G>> {
    entrants.into_iter().find(|entrant| match &entrant.source {
        BotSource::Builtin(..) | BotSource::Person => false,
        BotSource::External(program) => {
            let plays = sides.kinds().any(|kind| entrant.plays(kind));
            plays && program.protocol() == Some(Protocol::Plays)
        }
    })
}
