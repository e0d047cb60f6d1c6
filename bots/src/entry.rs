//! The entries by which bots are listed and made.

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Bot, Game, SideId};

use crate::params::Param;
use crate::values::Values;

/// An entry of a bot of a ruleset.
pub struct BotEntry<G: Game> {
    /// Name, as in a spec: lower case, digits, `-` and `_`.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// The kinds of sides that it can play; empty for every side.
    pub sides: &'static [&'static str],
    /// Its place in the series of stoker's own bots, from 0 for the weakest. Each rung is the next
    /// opponent to beat after the one below. `None` for a bot outside the series.
    pub rung: Option<u8>,
    /// True if it searches, at tens of milliseconds a turn. It then plays only where it is named.
    pub searches: bool,
    /// The parameters that can be set.
    pub params: &'static [Param],
    /// Makes a bot for one match.
    pub make: fn(&Setup<'_, G>) -> Box<dyn Bot<G>>,
}

/// The input from which a bot is made.
pub struct Setup<'a, G: Game> {
    /// The configured ruleset. A bot may use all of it.
    pub game: &'a Arc<G>,
    /// A value for every parameter that the bot declares.
    pub values: &'a Values,
    /// The side to play.
    pub side: SideId,
    /// The seats to decide for: all of the side, or one of them if they do not share knowledge.
    pub seats: Range<u8>,
}

impl<G: Game> BotEntry<G> {
    /// An entry of a bot that plays every side, is outside the series, does not search, and has no
    /// parameters.
    #[must_use]
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        make: fn(&Setup<'_, G>) -> Box<dyn Bot<G>>,
    ) -> Self {
        Self { name, summary, sides: &[], rung: None, searches: false, params: &[], make }
    }
}

// Written by hand: derived ones would require the ruleset to be `Clone` too.
impl<G: Game> Clone for BotEntry<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for BotEntry<G> {}
