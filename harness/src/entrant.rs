//! Entrants: bots as they take part in a tournament.

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Bot, Game, SideId};

/// The parameter values of a bot.
#[derive(Debug, Clone, Default)]
pub struct Values;

/// What a bot is made from.
pub struct Setup<'a, G: Game> {
    /// The game to be played.
    pub game: &'a Arc<G>,
    /// The bot's parameter values.
    pub values: &'a Values,
    /// The side to play.
    pub side: SideId,
    /// The seats to play for.
    pub seats: Range<u8>,
}

/// A built-in bot.
pub struct BotEntry<G: Game> {
    /// Name, as in a spec.
    pub name: &'static str,
    /// The side kinds it can play; empty means every one.
    pub sides: &'static [&'static str],
    /// Makes one.
    pub make: fn(&Setup<'_, G>) -> Box<dyn Bot<G>>,
}

/// A bot as it takes part in a tournament.
pub struct Entrant<G: Game> {
    /// Unique; shown in files.
    pub name: String,
    /// The canonical spelling, without a side prefix.
    pub spec: String,
    /// The side kind it is restricted to.
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
}
