//! Guesses of what a view does not show, for searches.

use std::ops::ControlFlow;

use rand::Rng as _;

use crate::chance::Chance;
use crate::game::Game;
use crate::seed::{Rng, Seed};

/// Draws of hidden states, which search bots need besides the rules.
///
/// Every guess gives exactly the view it was made from. The true state is always among the possible
/// guesses. Guesses get fresh chance, seeded from the given generator.
pub trait Guess: Game {
    /// The set of states that are consistent with a view, in some compact form.
    type Guesses;

    /// Computes the states that are consistent with the view of a seat that is asked. A ruleset may
    /// do so for other views too.
    ///
    /// # Errors
    /// If there are none, because the ruleset cannot have given this view.
    fn guesses(&self, view: &Self::View) -> Result<Self::Guesses, NoGuess>;

    /// One of the states, with the weights that the ruleset states.
    ///
    /// # Panics
    /// May panic on guesses whose update failed, because there is none to draw from.
    fn sample(&self, guesses: &Self::Guesses, rng: &mut Rng) -> Self::State;

    /// Chance for a guessed state. It depends on the generator alone, not on the true game.
    fn fresh_chance(rng: &mut Rng) -> Chance {
        Chance::seeded(Seed(rng.next_u64()))
    }
}

/// Lists of hidden states, where these are few enough.
///
/// Then each state that [`sample`](Guess::sample) can draw is on the list, and all are equally
/// likely to be drawn. A ruleset with too many offers draws alone.
pub trait ListGuesses: Guess {
    /// Calls `visit` with every state, each once, until it breaks.
    ///
    /// There can be too many to visit: the ruleset's own count tells.
    fn for_each(
        &self,
        guesses: &Self::Guesses,
        rng: &mut Rng,
        visit: &mut dyn FnMut(Self::State) -> ControlFlow<()>,
    );
}

/// Error: no state is consistent with a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no state of this ruleset is consistent with the view")]
pub struct NoGuess;
