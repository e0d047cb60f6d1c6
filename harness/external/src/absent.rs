//! Programs that take part in name only, because their matches were played elsewhere.

use stoker_engine::{Choice, Ending, Game, Seat};

use crate::contract::{Elapsed, ExternalBot, Remote, Seating, TimedAnswer, Trouble};

/// A program that is not on this machine, described by a run's `run.toml`.
pub struct Absent {
    /// The hash of its files.
    pub hash: String,
    /// The kinds of sides that it can play.
    pub plays: Vec<String>,
}

impl<G: Game> ExternalBot<G> for Absent {
    fn plays(&self, kind: &str) -> bool {
        self.plays.iter().any(|side| side == kind)
    }

    fn hash(&self) -> &str {
        &self.hash
    }

    fn seat(&self, _seating: &Seating<'_, G>) -> Box<dyn Remote<G>> {
        Box::new(Nobody)
    }
}

/// A program that gives no answer; nobody is supposed to ask it.
struct Nobody;

impl<G: Game> Remote<G> for Nobody {
    fn tell(&mut self, _event: &G::Event) {}

    fn choose(&mut self, _seat: Seat, _view: &G::View) -> TimedAnswer<G::Move> {
        let result: Result<Choice<G::Move>, Trouble> =
            Err(Trouble::Void("its program is not here".to_owned()));
        TimedAnswer { result, elapsed: Elapsed::default() }
    }

    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    fn log(&mut self) -> String {
        String::new()
    }
}
