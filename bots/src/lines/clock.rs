//! Thinking time by the clock, and proposals sent meanwhile.

use std::cell::RefCell;
use std::io::Write;
use std::time::{Duration, Instant};

use stoker_engine::{Budget, Game};

use super::error::ServeError;
use super::wire::{self, DecisionLimits, Reply};

/// Minimum time between two proposals that are written: a search may name a better move far more
/// often than anyone needs to know.
pub const PACE: Duration = Duration::from_millis(10);

/// The time that a bot may think about one decision: four fifths of the stricter limit.
///
/// The rest is for other work. One thread takes no more processor time than wall time, so one clock
/// serves both limits. A bot with more threads has to measure its processor time itself.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use stoker_bots::lines::{thinking_time, wire::DecisionLimits};
/// let limits = DecisionLimits { wall_ms: 6_000, cpu_ms: 1_500 };
/// assert_eq!(thinking_time(limits), Duration::from_millis(1_200));
/// ```
#[must_use]
pub fn thinking_time(limits: DecisionLimits) -> Duration {
    Duration::from_millis(limits.wall_ms.min(limits.cpu_ms)) / 5 * 4
}

/// Sends a line to `stoker`.
pub(super) fn send(
    output: &mut impl Write,
    message: &impl serde::Serialize,
) -> Result<(), ServeError> {
    let mut line = vec![];
    wire::write(message, &mut line).map_err(|error| ServeError::Write(error.into()))?;
    output.write_all(&line).and_then(|()| output.flush()).map_err(ServeError::Write)
}

/// The proposals of one decision. The newest is written, at most one per [`PACE`], and none twice.
pub(super) struct Proposals<'a, G: Game, W> {
    game: &'a G,
    output: &'a mut W,
    decision: u64,
    waiting: Option<G::Move>,
    written: Option<(G::Move, Instant)>,
    failure: Option<ServeError>,
}

impl<'a, G: Game, W: Write> Proposals<'a, G, W> {
    pub(super) fn new(game: &'a G, output: &'a mut W, decision: u64) -> Self {
        Self { game, output, decision, waiting: None, written: None, failure: None }
    }

    pub(super) fn add(&mut self, mv: G::Move, now: Instant) {
        let known = self.written.is_some_and(|(written, _)| written == mv);
        self.waiting = if known { None } else { Some(mv) };
        self.pass_on(now);
    }

    /// Writes the waiting move if it is time.
    fn pass_on(&mut self, now: Instant) {
        let due = self.written.is_none_or(|(_, then)| now.duration_since(then) >= PACE);
        if !due || self.failure.is_some() {
            return;
        }
        let Some(mv) = self.waiting.take() else { return };
        self.written = Some((mv, now));
        let written = code(self.game, mv).and_then(|propose| {
            send(self.output, &Reply::Propose { decision: self.decision, propose })
        });
        self.failure = written.err();
    }

    /// # Errors
    /// The failure that kept proposals from being written.
    pub(super) fn finish(self) -> Result<(), ServeError> {
        self.failure.map_or(Ok(()), Err)
    }
}

/// A move in the ruleset's notation.
pub(super) fn code<G: Game>(game: &G, mv: G::Move) -> Result<String, ServeError> {
    let mut text = String::new();
    match game.write_move(mv, &mut text) {
        Ok(()) => Ok(text),
        Err(_) => Err(ServeError::Move(format!("{mv:?}"))),
    }
}

/// A budget that ends at a time. Each question for more also passes proposals on.
pub(super) struct ClockBudget<'a, 'p, G: Game, W> {
    pub(super) until: Instant,
    pub(super) proposals: &'a RefCell<Proposals<'p, G, W>>,
}

impl<G: Game, W: Write> Budget for ClockBudget<'_, '_, G, W> {
    fn more(&mut self) -> bool {
        let now = Instant::now();
        let mut proposals = self.proposals.borrow_mut();
        proposals.pass_on(now);
        now < self.until && proposals.failure.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::{Course, Move};
    use stoker_engine::map::Place;

    #[test]
    fn proposals_are_written_once_and_not_too_often() {
        let game = Course::default();
        let mut output = vec![];
        let mut proposals = Proposals::new(&game, &mut output, 7);
        let place = |index| Move::Hunter(Place::new(index).unwrap());
        let start = Instant::now();
        let after = |tenths: u32| start + PACE * tenths / 10;
        proposals.add(place(0), after(0));
        proposals.add(place(0), after(1));
        // This one is too early, and is replaced by the first one before it is time.
        proposals.add(place(1), after(5));
        proposals.add(place(0), after(6));
        proposals.pass_on(after(10));
        // This one is too early, and is written when it is time.
        proposals.add(place(1), after(7));
        proposals.pass_on(after(9));
        assert_eq!(proposals.written, Some((place(0), start)));
        proposals.pass_on(after(11));
        proposals.pass_on(after(30));
        proposals.finish().unwrap();
        let [first, second] = [0, 1].map(|index| game.map().code(Place::new(index).unwrap()));
        assert_eq!(
            String::from_utf8(output).unwrap(),
            format!(
                "{{\"decision\":7,\"propose\":\"{first}\"}}\n\
                 {{\"decision\":7,\"propose\":\"{second}\"}}\n"
            )
        );
    }
}
