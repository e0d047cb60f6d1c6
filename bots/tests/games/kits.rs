//! Tests of the Python kit: its example plays whole matches, and its tests' data equals the
//! engine's.
//!
//! `UPDATE_KIT_DATA=1 cargo test -p stoker-bots --test games kits::` rewrites the data.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use stoker_bots::lines::wire::{self, Decide, FromProgram, Hello, PROTOCOL, Reply};
use stoker_engine::course::{
    Course, Encounter, Event, Hunter, Met, Move, Play, Sighting, State, View,
};
use stoker_engine::map::{BuiltinMap, Place, PlaceSet};
use stoker_engine::{Chance, Choice, Game, Message, Seat, Seed, SideId, Turn, Viewer};

use crate::talk::{Local, ended, legal, start};

/// A player of one side.
trait Player {
    fn choose(&mut self, game: &Course, view: &View, seat: Seat) -> Choice<Move>;
    /// Reports an event for its side.
    fn tell(&mut self, _event: &Event) {}
}

impl Player for Local {
    fn choose(&mut self, _game: &Course, view: &View, seat: Seat) -> Choice<Move> {
        Local::choose(self, view, seat)
    }
}

/// Plays this many turns, or to the end.
fn play(game: &Course, state: &mut State, players: &mut [&mut dyn Player; 2], turns: usize) {
    let mut views = [0, 1].map(|viewer| game.view(state, Viewer(viewer)));
    for _ in 0..turns {
        let Turn::ToMove(seat) = game.turn(state) else { break };
        let mover = usize::from(game.sides().side_of(seat).0);
        let choice = players[mover].choose(game, &views[mover], seat);
        let play = game.play(state, choice).expect("a legal move");
        for viewer in [0, 1] {
            let event = game.redact(state, &play, Viewer(viewer)).unwrap();
            players[usize::from(viewer)].tell(&event);
            game.advance(&mut views[usize::from(viewer)], event);
        }
    }
}

/// The kit's example.
const EXAMPLE: [&str; 1] = ["bot.py"];

fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kits/python")
}

/// A bot in Python, run as a program in the kit's folder.
struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    events: Vec<Event>,
    asked: u64,
}

impl Program {
    fn start(args: &[&str], game: &Course, state: &State, side: SideId, seed: Seed) -> Self {
        let mut child = Command::new("python3")
            .args(args)
            .current_dir(kit())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the tests of the Python kit need `python3`: install Python 3.9 or later");
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut program = Self { child, to, from: BufReader::new(from), events: vec![], asked: 0 };
        program.send(&Hello {
            protocol: PROTOCOL,
            stoker: "0.1.0".to_owned(),
            ruleset: "course".to_owned(),
        });
        assert!(matches!(program.hear(), FromProgram::Hello(_)));
        program.send(&start(game, state, side, seed));
        program
    }

    fn send(&mut self, message: &impl serde::Serialize) {
        let mut line = vec![];
        wire::write(message, &mut line).unwrap();
        self.to.write_all(&line).unwrap();
    }

    fn hear(&mut self) -> FromProgram {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        FromProgram::read(line.as_bytes()).unwrap()
    }
}

impl Player for Program {
    fn choose(&mut self, game: &Course, view: &View, seat: Seat) -> Choice<Move> {
        self.asked += 1;
        let (decision, events) = (self.asked, std::mem::take(&mut self.events));
        self.send(&Decide { decision, seat: seat.0, events, legal: legal(game, view) });
        let FromProgram::Reply(Reply::Move { decision, mv, message }) = self.hear() else {
            panic!("a move")
        };
        assert_eq!(decision, self.asked);
        Choice { mv: game.parse_move(seat, &mv).unwrap(), message: Message::new(&message) }
    }

    fn tell(&mut self, event: &Event) {
        self.events.push(event.clone());
    }
}

/// Plays a match of a program against a built-in bot to its end, and returns the score.
fn match_of(args: &[&str], game: &Arc<Course>, side: SideId, opponent: &str, seed: Seed) -> i32 {
    let mut state = game.start(Chance::seeded(seed));
    let mut program = Program::start(args, game, &state, side, seed);
    let other = SideId(1 - side.0);
    let mut opponent = Local::seat(game, opponent, other, seed);
    let mut players: [&mut dyn Player; 2] = match side {
        Course::HUNTERS => [&mut program, &mut opponent],
        _ => [&mut opponent, &mut program],
    };
    play(game, &mut state, &mut players, usize::MAX);
    let Turn::Over(ending) = game.turn(&state) else { panic!("the match is over") };
    let events = std::mem::take(&mut program.events);
    program.send(&ended(game, &ending, events));
    let Program { mut child, to, asked, .. } = program;
    drop(to);
    assert!(child.wait().unwrap().success());
    assert!(asked > 1, "it was asked, and told, and asked again");
    ending.scores[0]
}

