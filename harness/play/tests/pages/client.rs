//! A client for the tests, and sessions for it.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use stoker_bots::Ruleset;
use stoker_engine::{Game, Seed};
use stoker_external::fault::FaultPolicy;
use stoker_play::server::{ConnectionLimits, Server};
use stoker_play::session::{Analyse, Kept, SameLineup, Session, SidePlayer, viewers_of_people};
use stoker_play::table::{GameTable, Person};
use stoker_report::patch::patched;
use stoker_tournament::entrant::{Entrant, builtin};
use stoker_tournament::record::Record;
use stoker_tournament::starts::Starts;

/// A test that waits longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session that runs on a thread of its own.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) table: Arc<GameTable>,
    pub(crate) records: Arc<Mutex<Vec<Record>>>,
    session: Option<JoinHandle<()>>,
    server: Option<Server>,
}

/// The terms of a session that are not usual.
#[derive(Clone)]
pub(crate) struct Terms {
    pub(crate) rated: bool,
    pub(crate) limits: ConnectionLimits,
    pub(crate) analyse: Option<Analyse>,
    pub(crate) seed: Seed,
    /// The fate of all records.
    pub(crate) kept: Kept,
}

impl Default for Terms {
    fn default() -> Self {
        let limits = ConnectionLimits::default();
        Self { rated: false, limits, analyse: None, seed: Seed(7), kept: Kept::Stored }
    }
}

impl Running {
    /// Begins a session. `bots` names the bot of each side; people play the sides without one.
    pub(crate) fn begin<G: Game>(
        ruleset: &Ruleset<G>,
        game: Arc<G>,
        bots: &[Option<&str>],
        rated: bool,
    ) -> Self {
        let lineup = bots.iter().map(|bot| bot.map(|bot| entrant(ruleset, bot))).collect();
        Self::with(ruleset, game, lineup, Terms { rated, ..Terms::default() })
    }

    /// Begins a session of these bots, on these terms.
    pub(crate) fn with<G: Game>(
        ruleset: &Ruleset<G>,
        game: Arc<G>,
        bots: Vec<Option<Entrant<G>>>,
        terms: Terms,
    ) -> Self {
        let people = viewers_of_people(&*game, |side| bots[side].is_some());
        let viewers = people.iter().map(|(viewer, _)| viewer.0).collect();
        let person = |(viewer, name): (stoker_engine::Viewer, String)| {
            let token = format!("secret-of-{}", viewer.0);
            Person { viewer: viewer.0, name, token }
        };
        let table = GameTable::new(people.into_iter().map(person).collect());
        let table = Arc::new(if terms.rated { table.rated() } else { table });
        let anywhere = "127.0.0.1:0".parse().unwrap();
        let server = Server::start(anywhere, terms.limits, Arc::clone(&table)).unwrap();
        let people = || SidePlayer::People("person".to_owned());
        let lineup = bots.into_iter().map(|bot| bot.map_or_else(people, SidePlayer::Bot)).collect();
        let session = Session {
            game,
            scenes: ruleset.scenes_hook().unwrap(),
            bots: ruleset.bots().to_vec(),
            yardstick: ruleset.yardstick_hook(),
            starts: Starts::Free,
            policy: FaultPolicy::default(),
            table: Arc::clone(&table),
            analyse: terms.analyse,
        };
        let records = Arc::new(Mutex::new(vec![]));
        let kept = Arc::clone(&records);
        let session = thread::spawn(move || {
            let keep = |record: &Record| {
                let mut kept = kept.lock().unwrap();
                kept.retain(|older: &Record| older.number != record.number);
                kept.push(record.clone());
                terms.kept
            };
            let seed = Some(terms.seed);
            let mut matches = SameLineup { lineup, viewers, number: 0, seed, keep };
            session.play_matches(&mut matches).unwrap();
        });
        let address = server.address();
        Self { address, table, records, session: Some(session), server: Some(server) }
    }

    /// A page of a viewer.
    pub(crate) fn page(&self, viewer: u8) -> Page {
        Page::open(self.address, &format!("secret-of-{viewer}"), "events")
    }

