use std::sync::Arc;

use serde_json::{Value, json};
use stoker_bots::{Ruleset, Scenes, Shade, course, fury, kosmos, toy};
use stoker_engine::course::{Course, Params};
use stoker_engine::fury::Fury;
use stoker_engine::kosmos::Kosmos;
use stoker_engine::toy::{Layout, Toy};
use stoker_engine::{Chance, Choice, Game, Seat, Seed, Turn, Viewer};
use stoker_tournament::record::{Record, next_step};
use stoker_tournament::referee::DecisionStep;

use crate::client::{Page, Running, Terms, entrant};

/// A viewer's knowledge, told by its events alone.
struct Told<'g, G: Game> {
    game: &'g G,
    scenes: Scenes<G>,
    viewer: Viewer,
    view: G::View,
    shade: Option<Box<dyn Shade<G>>>,
}

impl<G: Game> Told<'_, G> {
    fn scene(&mut self) -> Value {
        let mut scene = (self.scenes.seen)(self.game, &self.view);
        if let Some(shade) = &mut self.shade {
            shade.shade(self.game, &self.view, &mut scene);
        }
        serde_json::to_value(scene).unwrap()
    }

    /// True if the viewer is asked for a move, rather than having only one.
    fn chooses(&self, seat: Seat) -> bool {
        let own = self.game.sides().viewer_of(seat) == self.viewer;
        own && self.game.legal_moves(&self.view).count() > 1
    }

    /// A decision, as far as the viewer may know it.
    fn turn(&mut self, step: &DecisionStep<G::Move>) -> Value {
        let mut turn = json!({ "seat": step.seat.0, "scenes": [{ "=": self.scene() }] });
        if self.game.sides().viewer_of(step.seat) == self.viewer {
            let mut mv = String::new();
            self.game.write_move(step.mv, &mut mv).unwrap();
            turn["move"] = mv.into();
            turn["how"] = step.how.to_string().into();
        }
        let heard = self.scenes.messages.includes(self.game, self.viewer, step.seat);
        if heard && !step.message.is_empty() {
            turn["message"] = step.message.as_str().into();
        }
        turn
    }
}

/// The events that a page of this viewer should have got after the first, and the first scene.
fn expected<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    record: &Record,
    viewer: Viewer,
) -> (Value, Vec<(String, Value)>) {
    let scenes = ruleset.scenes_hook().unwrap();
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    let view = game.view(&state, viewer);
    let mut told = Told { game, scenes, viewer, view, shade: (scenes.shade)(game, viewer) };
    let first = told.scene();
    let mut events = vec![];
    for (turn, text) in record.plays.iter().enumerate() {
        let step = next_step(game, &mut state, text).unwrap();
        if told.chooses(step.seat) {
            events.push(("asked".to_owned(), json!(turn)));
        }
        let choice = Choice { mv: step.mv, message: step.message.clone() };
        let play = game.play(&mut state, choice).unwrap();
        for event in game.redact(&state, &play, viewer) {
            game.advance(&mut told.view, event);
        }
        events.push(("turn".to_owned(), told.turn(&step)));
    }
    assert!(matches!(game.turn(&state), Turn::Over(_)));
    let end = json!({
        "result": record.result(game), "taken_back": 0, "record": "stored", "analysis": false,
    });
    events.push(("end".to_owned(), end));
    (first, events)
}

/// Everything about an answer but its body that a page may get.
const HEADS: &[&str] = &[
    "HTTP/1.1 200 OK",
    "HTTP/1.1 404 Not Found",
    "HTTP/1.1 409 Conflict",
    "HTTP/1.1 422 Unprocessable Entity",
    "HTTP/1.1 429 Too Many Requests",
    "content-type: text/event-stream",
    "content-type: text/plain; charset=utf-8",
    "content-type: text/html; charset=utf-8",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "referrer-policy: no-referrer",
    "x-frame-options: DENY",
    "cross-origin-resource-policy: same-origin",
    "cross-origin-opener-policy: same-origin",
    "transfer-encoding: chunked",
    "connection: close",
];

/// Checks a line that may stand anywhere.
fn check_head(line: &str) {
    let varies = ["content-length: ", "date: ", "content-security-policy: "];
    let known = HEADS.contains(&line) || varies.iter().any(|name| line.starts_with(name));
    assert!(known, "{line}");
}

