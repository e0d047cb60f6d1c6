//! A table at which a program plays one side, and a bot of this program the other.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use stoker::entrant::{BotSource, Entrant, Values};
use stoker::external::line_marks::turn_of;
use stoker::external::runnable::{Codes, Commands, MemoryMeasure};
use stoker::external::{Limits, Program, Runnable, SandboxOptions};
use stoker::fault::{FaultKind, FaultPolicy};
use stoker::plan::Starts;
use stoker::referee::{
    AnswerTiming, DecisionOrigin, DecisionStep, KeptNotes, Played, Referee, RefereeError,
    RefereeSettings, Spectator,
};
use stoker::registry::Registry;
use stoker::spec::Protocol;
use stoker_engine::course::{Course, Move, Params, State, Turned};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Game, Seed};
use stoker_sandbox::Isolation;
use tempfile::TempDir;

/// A program in a language, as a folder with one file.
pub(crate) struct Bot {
    pub(crate) protocol: Protocol,
    pub(crate) command: Vec<String>,
    pub(crate) folder: TempDir,
    pub(crate) limits: Limits,
    pub(crate) policy: FaultPolicy,
    pub(crate) codes: Codes,
    pub(crate) isolation: Isolation,
    pub(crate) launcher: &'static str,
    pub(crate) side: &'static str,
    pub(crate) rounds: i32,
    pub(crate) seed: u64,
    pub(crate) notes: KeptNotes,
}

impl Bot {
    /// A program in Python.
    pub(crate) fn python(protocol: Protocol, source: &str) -> Self {
        Self::new(protocol, &["/usr/bin/python3", "-S", "bot"], source)
    }

    /// A program in the language of the shell.
    pub(crate) fn shell(protocol: Protocol, source: &str) -> Self {
        Self::new(protocol, &["/bin/sh", "bot"], source)
    }

    /// A program that is run by this command in a folder with its source as `bot`.
    pub(crate) fn new(protocol: Protocol, command: &[&str], source: &str) -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("bot"), source).unwrap();
        let command = command.iter().map(|&word| word.to_owned()).collect();
        Self {
            protocol,
            command,
            folder,
            limits: Limits { wall_ms: 10_000, cpu_ms: 2_000, ..Limits::default() },
            policy: FaultPolicy::Seat,
            codes: Codes::Today,
            isolation: Isolation::None,
            launcher: env!("CARGO_BIN_EXE_stoker"),
            side: "hunters",
            rounds: 3,
            seed: 1,
            notes: KeptNotes::None,
        }
    }

    fn entrant(&self) -> Entrant<Course> {
        let runnable = Runnable {
            protocol: self.protocol,
            commands: Commands::Every(self.command.clone()),
            folder: Some(self.folder.path().to_owned()),
            read_only: vec![],
            limits: self.limits,
            memory: MemoryMeasure::Asked,
            codes: self.codes,
            served: BTreeMap::new(),
            hash: String::new(),
        };
        let launcher = Some(PathBuf::from(self.launcher));
        let sandbox_options =
            Arc::new(SandboxOptions { launcher, ..SandboxOptions::new(self.isolation) });
        let form = Registry::builtin().plays_form::<Course>();
        let program = Program::new("bot", runnable, form, sandbox_options).unwrap();
        entrant("bot", BotSource::External(Arc::new(program)))
    }

    /// Plays a match of at most this many rounds, without an opening. If it is void because the
    /// machine had too much to do, it is played again, as in a league.
    pub(crate) fn play(&self) -> Match {
        let is_void = |played: &Result<Match, _>| matches!(played, Err(RefereeError::Void(_)));
        let played = (0..4).map(|_| self.try_play()).find(|played| !is_void(played));
        played.unwrap_or_else(|| self.try_play()).unwrap()
    }

    /// The same, where the machine may fail.
    pub(crate) fn try_play(&self) -> Result<Match, RefereeError> {
        let params = Params { start_score: self.rounds, start_blood: 1_000, ..Params::default() };
        let game = Arc::new(Course::on(params, BuiltinMap::COURSE.load()).unwrap());
        let referee_settings =
            RefereeSettings { starts: Starts::Free, policy: self.policy, slot: slot() };
        let (own, other) = (self.entrant(), other());
        let sides = game.sides().list().iter();
        let lineup: Vec<_> =
            sides.map(|side| if side.name == self.side { &own } else { &other }).collect();
        let mut seen = Seen { side: self.side, steps: vec![] };
        let mut referee = Referee::new(Arc::clone(&game), referee_settings);
        referee.keep_notes(self.notes);
        let mut played = referee.play(Seed(self.seed), &lineup, AnswerTiming::Off, &mut seen)?;
        let whole: String = played.logs.drain(..).map(|(_, text)| text).collect();
        let turns = |line: &&str| turn_of(line.trim_end()).is_none();
        let log = whole.split_inclusive('\n').filter(turns).collect();
        Ok(Match { played, steps: seen.steps, log, whole })
    }
}

/// No two tables at one time have the same number.
fn slot() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A match that was played, in more detail.
pub(crate) struct Match {
    pub(crate) played: Played,
    /// The program's decisions: how each was made, its move, and its message.
    pub(crate) steps: Vec<(DecisionOrigin, String, String)>,
    /// The other output of the program, without the lines that name turns.
    pub(crate) log: String,
    /// The same with them.
    pub(crate) whole: String,
}

impl Match {
    /// Its faults: decision, kind, reason.
    pub(crate) fn faults(&self) -> Vec<(u32, FaultKind, &str)> {
        let all = self.played.faults.iter();
        all.map(|fault| (fault.decision, fault.kind, &*fault.reason)).collect()
    }

    /// The kinds of its faults.
    pub(crate) fn kinds(&self) -> Vec<FaultKind> {
        self.played.faults.iter().map(|fault| fault.kind).collect()
    }

    /// Asserts that the program made all decisions itself, and in order.
    pub(crate) fn is_clean(&self) -> &Self {
        assert_eq!(self.faults(), [], "{}", self.log);
        assert!(!self.steps.is_empty());
        assert!(self.steps.iter().all(|(how, ..)| *how != DecisionOrigin::Default));
        self
    }
}

#[derive(Default)]
struct Seen {
    side: &'static str,
    steps: Vec<(DecisionOrigin, String, String)>,
}

impl Spectator<Course> for Seen {
    fn played(&mut self, game: &Course, _: &State, step: &DecisionStep<Move>, _: &Turned) {
        let sides = game.sides();
        if sides.side(sides.side_of(step.seat)).name == self.side {
            let mut mv = String::new();
            game.write_move(step.mv, &mut mv).unwrap();
            self.steps.push((step.how, mv, step.message.to_string()));
        }
    }
}

/// The player of the other side: the built-in bot that chooses at random.
fn other() -> Entrant<Course> {
    entrant("other", BotSource::Builtin(stoker_bots::random(), Values::default()))
}

fn entrant(name: &str, source: BotSource<Course>) -> Entrant<Course> {
    Entrant { name: name.to_owned(), spec: name.to_owned(), side: None, source, unfit: vec![] }
}
