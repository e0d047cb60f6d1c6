//! Tests of bots as programs: they make the same choices over a pipe as within `stoker`.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use stoker_bots::lines::wire::{
    self, Decide, DecisionLimits, FromProgram, Greeting, Hello, PROTOCOL, Reply, Start, WireForm,
};
use stoker_bots::lines::{ServeError, serve};
use stoker_bots::{BotEntry, Values};
use stoker_engine::course::{Course, Event, Move, Params, View};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Bot, Chance, Choice, Decision, Game, Seat, Seed, SideId, Turn, Viewer};

use crate::common::entry;
use crate::talk::{Local, code, ended, legal, start};

/// A bot that a thread serves over pipes, as a process would.
struct Program {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    thread: JoinHandle<Result<(), ServeError>>,
}

impl Program {
    fn start(entry: BotEntry<Course>) -> Self {
        let (input, to) = std::io::pipe().unwrap();
        let (from, output) = std::io::pipe().unwrap();
        let values = Values::defaults(entry.params);
        let thread =
            std::thread::spawn(move || serve(&entry, &values, BufReader::new(input), output));
        Self { to, from: BufReader::new(from), thread }
    }

    fn tell(&mut self, message: &impl serde::Serialize) {
        let mut line = vec![];
        wire::write(message, &mut line).unwrap();
        self.to.write_all(&line).unwrap();
    }

    fn hear(&mut self) -> FromProgram {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        FromProgram::read(line.as_bytes()).unwrap()
    }

    /// The answer to a question, and the proposals before it.
    fn ask(&mut self, question: &Decide<Event>) -> (String, Vec<String>) {
        self.tell(question);
        let mut proposals = vec![];
        loop {
            match self.hear() {
                FromProgram::Reply(Reply::Move { decision, mv, .. }) => {
                    assert_eq!(decision, question.decision);
                    return (mv, proposals);
                }
                FromProgram::Reply(Reply::Propose { decision, propose }) => {
                    assert_eq!(decision, question.decision);
                    proposals.push(propose);
                }
                FromProgram::Hello(again) => panic!("{again:?}"),
            }
        }
    }

    fn greet(&mut self) {
        self.tell(&Hello {
            protocol: PROTOCOL,
            stoker: "0.1.0".to_owned(),
            ruleset: "course".to_owned(),
        });
        let greeting = Greeting { protocol: PROTOCOL, form: WireForm::View };
        assert_eq!(self.hear(), FromProgram::Hello(greeting));
    }

    /// The program's result once its input ends.
    fn finish(self) -> Result<(), ServeError> {
        drop((self.to, self.from));
        self.thread.join().unwrap()
    }
}

/// Plays a match in which the bot of one side also plays as a program. Compares every choice, and
/// returns their number.
fn same_choices(game: &Arc<Course>, bots: [&str; 2], side: SideId, match_seed: Seed) -> u64 {
    let seeds = [0, 1].map(|side| match_seed.of_bot(SideId(side), Seat(4 * side)));
    let mut locals = [0, 1].map(|side| {
        Local::seat(game, bots[usize::from(side)], SideId(side), seeds[usize::from(side)])
    });
    let mine = usize::from(side.0);
    let mut program = Program::start(entry(bots[mine]));
    program.greet();
    let mut state = game.start(Chance::seeded(match_seed));
    program.tell(&start(game, &state, side, seeds[mine]));
    let mut views = [0, 1].map(|viewer| game.view(&state, Viewer(viewer)));
    let (mut events, mut asked) = (vec![], 0);
    let ending = loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => break ending,
        };
        let mover = usize::from(game.sides().side_of(seat).0);
        let choice = locals[mover].choose(&views[mover], seat);
        if mover == mine {
            asked += 1;
            let legal = legal(game, &views[mine]);
            let events = std::mem::take(&mut events);
            let (mv, _) = program.ask(&Decide { decision: asked, seat: seat.0, events, legal });
            assert_eq!(mv, code(game, choice.mv), "question {asked}");
        }
        let play = game.play(&mut state, choice).unwrap();
        for (viewer, view) in (0..).map(Viewer).zip(&mut views) {
            let event = game.redact(&state, &play, viewer).unwrap();
            if viewer.0 == side.0 {
                events.push(event.clone());
            }
            game.advance(view, event);
        }
    };
    program.tell(&ended(game, &ending, events));
    assert!(program.finish().is_ok());
    asked
}

#[test]
fn a_bot_chooses_as_a_program_what_it_chooses_within_stoker() {
    let course = Arc::new(Course::default());
    let tiny = Arc::new(
        Course::on(Params { rail_divisor: 3, ..Params::default() }, BuiltinMap::TINY.load())
            .unwrap(),
    );
    let mut asked = 0;
    for (game, index) in [(&course, 0), (&course, 1), (&tiny, 2)] {
        let seed = Seed(1).of_match(index);
        asked += same_choices(game, ["tracker", "lurker"], Course::HUNTERS, seed);
        asked += same_choices(game, ["tracker", "lurker"], Course::DRACULA, seed);
        asked += same_choices(game, ["random", "random"], Course::DRACULA, seed);
    }
    assert!(asked > 300, "{asked}");
}

