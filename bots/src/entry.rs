//! How a bot is listed and made.

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Bot, Game, SideId};

use crate::params::Param;
use crate::values::Values;

/// A bot of a ruleset, as lists show it.
pub struct BotEntry<G: Game> {
    /// Name, as in a spec: lower case, digits, `-` and `_`.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// The kinds of sides it can play; empty for every side.
    pub sides: &'static [&'static str],
    /// Its place in the series of those that come with stoker, from 0, the weakest: the next one up
    /// is the next opponent to beat. `None` for a bot outside of it.
    pub rung: Option<u8>,
    /// True if it searches, at tens of milliseconds a turn: then it plays only where it is named.
    pub searches: bool,
    /// What can be set.
    pub params: &'static [Param],
    /// Makes a bot for one match.
    pub make: fn(&Setup<'_, G>) -> Box<dyn Bot<G>>,
}

/// What a bot is made from.
pub struct Setup<'a, G: Game> {
    /// The ruleset, configured: all of it may be known.
    pub game: &'a Arc<G>,
    /// A value for every parameter that the bot declares.
    pub values: &'a Values,
    /// The side to play.
    pub side: SideId,
    /// The seats to decide for: all of the side, or one of them where they do not share knowledge.
    pub seats: Range<u8>,
}

impl<G: Game> BotEntry<G> {
    /// A bot that plays every side, is no rung, does not search, and has nothing to set.
    #[must_use]
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        make: fn(&Setup<'_, G>) -> Box<dyn Bot<G>>,
    ) -> Self {
        Self { name, summary, sides: &[], rung: None, searches: false, params: &[], make }
    }
}

// By hand: derived, they would ask the ruleset to be `Clone` too.
impl<G: Game> Clone for BotEntry<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for BotEntry<G> {}
