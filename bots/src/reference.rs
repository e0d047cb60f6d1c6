//! The two ends of a scale: bots that play so that others can be measured.
//!
//! Neither is a rung of a ladder. The lower one ignores its opponents; the upper one is handed the
//! truth, so it is no [`Bot`](stoker_engine::Bot) and cannot be mistaken for one.

use stoker_engine::{Choice, Decision, Game};

use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// A player who is handed the whole truth: what no bot may have.
///
/// It can be listed only as an upper [reference](References), which `stoker gauge` alone plays.
///
/// # Contract
/// That of a [`Bot`](stoker_engine::Bot), but for what it is shown.
pub trait SeesAll<G: Game>: Send {
    /// Chooses a move for the seat asked.
    fn choose(&mut self, state: &G::State, turn: &mut Decision<'_, G::Move>) -> Choice<G::Move>;
}

/// A player who sees the truth, as an upper reference.
pub struct SeerEntry<G: Game> {
    /// Name, as in a spec: lower case, digits, `-` and `_`.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// The kind of side it plays.
    pub side: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Makes a player for one match.
    pub make: fn(&Setup<'_, G>) -> Box<dyn SeesAll<G>>,
}

/// What the bots of one kind of side, that of the omniscient, are measured between.
pub struct References<G: Game> {
    /// The lower end: a bot that does not care what its opponents do.
    pub blind: BotEntry<G>,
    /// The upper end: a player who sees the truth.
    pub omniscient: SeerEntry<G>,
}

// By hand: derived, they would ask the ruleset to be `Clone` too.
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
