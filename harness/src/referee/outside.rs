//! Bots that are not part of this program, as the referee meets them.

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Choice, Ending, Game, Seat, Seed, SideId};

use super::Elapsed;
use crate::fault::FaultKind;

/// How often what turns out void is begun.
pub(crate) const ATTEMPTS: u32 = 3;

/// A bot that is not part of this program.
pub trait Outside<G: Game>: Send + Sync {
    /// Whether it plays sides of this kind.
    fn plays(&self, kind: &str) -> bool;

    /// A hash of all that it is made of: 32 hexadecimal digits.
    fn hash(&self) -> &str;

    /// Sits down for one match. What goes wrong with that shows when it is first asked.
    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>>;
}

/// Where a bot sits.
pub struct Seating<'a, G: Game> {
    /// The ruleset, configured: all of it may be known.
    pub game: &'a Arc<G>,
    /// The view that it begins with.
    pub view: &'a G::View,
    /// The side to play.
    pub side: SideId,
    /// The seats to decide for.
    pub seats: Range<u8>,
    /// For a generator of its own: tells nothing of the match's other generators.
    pub seed: Seed,
    /// The number of the referee at work: no two that work at once have the same.
    pub slot: u32,
}

/// A bot at the table that is not part of this program: it is told and asked, and can fail in more
/// ways.
///
/// # Contract
/// [`tell`](Self::tell) is called with every event for its viewer, in order; `choose` with the view
/// as it is then; `ended` once after the last decision, with nothing to follow but `log`.
pub trait Remote<G: Game>: Send {
    /// Learns how its view has changed.
    fn tell(&mut self, event: &G::Event);

    /// Chooses a move for the seat asked.
    fn choose(&mut self, seat: Seat, view: &G::View) -> Answer<G::Move>;

    /// Learns how the match ended, and leaves.
    fn ended(&mut self, view: &G::View, ending: &Ending);

    /// What it had to say besides its moves since the last call: standard error, and notes about
    /// oddities that are no faults. Text for its author, capped.
    fn log(&mut self) -> String;
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<M> {
    /// The choice, or what went wrong.
    pub result: Result<Choice<M>, Trouble>,
    /// What it took.
    pub elapsed: Elapsed,
}

/// What can go wrong when a bot is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// An error of the entrant.
    Fault(FaultKind, String),
    /// An error of the machine or of this program, which must not be booked on an entrant: the
    /// match is void.
    Void(String),
}
