//! A hostile bot at the table, and what its turns cost the harness.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use stoker::external::contract::waiting::Waiting;
use stoker::external::contract::{ExternalBot, Notes, Remote, Seating, TimedAnswer};
use stoker::external::runnable::{Codes, Commands, MemoryMeasure};
use stoker::external::{Limits, Program, Runnable, SandboxOptions};
use stoker::registry::Registry;
use stoker::spec::Protocol;
use stoker_engine::course::{Course, Move, View};
use stoker_engine::{Chance, Game, Seat, Seed, SideId, Turn};
use stoker_sandbox::Isolation;
use tempfile::TempDir;

/// The processor time of this thread, which is the one that listens to the bots.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("clocks do not run backwards")
}

/// The processor time of the servers that watch the bots: each is the child of a launcher, which
/// this thread started. Zero on kernels that do not report it to the nanosecond.
fn servers_time() -> Duration {
    let children = |task: &str| -> Vec<u32> {
        let list = fs::read_to_string(format!("/proc/{task}/children")).unwrap_or_default();
        list.split_whitespace().filter_map(|process| process.parse().ok()).collect()
    };
    let launchers = children("thread-self").into_iter();
    let servers = launchers.flat_map(|launcher| children(&format!("{launcher}/task/{launcher}")));
    let time = |server| {
        let times = fs::read_to_string(format!("/proc/{server}/schedstat")).unwrap_or_default();
        times.split(' ').next().and_then(|nanos| nanos.parse::<u64>().ok()).unwrap_or_default()
    };
    Duration::from_nanos(servers.map(time).sum())
}

/// The result of a turn, and its time on the harness's processor, the servers' included, and on the
/// wall clock.
pub(crate) struct Played {
    pub(crate) answer: TimedAnswer<Move>,
    pub(crate) cost: Duration,
    pub(crate) wall: Duration,
}

impl Played {
    /// The cost that it may have: five milliseconds, and a hundredth of the time on the wall clock.
    pub(crate) fn promised(&self) -> Duration {
        Duration::from_millis(5) + self.wall / 100
    }
}

/// The sources of all bots of this folder.
pub(crate) fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/bots");
    let files = fs::read_dir(folder).expect("the bots are there").flatten();
    let is_bot = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "c" || kind == "py") && name(path) != "lines"
    };
    let mut sources: Vec<_> = files.map(|file| file.path()).filter(is_bot).collect();
    sources.sort();
    sources
}

/// The name of the bot that this is the source of.
pub(crate) fn name(source: &Path) -> String {
    source.file_stem().expect("it is a file").to_string_lossy().into_owned()
}

/// A bot in a folder of its own, ready to play.
pub(crate) struct Submission {
    folder: TempDir,
    command: Vec<String>,
    protocol: Protocol,
}

impl Submission {
    /// A seat with this source; `compile` puts a program in C in its place.
    pub(crate) fn new(source: &Path, compile: impl FnOnce(&Path)) -> Self {
        let folder = TempDir::new().expect("there is room");
        fs::write(folder.path().join("targets"), "").expect("there is room");
        let (command, protocol) = if source.extension() == Some("py".as_ref()) {
            for (from, to) in [(source, "bot.py"), (&source.with_file_name("lines.py"), "lines.py")]
            {
                fs::copy(from, folder.path().join(to)).expect("there is room");
            }
            (["python3", "bot.py"].map(str::to_owned).into(), Protocol::Lines)
        } else {
            compile(&folder.path().join("bot"));
            let lines = name(source).ends_with("_lines");
            (vec!["./bot".to_owned()], if lines { Protocol::Lines } else { Protocol::Plays })
        };
        Self { folder, command, protocol }
    }
}

/// A place in a match.
pub(crate) struct Place<'a> {
    pub(crate) side: SideId,
    /// All programs of the match.
    pub(crate) waiting: &'a Waiting,
}

/// A bot at its first turn of a game.
pub(crate) struct Table {
    remote: Box<dyn Remote<Course>>,
    seat: Seat,
    view: View,
}

impl Table {
    /// A seat for a bot, which plays by itself.
    pub(crate) fn new(bot: &Submission, limits: Limits) -> Self {
        let place = Place { side: Course::HUNTERS, waiting: &Waiting::default() };
        Self::at(&place, bot, limits)
    }

    /// A seat for a bot in a match.
    pub(crate) fn at(place: &Place<'_>, bot: &Submission, limits: Limits) -> Self {
        let runnable = Runnable {
            protocol: bot.protocol,
            commands: Commands::Every(bot.command.clone()),
            folder: Some(bot.folder.path().to_owned()),
            read_only: vec![],
            limits,
            memory: MemoryMeasure::Asked,
            codes: Codes::Today,
            served: [].into(),
            hash: String::new(),
        };
        let launcher = Some(env!("CARGO_BIN_EXE_stoker").into());
        let sandbox_options =
            Arc::new(SandboxOptions { launcher, ..SandboxOptions::new(Isolation::Full) });
        let form = Registry::builtin().plays_form::<Course>();
        let program =
            Program::new("bot", runnable, form, sandbox_options).expect("the course has a form");
        let game = Arc::new(Course::default());
        let (seat, view) = first_turn(&game, place.side);
        let viewers = game.sides().viewers();
        let viewer = viewers.iter().position(|viewer| viewer.seats.contains(&seat.0));
        let seats = viewers[viewer.expect("every seat has a viewer")].seats.clone();
        let &Place { side, waiting } = place;
        let (seed, slot, notes) = (Seed(1), u32::from(side.0), Notes::Dropped);
        let seating = Seating { game: &game, view: &view, side, seats, seed, slot, waiting, notes };
        Self { remote: program.seat(&seating), seat, view }
    }

    /// A turn, with the words of the bot. The first turn includes starting the sandbox and the
    /// program.
    pub(crate) fn turn(&mut self) -> Played {
        let servers = servers_time();
        let (began, before) = (Instant::now(), processor_time());
        let answer = self.remote.choose(self.seat, &self.view);
        drop(self.remote.log());
        let (own, wall) = (processor_time().saturating_sub(before), began.elapsed());
        Played { answer, cost: own + servers_time().saturating_sub(servers), wall }
    }
}

/// The first seat of a side that is to move, with its view.
fn first_turn(game: &Course, side: SideId) -> (Seat, View) {
    let mut state = game.start(Chance::seeded(Seed(3)));
    loop {
        let Turn::ToMove(seat) = game.turn(&state) else { panic!("every side has a turn") };
        if game.sides().side_of(seat) == side {
            return (seat, game.view(&state, game.sides().viewer_of(seat)));
        }
        let choice = game.default_choice(&mut state);
        Game::play(game, &mut state, choice).expect("it is legal");
    }
}
