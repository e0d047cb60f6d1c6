//! The player of a side of a match.

use stoker_engine::Game;

use crate::entrant::{Entrant, SeerEntry, Values};

/// A player of this program that sees the truth: a yardstick for others, and never an entrant.
pub struct Seer<G: Game> {
    /// The name in files.
    pub name: String,
    /// The canonical spelling: player and parameters, without side and name.
    pub spec: String,
    /// The kind of side it is restricted to.
    pub side: Option<String>,
    /// The player.
    pub entry: SeerEntry<G>,
    /// Its parameter values.
    pub values: Values,
}

impl<G: Game> Seer<G> {
    /// True if it plays sides of this kind.
    #[must_use]
    pub fn plays(&self, kind: &str) -> bool {
        self.entry.side == kind && self.side.as_deref().is_none_or(|side| side == kind)
    }
}

/// The player of a side of a match.
pub enum Seated<'e, G: Game> {
    /// An entrant, which can take part in a tournament.
    Entrant(&'e Entrant<G>),
    /// A player that sees the truth.
    Seer(&'e Seer<G>),
}

impl<'e, G: Game> Seated<'e, G> {
    /// The name that files show.
    #[must_use]
    pub fn name(self) -> &'e str {
        match self {
            Self::Entrant(entrant) => &entrant.name,
            Self::Seer(seer) => &seer.name,
        }
    }
}

impl<'e, G: Game> From<&'e Entrant<G>> for Seated<'e, G> {
    fn from(entrant: &'e Entrant<G>) -> Self {
        Self::Entrant(entrant)
    }
}

// Written by hand: a derived impl would require the ruleset to be `Clone` too.
impl<G: Game> Clone for Seated<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Seated<'_, G> {}
