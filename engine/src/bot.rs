//! The interface that every bot implements.

use crate::game::{Choice, Ending, Game};
use crate::scene::Note;
use crate::seats::Seat;
use crate::seed::Rng;

/// A player: one object plays one side in one match. If the seats of a side do not share knowledge,
/// one object plays one seat.
///
/// # Contract
/// - [`choose`](Self::choose) is called once for each decision of the bot's seats, in the order of
///   play, with the view at that moment. Views only ever grow, so a bot may remember how much of a
///   view it has seen. A disqualified seat is not asked.
/// - [`notes`](Self::notes) may be called after `choose`, with the same view. Notes change only
///   what people see.
/// - [`ended`](Self::ended) is called once after the last decision, but not after a panic.
/// - A bot gets its ruleset when it is made. It may rely on nothing else: no clock, no file, no
///   global state, no generator but the one it is lent. Then its games can be reproduced.
/// - A panic is caught and recorded as a crash of this bot. The object is not used again.
pub trait Bot<G: Game>: Send {
    /// Chooses a move for the seat asked.
    fn choose(&mut self, view: &G::View, turn: &mut Decision<'_, G::Move>) -> Choice<G::Move>;

    /// Shows the bot's thoughts about its last decision to people who replay the match. No opponent
    /// sees them. Called only if notes are kept.
    fn notes(&self, _view: &G::View) -> Vec<Note> {
        vec![]
    }

    /// Learns how the match ended. Most bots ignore it.
    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    /// A copy of the bot in its present state, for callers that ask what it would do; `None` if it
    /// cannot be copied.
    ///
    /// Given the same views and equal generators, both answer the same. Neither affects the other.
    fn fork(&self) -> Option<Box<dyn Bot<G>>> {
        None
    }
}

/// A limit on the thinking about one decision.
///
/// The engine knows no durations: the harness counts, or reads a clock.
pub trait Budget {
    /// Returns true if one more unit of work may be done. Bots ask before each unit.
    fn more(&mut self) -> bool;
}

/// A budget of a number of units of work.
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

/// One decision, as a bot meets it: the seat that is asked, a generator and a budget.
pub struct Decision<'a, M> {
    seat: Seat,
    rng: &'a mut Rng,
    budget: &'a mut dyn Budget,
    proposal: Option<M>,
    listener: Option<&'a mut dyn FnMut(M)>,
}

impl<'a, M: Copy> Decision<'a, M> {
    /// A decision for this seat.
    pub fn new(seat: Seat, rng: &'a mut Rng, budget: &'a mut dyn Budget) -> Self {
        Self { seat, rng, budget, proposal: None, listener: None }
    }

    /// The same decision, which also reports each proposal to this listener as it is made.
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

    /// Returns true if the bot may go on thinking. A bot that searches asks before each iteration,
    /// and answers once this is false.
    pub fn more(&mut self) -> bool {
        self.budget.more()
    }

    /// Names the best move so far. If the budget ends before an answer, the last proposal counts.
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
