//! Entrants that take part in name only: programs whose matches were played elsewhere, and people
//! who are not at a table.

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
        Box::new(Nobody("its program is not here"))
    }
}

/// A player that gives no answer, for this reason; nobody is supposed to ask it.
pub struct Nobody(pub &'static str);

impl<G: Game> Remote<G> for Nobody {
    fn tell(&mut self, _event: &G::Event) {}

    fn choose(&mut self, _seat: Seat, _view: &G::View) -> TimedAnswer<G::Move> {
        let result: Result<Choice<G::Move>, Trouble> = Err(Trouble::Void(self.0.to_owned()));
        TimedAnswer { result, elapsed: Elapsed::default() }
    }

    fn ended(&mut self, _view: &G::View, _ending: &Ending) {}

    fn log(&mut self) -> String {
        String::new()
    }
}
