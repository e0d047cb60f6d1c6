//! Whatever is sent to a page, and all that is in the page of a replay for one viewer, follows from
//! what the viewer is told by the rules: from its own decisions, and from its events without the
//! boundaries between the decisions of others.

use std::sync::Arc;

use serde_json::{Value, json};
use stoker_bots::{Ruleset, Scenes, Shade, boss, course, fury, kosmos, masters, toy};
use stoker_engine::boss::Boss;
use stoker_engine::course::{Course, Params};
use stoker_engine::fury::Fury;
use stoker_engine::kosmos::Kosmos;
use stoker_engine::masters::{Masters, Teams};
use stoker_engine::toy::{Layout, Toy};
use stoker_engine::{Beat, Chance, Choice, Game, Message, Seat, Seed, Turn, Viewer};
use stoker_report::patch::{between, patched};
use stoker_report::replay::replay;
use stoker_report::views::Views;
use stoker_tournament::record::{Record, next_step};
use stoker_tournament::referee::DecisionStep;

use crate::client::{Page, Running, Terms, entrant};

/// All that a viewer comes to know in a match. It does not say between which events other seats made
/// decisions, or how many.
struct Heard<G: Game> {
    /// The view at the start, without the first question.
    first: G::View,
    news: Vec<News<G>>,
}

/// Something that a viewer comes to know.
enum News<G: Game> {
    /// The viewer makes a decision.
    Decides(DecisionStep<G::Move>),
    /// The viewer is told something; with it, another seat may have said something.
    Told(G::Event, Option<Message>),
}

/// What a viewer hears, by the game's `redact` alone.
fn heard<G: Game>(game: &G, scenes: &Scenes<G>, record: &Record, viewer: Viewer) -> Heard<G> {
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    let mut first = game.view(&state, viewer);
    let question = game.take_question(&mut first).map(|question| News::Told(question, None));
    let mut news = Vec::from_iter(question);
    for text in &record.plays {
        let step = next_step(game, &mut state, text).unwrap();
        let (seat, message) = (step.seat, step.message.clone());
        let choice = Choice { mv: step.mv, message: message.clone() };
        let play = game.play(&mut state, choice).unwrap();
        let own = game.sides().viewer_of(seat) == viewer;
        if own {
            news.push(News::Decides(step));
        }
        let hears = !own && !message.is_empty() && scenes.messages.includes(game, viewer, seat);
        let mut said = Some(message).filter(|_| hears);
        let events = game.redact(&state, &play, viewer).into_iter();
        news.extend(events.map(|event| News::Told(event, said.take())));
    }
    assert!(matches!(game.turn(&state), Turn::Over(_)));
    Heard { first, news }
}

/// What a viewer's page should show.
struct Expected {
    /// The scene before anything is told.
    first: Value,
    /// The changes of the page of a match that is played.
    events: Vec<(String, Value)>,
    /// The turns, without scenes.
    turns: Vec<Value>,
    /// The scenes before the first turn, and at the end of each.
    scenes: Vec<Value>,
}

/// Writes down what a viewer's page should show.
struct Writer<'g, G: Game> {
    game: &'g G,
    scenes: Scenes<G>,
    view: G::View,
    last: Option<G::Event>,
    shade: Option<Box<dyn Shade<G>>>,
    shadings: Value,
    scene: Value,
    expected: Expected,
}

