//! Tests of the bot as a program, driven as `stoker` drives it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use stoker::bots::lines::wire::{
    self, Decide, DecisionLimits, WireForm, FromProgram, Greeting, Hello, PROTOCOL, Reply, SideInfo,
    Start,
};
use stoker::engine::course::{Course, Event, Params, View};
use stoker::engine::{Chance, Game, Seed, Viewer};

/// The program, with both ends of the conversation.
struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    fn start(settings: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_external"))
            .arg(settings)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, to, from: BufReader::new(from) }
    }

    fn hear(&mut self) -> FromProgram {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        FromProgram::read(line.as_bytes()).unwrap()
    }

    /// Returns true if the program exits successfully once its input ends.
    fn ends_well(self) -> bool {
        let Self { mut child, to, from } = self;
        drop((to, from));
        child.wait().unwrap().success()
    }
}

/// The lines that open a match for the hunters, up to the first question.
fn opening() -> Vec<u8> {
    let game = Course::default();
    let view = game.view(&Game::start(&game, Chance::seeded(Seed(1))), Viewer(0));
    let hello =
        Hello { protocol: PROTOCOL, stoker: "0.1.0".to_owned(), ruleset: Course::NAME.to_owned() };
    let start: Start<Params, View> = Start {
        ruleset: Course::NAME.to_owned(),
        params: game.params().clone(),
        map: Some(game.map().plain()),
        data: None,
        sides: SideInfo::list(game.sides()),
        side: "hunters".to_owned(),
        seats: vec![0, 1, 2, 3],
        seed: Seed(7),
        limits: DecisionLimits { wall_ms: 6_000, cpu_ms: 1_500 },
        view: Some(view),
    };
    let question: Decide<Event> = Decide { decision: 1, seat: 0, events: vec![], legal: vec![] };
    let mut lines = vec![];
    wire::write(&hello, &mut lines).unwrap();
    wire::write(&start, &mut lines).unwrap();
    wire::write(&question, &mut lines).unwrap();
    lines
}

#[test]
fn the_program_greets_and_answers_with_a_place() {
    let mut program = Program::start("rest=5");
    program.to.write_all(&opening()).unwrap();
    let greeting = Greeting { protocol: PROTOCOL, form: WireForm::View };
    assert_eq!(program.hear(), FromProgram::Hello(greeting));
    match program.hear() {
        FromProgram::Reply(Reply::Move { decision: 1, mv, .. }) => {
            let code = mv.as_bytes().try_into().expect("a code has two characters");
            assert!(Course::default().map().find(code).is_some(), "{mv}");
        }
        other => panic!("{other:?}"),
    }
    assert!(program.ends_well());
}

#[test]
fn a_setting_that_the_bot_does_not_have_ends_the_program() {
    assert!(!Program::start("speed=5").ends_well());
}
