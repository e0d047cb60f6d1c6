//! An honest bot's turns in a match against a quiet opponent and in one against a hostile one, side
//! by side.

use std::time::Duration;

use stoker::external::Limits;
use stoker::external::contract::waiting::Waiting;
use stoker_engine::course::Course;

use crate::seat::{Place, Played, Submission, Table};

/// The limits of an honest bot: enough to wait for a processor without being late.
fn patient() -> Limits {
    Limits { cpu_ms: 10_000, wall_ms: 60_000, start_ms: 60_000, ..Limits::default() }
}

/// A match in which the same turn of either side is played again and again.
struct Match {
    honest: Table,
    opponent: Table,
}

impl Match {
    fn new(honest: &Submission, (opponent, limits): (&Submission, Limits)) -> Self {
        let waiting = &Waiting::default();
        let at = |side, bot, limits| Table::at(&Place { side, waiting }, bot, limits);
        Self {
            honest: at(Course::DRACULA, honest, patient()),
            opponent: at(Course::HUNTERS, opponent, limits),
        }
    }

    /// A turn of each; the result is that of the honest bot.
    fn round(&mut self) -> Times {
        self.opponent.turn();
        let Played { answer, wall, .. } = self.honest.turn();
        assert!(answer.result.is_ok(), "an honest bot has no fault: {answer:?}");
        Times { cpu: answer.elapsed.cpu, wall }
    }
}

/// The times of an honest bot's turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// As the harness counts it.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

/// The turns of an honest bot against either opponent.
pub(crate) struct Compared {
    pub(crate) quiet: Vec<Times>,
    pub(crate) hostile: Vec<Times>,
}

impl Compared {
    /// Plays this many rounds of both matches, a round of each at a time, after a first that is
    /// left out.
    pub(crate) fn play(
        honest: &Submission,
        quiet: &Submission,
        hostile: (&Submission, Limits),
        rounds: usize,
    ) -> Self {
        let mut quiet = Match::new(honest, (quiet, patient()));
        let mut hostile = Match::new(honest, hostile);
        let rounds = (0..=rounds).map(|_| (quiet.round(), hostile.round())).skip(1);
        let (quiet, hostile) = rounds.unzip();
        Self { quiet, hostile }
    }

    /// The least times against the hostile opponent, as multiples of those against the quiet one:
    /// what is more than the least comes from other programs of this machine.
    pub(crate) fn ratio(&self, of: impl Fn(&Times) -> Duration) -> f64 {
        let least = |turns: &[Times]| turns.iter().map(&of).min().unwrap_or_default();
        least(&self.hostile).as_secs_f64() / least(&self.quiet).as_secs_f64()
    }
}
