//! A hostile bot at the table, and what its turns cost the harness.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use stoker::external::runnable::{Codes, Commands, Memory};
use stoker::external::{Limits, Program, Runnable, Setting};
use stoker::referee::outside::{Answer, Outside, Remote, Seating};
use stoker::referee::waiting::Waiting;
use stoker::registry::Registry;
use stoker::spec::Protocol;
use stoker_engine::course::{Course, Move, View};
use stoker_engine::{Chance, Game, Seat, Seed, Viewer};
use stoker_launcher::Isolation;

/// The processor time of this thread, which is the one that listens to the bots.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("clocks do not run backwards")
}

/// What a turn came to, and took of the harness's processor and on the wall.
pub(crate) struct Turn {
    pub(crate) answer: Answer<Move>,
    pub(crate) cost: Duration,
    pub(crate) wall: Duration,
}

impl Turn {
    /// What it may cost: five milliseconds, and a hundredth of the time on the wall.
    pub(crate) fn promised(&self) -> Duration {
        Duration::from_millis(5) + self.wall / 100
    }
}

/// A bot at the beginning of a game.
pub(crate) struct Table {
    remote: Box<dyn Remote<Course>>,
    view: View,
}

impl Table {
    /// A seat for the bot that this command runs in this folder.
    pub(crate) fn new(
        command: Vec<String>,
        folder: &Path,
        protocol: Protocol,
        limits: Limits,
        isolation: Isolation,
    ) -> Self {
        let runnable = Runnable {
            protocol,
            commands: Commands::Every(command),
            folder: Some(folder.to_owned()),
            read_only: vec![],
            limits,
            memory: Memory::Asked,
            codes: Codes::Today,
            served: [].into(),
            hash: String::new(),
        };
        let launcher = Some(env!("CARGO_BIN_EXE_stoker").into());
        let setting = Arc::new(Setting { launcher, ..Setting::new(isolation) });
        let form = Registry::builtin().plays_form::<Course>();
        let program = Program::new("bot", runnable, form, setting).expect("the course has a form");
        let game = Arc::new(Course::default());
        let view = game.view(&game.start(Chance::seeded(Seed(3))), Viewer(0));
        let (side, seed) = (Course::HUNTERS, Seed(1));
        let (seats, waiting) = (0..4, &Waiting::default());
        let seating = Seating { game: &game, view: &view, side, seats, seed, slot: 0, waiting };
        Self { remote: program.seat(&seating), view }
    }

    /// A turn, and what the bot had to say in it: with the first come the sandbox and the program.
    pub(crate) fn turn(&mut self) -> Turn {
        let (began, before) = (Instant::now(), processor_time());
        let answer = self.remote.choose(Seat(0), &self.view);
        drop(self.remote.log());
        Turn { answer, cost: processor_time().saturating_sub(before), wall: began.elapsed() }
    }
}