/// Checks an answer to a wish.
fn check_answer(answer: &str, legal: &[String]) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    head.lines().for_each(check_head);
    if let Ok(Value::Object(advice)) = serde_json::from_str(body) {
        let known = ["bot", "move", "players", "playouts"];
        assert!(advice.keys().all(|key| known.contains(&&**key)), "{body}");
        let offered = |mv: &Value| legal.iter().any(|legal| mv == legal);
        let playouts = advice.get("playouts").and_then(Value::as_array).into_iter().flatten();
        assert!(playouts.map(|it| &it["move"]).chain(advice.get("move")).all(offered), "{body}");
    } else {
        let known =
            ["it is not your turn", "there is no such page", "too many requests: wait a second"];
        let page = stoker_report::page::play_page();
        assert!(known.contains(&body) || body == page || body.contains("not legal now"), "{body}");
    }
}

/// Plays a match as this viewer, with some wishes. Returns the events of its page, and the record.
fn watched<G: Game>(
    ruleset: &Ruleset<G>,
    game: &Arc<G>,
    bots: &[Option<&str>],
    viewer: u8,
    seed: u64,
) -> (Page, Record) {
    let bots = bots.iter().map(|bot| bot.map(|bot| entrant(ruleset, bot))).collect();
    let terms = Terms { seed: Seed(seed), ..Terms::default() };
    let running = Running::with(ruleset, Arc::clone(game), bots, terms);
    let mut page = running.page(viewer);
    let mut legal = vec![];
    while page.end.is_none() {
        page.until(Page::is_due);
        let turn = page.turns.len();
        legal.extend(page.moves());
        if turn < 4 && page.end.is_none() {
            let adviser = page.start["advisers"][0].clone();
            page.post("advice", &json!({ "turn": turn, "bot": adviser }));
            page.post("move", &json!({ "turn": turn + 1, "move": legal[0] }));
            page.get("");
            page.get("replay");
        }
        page.play_to(turn + 1);
    }
    page.answers.borrow().iter().for_each(|answer| check_answer(answer, &legal));
    let record = running.records.lock().unwrap()[0].clone();
    (page, record)
}

/// Plays matches as this viewer, and compares everything that was sent with what the viewer was
/// told by the rules.
fn plays_without_leaks<G: Game>(
    ruleset: &Ruleset<G>,
    game: &Arc<G>,
    bots: &[Option<&str>],
    viewer: u8,
) {
    let starts = [7, 8].map(|seed| {
        let (page, record) = watched(ruleset, game, bots, viewer, seed);
        let (first, events) = expected(ruleset, &**game, &record, Viewer(viewer));
        let mut start = page.start.clone();
        let track = &mut start["document"]["replays"][0]["tracks"][0]["first"];
        assert_eq!(track.take(), first);
        assert_eq!(page.events[0], ("start".to_owned(), page.start.clone()));
        for (got, wanted) in page.events[1..].iter().zip(&events) {
            assert_eq!(got, wanted);
        }
        assert_eq!(page.events.len(), events.len() + 1);
        // The rest of the stream: its head, the sizes of its chunks, and signs of life.
        for line in &page.others {
            let size = line.len() <= 8 && line.chars().all(|c| c.is_ascii_hexdigit());
            if !size && line.trim_end() != ":" {
                check_head(line);
            }
        }
        start
    });
    // What a page gets at the start is the same in all matches, but for the scene.
    assert_eq!(starts[0], starts[1]);
}

#[test]
fn a_page_of_the_toy_gets_the_scenes_of_its_viewer_alone() {
    let (ruleset, game) = (toy::ruleset().unwrap(), Toy::of(Layout::Pair, 9));
    plays_without_leaks(&ruleset, &game, &[None, Some("random")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("random"), None], 1);
}

#[test]
fn a_page_of_the_course_gets_the_scenes_of_its_viewer_alone() {
    let ruleset = course::ruleset().unwrap();
    let map = Course::MAPS[0].load();
    let params = Params { start_score: 30, ..Course::presets().remove(0).params };
    let game = Arc::new(Course::new(params, Some(map)).unwrap());
    plays_without_leaks(&ruleset, &game, &[None, Some("lurker")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("tracker"), None], 1);
}

#[test]
fn a_page_of_kosmos_gets_the_scenes_of_its_viewer_alone() {
    let ruleset = kosmos::ruleset().unwrap();
    let game = Arc::new(Kosmos::new(Kosmos::presets().remove(0).params, None).unwrap());
    plays_without_leaks(&ruleset, &game, &[None, Some("careful")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("careful"), None], 1);
}

#[test]
fn a_page_of_fury_gets_the_scenes_of_its_viewer_alone() {
    let ruleset = fury::ruleset().unwrap();
    let params = stoker_engine::fury::Params { rounds: 3, ..Fury::presets().remove(0).params };
    let game = Arc::new(Fury::new(params, Some(Fury::MAPS[0].load())).unwrap());
    plays_without_leaks(&ruleset, &game, &[None, Some("patrol")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("runner"), None], 1);
}