    /// A page of a viewer that has got everything up to an event.
    pub(crate) fn page_since(&self, viewer: u8, id: &str) -> Page {
        Page::open(self.address, &format!("secret-of-{viewer}"), &format!("events?since={id}"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.table.close();
        drop(self.session.take().map(JoinHandle::join));
        self.server.take().into_iter().for_each(Server::join);
    }
}

pub(crate) fn entrant<G: Game>(ruleset: &Ruleset<G>, bot: &str) -> Entrant<G> {
    let (source, spec) = builtin(bot, "", ruleset.bots()).unwrap();
    Entrant { name: bot.to_owned(), spec, side: None, source, unfit: vec![] }
}

/// An answer to a request: its status and its body.
pub(crate) type Answer = (u16, String);

/// Sends bytes and reads the answer.
pub(crate) fn exchange(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // A server that refuses early closes before all is written.
    let _ = stream.write_all(request);
    let mut answer = vec![];
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    (status, answer)
}

/// A request, as a page sends it.
pub(crate) fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// The page of a person: its events, and everything that was ever sent to it.
pub(crate) struct Page {
    address: SocketAddr,
    secret: String,
    lines: Receiver<String>,
    name: String,
    /// The identity of the last event.
    pub(crate) id: String,
    pub(crate) start: Value,
    pub(crate) turns: Vec<Value>,
    /// The last scene.
    pub(crate) scene: Value,
    pub(crate) asked: Option<u64>,
    pub(crate) end: Option<Value>,
    pub(crate) analysed: Option<bool>,
    /// The number of times that the match began.
    pub(crate) starts: usize,
    /// All lines of the stream of events that are no events.
    pub(crate) others: Vec<String>,
    /// All events, with their names.
    pub(crate) events: Vec<(String, Value)>,
    /// All answers to other requests, with their heads.
    pub(crate) answers: RefCell<Vec<String>>,
}

impl Page {
    fn open(address: SocketAddr, secret: &str, events: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        let path = format!("/{secret}/{events}");
        (&stream).write_all(&request(address, "GET", &path, "")).unwrap();
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            address,
            secret: secret.to_owned(),
            lines,
            name: String::new(),
            id: String::new(),
            start: Value::Null,
            turns: vec![],
            scene: Value::Null,
            asked: None,
            end: None,
            analysed: None,
            starts: 0,
            others: vec![],
            events: vec![],
            answers: RefCell::default(),
        }
    }

    /// Takes in events until something holds.
    pub(crate) fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            let line = self.lines.recv_timeout(PATIENCE).expect("the server says something");
            self.hear(&line);
        }
    }

    /// Takes in the events that have come, and waits a moment for the first.
    pub(crate) fn take_what_has_come(&mut self) {
        while let Ok(line) = self.lines.recv_timeout(Duration::from_millis(20)) {
            self.hear(&line);
        }
    }

    fn hear(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("event: ") {
            name.clone_into(&mut self.name);
        } else if let Some(id) = line.strip_prefix("id: ") {
            id.clone_into(&mut self.id);
        } else if let Some(data) = line.strip_prefix("data: ") {
            let data: Value = serde_json::from_str(data).unwrap();
            self.events.push((self.name.clone(), data.clone()));
            self.take(data);
        } else {
            self.others.push(line.to_owned());
        }
    }

    fn take(&mut self, data: Value) {
        match &*self.name {
            "start" => {
                (self.start, self.asked, self.end) = (data, None, None);
                self.analysed = None;
                self.starts += 1;
                self.turns.clear();
                self.scene = self.start["document"]["replays"][0]["tracks"][0]["first"].clone();
            }
            "turn" => {
                self.change_scene(&data["scenes"][0]);
                self.turns.push(data);
            }
            "scene" => self.change_scene(&data),
            "asked" => self.asked = data.as_u64(),
            "end" => self.end = Some(data),
            "analysed" => self.analysed = data.as_bool(),
            other => panic!("an event `{other}`"),
        }
    }

    /// Changes the scene; a page that comes back has been told of a start that this one has not.
    fn change_scene(&mut self, patch: &Value) {
        if self.starts > 0 {
            self.scene = patched(&self.scene, patch);
        }
    }

    /// True if the person is to move, or the match is over.
    pub(crate) fn is_due(&self) -> bool {
        self.end.is_some() || self.asked == Some(self.turns.len() as u64)
    }

    /// The legal moves.
    pub(crate) fn moves(&self) -> Vec<String> {
        let offers = self.scene["choices"].as_array().cloned().unwrap_or_default();
        offers.iter().map(|offer| offer["move"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn post(&self, what: &str, body: &Value) -> Answer {
        let path = format!("/{}/{what}", self.secret);
        self.heard(exchange(self.address, &request(self.address, "POST", &path, &body.to_string())))
    }

    fn heard(&self, answer: Answer) -> Answer {
        self.answers.borrow_mut().push(answer.1.clone());
        answer
    }

    pub(crate) fn get(&self, what: &str) -> Answer {
        let path = format!("/{}/{what}", self.secret);
        self.heard(exchange(self.address, &request(self.address, "GET", &path, "")))
    }

    /// Makes a move at this turn.
    pub(crate) fn make(&self, mv: &str) -> Answer {
        self.post("move", &json!({ "turn": self.turns.len(), "move": mv }))
    }

    /// Makes the first legal move at each turn, until the match is over or a number of turns is
    /// reached.
    pub(crate) fn play_to(&mut self, turn: usize) {
        loop {
            self.until(Self::is_due);
            if self.end.is_some() || self.turns.len() >= turn {
                return;
            }
            let mv = self.moves().first().expect("a legal move").clone();
            let before = self.turns.len();
            let (status, answer) = self.make(&mv);
            if status == 429 {
                thread::sleep(Duration::from_millis(100));
                continue;
            }
            assert_eq!(status, 200, "{answer}");
            self.until(|page| page.turns.len() > before || page.end.is_some());
        }
    }
}
