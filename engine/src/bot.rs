//! What a bot is.

use crate::game::{Choice, Ending, Game};
use crate::scene::Note;
use crate::seats::Seat;
use crate::seed::Rng;

/// A player: one object plays one side in one match (or one seat, where the seats of a side do not
/// share knowledge).
///
/// # Contract
/// - [`choose`](Self::choose) is called once for each decision of the bot's seats, in the order of
///   play, with the view as it is then. Views only ever grow, so a bot may remember how much of
///   one it has seen. Decisions of a seat that was disqualified are not asked.
/// - [`notes`](Self::notes) may be called after `choose`, with the same view. Nothing but what people
///   see depends on it.
/// - [`ended`](Self::ended) is called once after the last decision; not after a panic.
/// - A bot gets its ruleset when it is made. It may rely on nothing else: no clock, no file, no
///   global state, no generator but the one it is lent. Then its games can be reproduced.
/// - A panic is caught and booked as a crash of this bot; the object is not used again.
pub trait Bot<G: Game>: Send {
    /// Chooses a move for the seat asked.
    fn choose(&mut self, view: &G::View, turn: &mut Decision<'_, G::Move>) -> Choice<G::Move>;

    /// Shows its thoughts about the decision that it has just made, to people who replay the match:
    /// no opponent sees them. Called only if notes are kept.
    fn notes(&self, _view: &G::View) -> Vec<Note> {
        vec![]
    }

    /// Learns how the match ended. Most bots do not care.
    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    /// A copy of the bot as it is now, if it can be copied: for whoever wants to know what it would
    /// do.
    ///
    /// Asked the same, with equal generators, both answer the same. Neither notices the other.
    fn fork(&self) -> Option<Box<dyn Bot<G>>> {
        None
    }
}

/// How long a bot may go on thinking about one decision.
///
/// The engine knows no durations: a harness counts, or reads a clock.
pub trait Budget {
    /// True if one more unit of work may be done; asked before each.
    fn more(&mut self) -> bool;
}

/// A budget of so many units of work.
///
/// # Examples
/// ```
/// use stoker_engine::{Budget, Count};
/// let mut budget = Count(2);
/// assert_eq!([budget.more(), budget.more(), budget.more()], [true, true, false]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Count(pub u64);

impl Budget for Count {
    fn more(&mut self) -> bool {
        let more = self.0 > 0;
        self.0 -= u64::from(more);
        more
    }
}

/// One decision, as a bot meets it: who is asked, with what to draw and how long to think.
pub struct Decision<'a, M> {
    seat: Seat,
    rng: &'a mut Rng,
    budget: &'a mut dyn Budget,
    proposal: Option<M>,
    listener: Option<&'a mut dyn FnMut(M)>,
}

impl<'a, M: Copy> Decision<'a, M> {
    /// A decision of this seat.
    pub fn new(seat: Seat, rng: &'a mut Rng, budget: &'a mut dyn Budget) -> Self {
        Self { seat, rng, budget, proposal: None, listener: None }
    }

    /// The same decision, each of whose proposals is told to this listener as it is made.
    #[must_use]
    pub fn tell_proposals(self, listener: &'a mut dyn FnMut(M)) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// The seat that is asked.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The bot's own generator, seeded by match, side and seat: the same on every run.
    pub fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// Whether to go on thinking. A bot that searches asks before each iteration, and answers when
    /// told no.
    pub fn more(&mut self) -> bool {
        self.budget.more()
    }

    /// Names the best move so far. If the budget ends before an answer, the last one named counts.
    pub fn propose(&mut self, mv: M) {
        self.proposal = Some(mv);
        if let Some(tell) = &mut self.listener {
            tell(mv);
        }
    }

    /// The last move proposed.
    #[must_use]
    pub fn proposal(&self) -> Option<M> {
        self.proposal
    }
}
