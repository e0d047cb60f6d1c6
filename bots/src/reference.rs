//! The two ends of a scale: players against which other bots are measured.
//!
//! Neither is a rung of a ladder. The lower one ignores its opponents. The upper one gets the
//! truth, so it is not a [`Bot`](stoker_engine::Bot) and cannot be used as one.

use stoker_engine::{Choice, Decision, Game};

use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// A player who gets the whole truth, which no bot may have.
///
/// It can be listed only as an upper [reference](References), which `stoker gauge` alone plays.
///
/// # Contract
/// The contract of a [`Bot`](stoker_engine::Bot), except that it gets the state.
pub trait SeesAll<G: Game>: Send {
    /// Chooses a move for the seat asked.
    fn choose(&mut self, state: &G::State, turn: &mut Decision<'_, G::Move>) -> Choice<G::Move>;
}

/// The entry of a player who sees the truth, as an upper reference.
pub struct SeerEntry<G: Game> {
    /// Name, as in a spec: lower case, digits, `-` and `_`.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// The kind of side that it plays.
    pub side: &'static str,
    /// The parameters that can be set.
    pub params: &'static [Param],
    /// Makes a player for one match.
    pub make: fn(&Setup<'_, G>) -> Box<dyn SeesAll<G>>,
}

/// The two references between which the bots of one kind of side are measured. The kind is that of
/// the omniscient player.
pub struct References<G: Game> {
    /// The lower end: a bot that ignores its opponents.
    pub blind: BotEntry<G>,
    /// The upper end: a player who sees the truth.
    pub omniscient: SeerEntry<G>,
}

// Written by hand: derived ones would require the ruleset to be `Clone` too.
impl<G: Game> Clone for SeerEntry<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SeerEntry<G> {}

impl<G: Game> Clone for References<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for References<G> {}
