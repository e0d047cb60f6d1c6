//! Entrants: bots as they take part in a tournament.

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Bot, Game, SideId};

pub use stoker_bots::{BotEntry, Setup, Values};

/// A bot as it takes part in a tournament.
pub struct Entrant<G: Game> {
    /// Shown in files; unique among those that can play one side.
    pub name: String,
    /// The canonical spelling: bot and parameters, without side prefix and name.
    pub spec: String,
    /// The kind of side it is restricted to.
    pub side: Option<String>,
    /// The bot.
    pub bot: BotEntry<G>,
    /// Its parameter values.
    pub values: Values,
}

impl<G: Game> Entrant<G> {
    /// Whether it plays sides of this kind.
    #[must_use]
    pub fn plays(&self, kind: &str) -> bool {
        self.side.as_deref().is_none_or(|side| side == kind)
            && (self.bot.sides.is_empty() || self.bot.sides.contains(&kind))
    }

    /// Makes a bot for some seats of a side.
    #[must_use]
    pub fn make(&self, game: &Arc<G>, side: SideId, seats: Range<u8>) -> Box<dyn Bot<G>> {
        (self.bot.make)(&Setup { game, values: &self.values, side, seats })
    }

    /// What to type for this entrant again, with side and name where they say something.
    #[must_use]
    pub fn typed(&self) -> String {
        typed(self.side.as_deref(), &self.name, &self.spec)
    }
}

/// What to type for an entrant of this side, name and spec.
pub(crate) fn typed(side: Option<&str>, name: &str, spec: &str) -> String {
    let side = side.map(|side| format!("{side}=")).unwrap_or_default();
    let name = if name == spec { String::new() } else { format!("{name}@") };
    format!("{side}{name}{spec}")
}

// By hand: derived, it would ask the ruleset to be `Clone` too.
impl<G: Game> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            spec: self.spec.clone(),
            side: self.side.clone(),
            bot: self.bot,
            values: self.values.clone(),
        }
    }
}