#[test]
fn the_python_example_plays_whole_matches_for_both_sides() {
    let course = Arc::new(Course::default());
    let tiny = Arc::new(Course::on(course.params().clone(), BuiltinMap::TINY.load()).unwrap());
    for (game, seed) in [(&course, Seed(1)), (&tiny, Seed(2))] {
        match_of(&EXAMPLE, game, Course::HUNTERS, "lurker", seed);
        match_of(&EXAMPLE, game, Course::DRACULA, "tracker", seed);
    }
}

#[test]
fn the_python_example_plays_the_same_match_again() {
    let game = Arc::new(Course::default());
    let score = || match_of(&EXAMPLE, &game, Course::HUNTERS, "random", Seed(3));
    assert_eq!(score(), score());
}

/// The first Python code block of a page.
fn snippet(page: &Path) -> String {
    let page = std::fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("```python\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_bots_in_the_documentation_play_whole_matches() {
    let game = Arc::new(Course::default());
    for page in [kit().join("README.md"), kit().join("../../../docs/protocol.md")] {
        let code = snippet(&page);
        match_of(&["-c", &code], &game, Course::HUNTERS, "random", Seed(4));
        match_of(&["-c", &code], &game, Course::DRACULA, "random", Seed(4));
    }
}

/// A player who sends an odd message with every third of a bot's moves.
struct Talker(Local, usize);

impl Player for Talker {
    fn choose(&mut self, _game: &Course, view: &View, seat: Seat) -> Choice<Move> {
        self.1 += 1;
        let text = ["", "\"quoted\" \\ back\nline", "", "žluťoučký 🐎\u{1}\u{7f}", ""][self.1 % 5];
        Choice { message: Message::new(text), ..self.0.choose(view, seat) }
    }
}

/// Turns of the recorded match: enough for a full trail and the second vampire.
const TURNS: usize = 90;
/// The data that the kit's tests read, one object per line.
fn data() -> String {
    let game = Arc::new(Course::default());
    let mut lines = reach_lines(&game);
    lines.extend(turns_lines(&game));
    let (recorders, state) = recorded(&game);
    lines.extend(recorders.into_iter().flat_map(|side| match_lines(&game, side, &state)));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn codes(game: &Course, places: PlaceSet) -> String {
    places.into_iter().map(|p| game.map().code(p).to_string()).collect::<Vec<_>>().join(" ")
}

fn reach(game: &Course, seat: u8, round: u16, from: Place) -> PlaceSet {
    match Hunter::ALL.get(usize::from(seat)) {
        Some(&hunter) => game.hunter_reach(hunter, round, from),
        None => game.dracula_reach(from),
    }
}

/// For every place, its reach by zero to three rail links, and Dracula's.
fn reach_lines(game: &Course) -> Vec<Value> {
    let mut lines = vec![];
    for (seat, round) in [(0, 0), (1, 4), (3, 7), (2, 1), (4, 9)] {
        for from in game.map().places() {
            let to = codes(game, reach(game, seat, round, from));
            let from = game.map().code(from).to_string();
            lines.push(
                json!({"kind": "reach", "seat": seat, "round": round, "from": from, "to": to}),
            );
        }
    }
    lines
}

/// The number of turns from some places to all others, in index order; -1 if there is no way.
fn turns_lines(game: &Course) -> Vec<Value> {
    let mut lines = vec![];
    for (seat, round, from) in [(0, 0, *b"LS"), (1, 2, *b"AT"), (2, 5, *b"TS"), (4, 3, *b"MA")] {
        let start = game.map().find(from).unwrap();
        let mut turns = vec![-1; game.map().len()];
        let mut reached = PlaceSet::of(start);
        for turn in 0..30 {
            for place in reached {
                let first = &mut turns[place.index()];
                *first = if *first < 0 { turn } else { *first };
            }
            let later = round + u16::try_from(turn).unwrap();
            reached =
                reached.into_iter().fold(reached, |all, at| all | reach(game, seat, later, at));
        }
        let from = game.map().code(start).to_string();
        lines.push(
            json!({"kind": "turns", "seat": seat, "round": round, "from": from, "turns": turns}),
        );
    }
    lines
}

/// A recorder of a program's messages, and now and then of the whole view.
struct Recorder {
    side: SideId,
    player: Talker,
    lines: Vec<Value>,
    events: Vec<Event>,
    asked: u64,
}

impl Recorder {
    fn new(game: &Arc<Course>, name: &str, side: SideId, seed: Seed) -> Self {
        let start = start(game, &game.start(Chance::seeded(seed)), side, seed);
        let lines = vec![json!({"kind": "line", "line": start})];
        let player = Talker(Local::seat(game, name, side, seed), 0);
        Self { side, player, lines, events: vec![], asked: 0 }
    }
}

impl Player for Recorder {
    fn choose(&mut self, game: &Course, view: &View, seat: Seat) -> Choice<Move> {
        self.asked += 1;
        let (decision, events) = (self.asked, std::mem::take(&mut self.events));
        let line = Decide { decision, seat: seat.0, events, legal: legal(game, view) };
        self.lines.push(json!({"kind": "line", "line": line}));
        if self.asked.is_multiple_of(17) || self.asked == 1 {
            self.lines.push(json!({"kind": "view", "view": view}));
        }
        self.player.choose(game, view, seat)
    }

    fn tell(&mut self, event: &Event) {
        self.events.push(event.clone());
    }
}

/// The match to record: the first with varied events.
fn recorded(game: &Arc<Course>) -> ([Recorder; 2], State) {
    let mut matches = (1..1_000).map(|seed| {
        let seed = Seed(seed);
        let mut state = game.start(Chance::seeded(seed));
        let mut recorders = [("tracker", Course::HUNTERS), ("random", Course::DRACULA)]
            .map(|(name, side)| Recorder::new(game, name, side, seed));
        let [hunters, dracula] = &mut recorders;
        play(game, &mut state, &mut [hunters, dracula], TURNS);
        (recorders, state)
    });
    matches.find(|(_, state)| is_varied(state)).expect("one match in a thousand is varied")
}

/// Returns true if a match has everything that a view can show except a teleport.
fn is_varied(state: &State) -> bool {
    let plays = state.history().plays();
    let sightings = state.history().sightings();
    let met = |of: fn(&Met) -> bool| {
        plays.iter().any(|play| matches!(play, Play::Hunter(play) if of(&play.met)))
    };
    let seen = |of: fn(&Sighting) -> bool| sightings.iter().any(of);
    let left = |encounter| {
        plays.iter().any(|play| matches!(play, Play::Dracula(play) if play.left == Some(encounter)))
    };
    plays.len() == TURNS
        && state.hospital_visits() > 0
        && met(|met| met.traps > 0 && met.dracula)
        && met(|met| met.vampires > 0)
        && left(Encounter::Trap)
        && seen(|sighting| matches!(sighting, Sighting::Hide))
        && seen(|sighting| matches!(sighting, Sighting::At(_)))
        && seen(|sighting| matches!(sighting, Sighting::DoubleBack(_)))
        && seen(|sighting| matches!(sighting, Sighting::SomeCity))
        && seen(|sighting| matches!(sighting, Sighting::SomeSea))
}

/// The messages of the recorded match to one side, and its view at the end.
fn match_lines(game: &Course, recorder: Recorder, state: &State) -> Vec<Value> {
    let Recorder { mut lines, events, side, .. } = recorder;
    let view = game.view(state, Viewer(side.0));
    let past_plays = match &view {
        View::Hunters(view) => view.past_plays(game),
        View::Dracula(view) => view.past_plays(game),
    };
    let messages = state.history().messages();
    let messages: Vec<_> = (0..TURNS).map(|play| messages.with(play)).collect();
    let ended = json!({"type": "ended", "events": events, "scores": {"score": 1},
        "winners": ["hunters"], "reason": "stopped"});
    lines.push(json!({"kind": "line", "line": ended}));
    lines.push(json!({"kind": "view", "view": view}));
    lines.push(json!({"kind": "past_plays", "past_plays": past_plays, "messages": messages}));
    lines
}

#[test]
fn the_data_of_the_python_kits_tests_is_what_the_engine_says() {
    let path = kit().join("test_data.jsonl");
    let data = data();
    if std::env::var_os("UPDATE_KIT_DATA").is_some() {
        std::fs::write(&path, &data).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == data, "test_data.jsonl is out of date: set UPDATE_KIT_DATA=1 and run again");
}