impl<G: Game> Writer<'_, G> {
    /// The scene of the view; it is shaded only where nothing is left to tell at once.
    fn draw(&mut self, settled: Settled) -> Value {
        let mut scene = (self.scenes.seen)(self.game, &self.view);
        if let Some(shade) = self.shade.as_mut().filter(|_| settled == Settled::Yes) {
            shade.shade(self.game, &self.view, &mut scene);
        }
        let mut scene = serde_json::to_value(scene).unwrap();
        for key in ["shadings", "caveat"] {
            if self.shade.is_some() && settled == Settled::Yes {
                self.shadings[key] = scene[key].clone();
            }
            let known = self.shadings[key].clone();
            let fields = scene.as_object_mut().unwrap();
            fields.remove(key);
            if !known.is_null() {
                fields.insert(key.to_owned(), known);
            }
        }
        scene
    }

    fn push(&mut self, name: &str, data: Value) {
        self.expected.events.push((name.to_owned(), data));
    }

    fn begin(&mut self, turn: Value) {
        self.expected.scenes.push(self.scene.clone());
        self.expected.turns.push(turn.clone());
        let mut turn = turn;
        turn["scenes"] = json!([0]);
        self.push("turn", turn);
    }

    fn decide(&mut self, step: &DecisionStep<G::Move>) {
        if self.game.legal_moves(&self.view).count() > 1 {
            self.push("asked", json!(self.expected.turns.len()));
        }
        let mut mv = String::new();
        self.game.write_move(step.mv, &mut mv).unwrap();
        let mut turn = json!({ "seat": step.seat.0, "move": mv, "how": step.how.to_string() });
        if !step.message.is_empty() {
            turn["message"] = step.message.as_str().into();
        }
        self.begin(turn);
    }

    fn tell(&mut self, event: &G::Event, said: Option<Message>, decided: Option<Seat>) {
        let beat = self.game.beat(&self.view, self.last.as_ref(), event);
        let by = match beat {
            Beat::Play(seat) => Some(Some(seat)),
            Beat::Begin(by) => Some(by),
            Beat::More => None,
        };
        if let Some(by) = by.filter(|by| decided.is_none() || *by != decided) {
            let mut turn = json!({});
            if let Some(seat) = by {
                turn["seat"] = seat.0.into();
            }
            if let Some(mv) = self.game.told_move(event) {
                let mut text = String::new();
                self.game.write_move(mv, &mut text).unwrap();
                turn["move"] = text.into();
            }
            if let Some(said) = said.filter(|_| by.is_some()) {
                turn["message"] = said.as_str().into();
            }
            self.begin(turn);
        }
        self.last = Some(event.clone());
        self.game.advance(&mut self.view, event.clone());
        let asked = self.game.legal_moves(&self.view).count() > 0;
        let settled = matches!(beat, Beat::Play(_)) || asked;
        let scene = self.draw(if settled { Settled::Yes } else { Settled::No });
        let patch = between(&self.scene, &scene);
        self.scene = scene;
        self.push("scene", patch);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Settled {
    Yes,
    No,
}

/// What the page of this viewer should show.
fn expected<G: Game>(ruleset: &Ruleset<G>, game: &G, record: &Record, viewer: Viewer) -> Expected {
    let scenes = ruleset.scenes_hook().unwrap();
    let Heard { first, news } = heard(game, &scenes, record, viewer);
    let expected = Expected { first: Value::Null, events: vec![], turns: vec![], scenes: vec![] };
    let shade = (scenes.shade)(game, viewer);
    let (shadings, scene) = (json!({}), Value::Null);
    let mut writer =
        Writer { game, scenes, view: first, last: None, shade, shadings, scene, expected };
    writer.scene = writer.draw(Settled::Yes);
    writer.expected.first = writer.scene.clone();
    let mut decided = None;
    for news in news {
        match news {
            News::Decides(step) => {
                writer.decide(&step);
                decided = Some(step.seat);
            }
            News::Told(event, said) => writer.tell(&event, said, decided.take()),
        }
    }
    let end = json!({
        "result": record.result(game), "taken_back": 0, "record": "stored", "analysis": false,
    });
    writer.push("end", end);
    writer.expected.scenes.push(writer.scene.clone());
    writer.expected
}

/// Checks the page of a finished match that is made for one viewer.
fn check_replay<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    record: &Record,
    viewer: Viewer,
    expected: &Expected,
) {
    let scenes = ruleset.scenes_hook().unwrap();
    let shown = replay(game, &scenes, record, None, Views::Only(viewer)).unwrap();
    let shown = serde_json::to_value(shown).unwrap();
    let turns = shown["turns"].as_array().unwrap();
    assert_eq!(turns.len(), expected.turns.len());
    // A replay leaves out choices, and has its shadings elsewhere.
    let plain = |scene: &Value| {
        let mut scene = scene.clone();
        for key in ["choices", "shadings", "caveat"] {
            scene.as_object_mut().unwrap().remove(key);
        }
        scene
    };
    let mut scene = shown["tracks"][0]["first"].clone();
    assert_eq!(plain(&scene), plain(&expected.scenes[0]));
    for ((turn, wanted), wanted_scene) in
        turns.iter().zip(&expected.turns).zip(&expected.scenes[1..])
    {
        scene = patched(&scene, &turn["scenes"][0]);
        assert_eq!(plain(&scene), plain(wanted_scene));
        let mut turn = turn.clone();
        turn.as_object_mut().unwrap().remove("scenes");
        assert_eq!(turn, *wanted);
    }
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
        let expected = expected(ruleset, &**game, &record, Viewer(viewer));
        check_replay(ruleset, &**game, &record, Viewer(viewer), &expected);
        let Expected { first, events, .. } = expected;
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

#[test]
fn a_page_of_boss_tells_nobody_who_was_asked_in_a_window_and_passed() {
    let ruleset = boss::ruleset().unwrap();
    let game = Arc::new(Boss::with(Boss::presets().remove(0).params).unwrap());
    for viewer in 0..3 {
        let bots = [0, 1, 2].map(|seat| Some("random").filter(|_| seat != viewer));
        plays_without_leaks(&ruleset, &game, &bots, viewer);
    }
}

#[test]
fn a_page_of_masters_shows_all_decisions_because_everything_is_open() {
    let ruleset = masters::ruleset().unwrap();
    let game = Arc::new(Masters::new(Masters::presets().remove(0).params, None).unwrap());
    plays_without_leaks(&ruleset, &game, &[None], 0);
}

#[test]
fn a_page_of_a_mixed_team_of_masters_shows_the_moves_of_partners_too() {
    let ruleset = masters::ruleset().unwrap();
    let params = Masters::presets().remove(0).params;
    let params = stoker_engine::masters::Params { players: 2, teams: Teams::Mixed, ..params };
    let game = Arc::new(Masters::new(params, None).unwrap());
    plays_without_leaks(&ruleset, &game, &[Some("planner"), None], 1);
}
