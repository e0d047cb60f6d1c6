//! Tests that `docs/protocol.md` and the pages of the rulesets' views agree with the engine.
//!
//! `UPDATE_KIT_DATA=1 cargo test -p stoker-bots --test games page::` rewrites
//! `docs/lines-session.jsonl`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use stoker_bots::lines::wire::{self, Decide, Hello, PROTOCOL, ToProgram};
use stoker_engine::course::{Course, DraculaMove, Event, Params, Sighting, State, Steps, View};
use stoker_engine::map::{BuiltinMap, Place};
use stoker_engine::{Chance, Choice, Game, Message, Seed, Turn, Viewer};

use crate::talk::{ended, legal, start};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(docs().join(name)).unwrap()
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// Plays this move, and returns each viewer's event.
fn play(game: &Course, state: &mut State, mv: &str, message: &str) -> [Event; 2] {
    let Turn::ToMove(seat) = game.turn(state) else { panic!("the game goes on") };
    let choice = Choice { mv: game.parse_move(seat, mv).unwrap(), message: Message::new(message) };
    let play = game.play(state, choice).unwrap();
    [0, 1].map(|viewer| game.redact(state, &play, Viewer(viewer)).unwrap())
}

/// The lines in the page's code blocks of this kind, without those of transcripts.
fn fenced(page: &str, kind: &str) -> Vec<String> {
    let mut lines = vec![];
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(opened) => inside = !inside && opened == kind,
            None if inside => lines.push(line.to_owned()),
            None => {}
        }
    }
    lines
}

#[test]
fn every_example_of_a_view_or_event_is_what_the_engine_gives() {
    let game = Course::default();
    let mut state = Game::start(&game, Chance::seeded(Seed(1)));
    let mut expected = vec![];
    for (mv, message) in
        [("BE", ""), ("BR", ""), ("LO", ""), ("CA", ""), ("SJ", ""), ("SJ", "got you")]
    {
        let [hunters, dracula] = play(&game, &mut state, mv, message);
        // The first of each kind for each side: a hunter's play, Dracula's, and one with a reveal.
        if ["BE", "SJ"].contains(&mv) {
            expected.extend([text(&hunters), text(&dracula)]);
        }
    }
    expected.extend([0, 1].map(|viewer| text(&game.view(&state, Viewer(viewer)))));
    let examples = fenced(&page("protocol-course.md"), "json");
    let missing: Vec<_> = expected.iter().filter(|line| !examples.contains(line)).collect();
    assert!(missing.is_empty(), "docs/protocol-course.md lacks this:\n{}", join(&missing));
    let of_a_view =
        |line: &&String| line.starts_with("{\"hunters\"") || line.starts_with("{\"dracula\"");
    let wrong: Vec<_> =
        examples.iter().filter(of_a_view).filter(|line| !expected.contains(line)).collect();
    assert!(wrong.is_empty(), "docs/protocol-course.md has what no engine says:\n{}", join(&wrong));
}

fn join(lines: &[&String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_forms_of_moves_are_named_as_the_engine_writes_them() {
    let place = Place::new(57).unwrap();
    let back = Steps::new(3).unwrap();
    let sightings = [
        Sighting::At(place),
        Sighting::SomeCity,
        Sighting::SomeSea,
        Sighting::Hide,
        Sighting::DoubleBack(back),
        Sighting::Teleport,
    ];
    let moves = [
        DraculaMove::To(place),
        DraculaMove::Hide,
        DraculaMove::DoubleBack(back),
        DraculaMove::Teleport,
    ];
    let page = page("protocol-course.md");
    for form in sightings.iter().map(text).chain(moves.iter().map(text)) {
        assert!(page.contains(&format!("`{form}`")), "docs/protocol-course.md lacks `{form}`");
    }
}

/// A short match on the tiny map, as the hunters' program receives it.
fn session() -> String {
    let game = Arc::new(Course::on(Params::default(), BuiltinMap::TINY.load()).unwrap());
    let mut state = game.start(Chance::seeded(Seed(1)));
    let hello = Hello {
        protocol: PROTOCOL,
        stoker: env!("CARGO_PKG_VERSION").to_owned(),
        ruleset: Course::NAME.to_owned(),
    };
    let mut lines = vec![];
    wire::write(&hello, &mut lines).unwrap();
    wire::write(&start(&game, &state, Course::HUNTERS, Seed(1)), &mut lines).unwrap();
    let (mut events, mut decision) = (vec![], 0);
    let ending = loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => break ending,
        };
        if seat.0 < 4 {
            decision += 1;
            let legal = legal(&game, &game.view(&state, Viewer(0)));
            let events = std::mem::take(&mut events);
            wire::write(&Decide { decision, seat: seat.0, events, legal }, &mut lines).unwrap();
        }
        // Dracula goes home and stays as long as he can, and the hunters come there.
        let view = game.view(&state, Viewer(u8::from(seat.0 == 4)));
        let codes = legal(&game, &view);
        let wish = codes.iter().find(|code| *code == "CD").unwrap_or(&codes[0]).clone();
        let [event, _] = play(&game, &mut state, &wish, "");
        events.push(event);
    };
    wire::write(&ended(&game, &ending, events), &mut lines).unwrap();
    String::from_utf8(lines).unwrap()
}

#[test]
fn the_session_to_paste_is_what_a_program_would_be_told() {
    let path = docs().join("lines-session.jsonl");
    let session = session();
    if std::env::var_os("UPDATE_KIT_DATA").is_some() {
        std::fs::write(&path, &session).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == session, "lines-session.jsonl is out of date: set UPDATE_KIT_DATA=1");
    assert!(page("protocol.md").contains("lines-session.jsonl"));
    for line in session.lines() {
        let read = ToProgram::<Params, View, Event>::read(line.as_bytes()).unwrap();
        assert_ne!(read, ToProgram::Unknown);
    }
}