#[test]
fn a_program_that_joins_in_the_middle_goes_on_from_the_view_it_gets() {
    let game = Arc::new(Course::default());
    let seed = Seed(5).of_bot(Course::HUNTERS, Seat(0));
    let mut state = game.start(Chance::seeded(Seed(5)));
    for _ in 0..45 {
        let choice = game.default_choice(&mut state);
        game.play(&mut state, choice).unwrap();
    }
    let view = game.view(&state, Viewer(0));
    let mut program = Program::start(entry("tracker"));
    program.greet();
    program.tell(&start(&game, &state, Course::HUNTERS, seed));
    let question = Decide { decision: 1, seat: 0, events: vec![], legal: legal(&game, &view) };
    let (mv, _) = program.ask(&question);
    let local = Local::seat(&game, "tracker", Course::HUNTERS, seed).choose(&view, Seat(0));
    assert_eq!(mv, code(&game, local.mv));
    assert!(program.finish().is_ok(), "the end of the input is an end");
}

/// A bot that proposes one legal move after another for as long as it may.
struct Ponderer(Arc<Course>);

impl Bot<Course> for Ponderer {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let moves: Vec<_> = self.0.legal_moves(view).collect();
        for mv in moves.iter().cycle() {
            if !turn.more() {
                break;
            }
            turn.propose(*mv);
        }
        turn.proposal().unwrap().into()
    }
}

const PONDERER: BotEntry<Course> = BotEntry {
    sides: &["hunters"],
    ..BotEntry::new("ponderer", "Thinks for as long as it may.", |setup| {
        Box::new(Ponderer(Arc::clone(setup.game)))
    })
};

#[test]
fn a_bot_that_thinks_is_stopped_in_time_and_its_proposals_are_heard() {
    let game = Course::default();
    let state = Game::start(&game, Chance::seeded(Seed(1)));
    let mut program = Program::start(PONDERER);
    program.greet();
    let limits = DecisionLimits { wall_ms: 1_000, cpu_ms: 250 };
    program.tell(&Start { limits, ..start(&game, &state, Course::HUNTERS, Seed(1)) });
    let began = Instant::now();
    let legal = legal(&game, &game.view(&state, Viewer(0)));
    let (_, proposals) =
        program.ask(&Decide { decision: 1, seat: 0, events: vec![], legal: legal.clone() });
    assert!(began.elapsed() >= Duration::from_millis(200), "four fifths of 250 ms");
    assert!((2..=21).contains(&proposals.len()), "one each 10 ms at most, {}", proposals.len());
    assert!(proposals.iter().all(|mv| legal.contains(mv)));
    assert!(program.finish().is_ok());
}

/// The error of a program that receives this message after its greeting.
fn failure(entry: BotEntry<Course>, message: &impl serde::Serialize) -> String {
    let mut program = Program::start(entry);
    program.greet();
    program.tell(message);
    program.finish().unwrap_err().to_string()
}

#[test]
fn what_a_program_cannot_play_is_said() {
    let game = Course::default();
    let state = Game::start(&game, Chance::seeded(Seed(1)));
    let good = || start(&game, &state, Course::HUNTERS, Seed(1));
    let tracker = || entry("tracker");

    let other = Start { ruleset: "chess".to_owned(), ..good() };
    assert!(failure(tracker(), &other).contains("plays the ruleset `course`, not `chess`"));
    let seats = Start { seats: vec![0, 1], ..good() };
    assert!(failure(tracker(), &seats).contains("no side `hunters` with the seats [0, 1]"));
    let side = start(&game, &state, Course::DRACULA, Seed(1));
    assert_eq!(failure(tracker(), &side), "`tracker` does not play the side `dracula`");
    let blind = Start { view: None, ..good() };
    assert!(failure(tracker(), &blind).contains("no `view`"));
    let mut lost = good();
    lost.map.as_mut().unwrap().links.clear();
    assert!(failure(tracker(), &lost).contains("no path leads from here"));
    let endless = Params { score_loss_round: 0, ..Params::default() };
    let endless = Start { params: endless, ..good() };
    assert!(failure(tracker(), &endless).contains("`score_loss_round` is 0"));
    let early: Decide<Event> = Decide { decision: 1, seat: 0, events: vec![], legal: vec![] };
    assert!(failure(tracker(), &early).contains("line 2 of standard input comes before a `start`"));
    let noise = failure(tracker(), &"noise");
    assert!(
        noise.starts_with("line 2 of standard input is not a message of the protocol"),
        "{noise}"
    );
}

#[test]
fn a_question_to_a_seat_of_someone_else_is_refused() {
    let game = Course::default();
    let state = Game::start(&game, Chance::seeded(Seed(1)));
    let mut program = Program::start(entry("tracker"));
    program.greet();
    program.tell(&start(&game, &state, Course::HUNTERS, Seed(1)));
    let question: Decide<Event> = Decide { decision: 1, seat: 4, events: vec![], legal: vec![] };
    program.tell(&question);
    let error = program.finish().unwrap_err().to_string();
    assert_eq!(error, "question 1 is for seat 4, which this program does not play");
}
