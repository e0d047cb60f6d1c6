//! `--live`, as a process.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::Place;

/// A league that goes on until it is interrupted.
const ENDLESS: [&str; 9] = [
    "league",
    "hunters=patrol",
    "dracula=wanderer",
    "--matches",
    "100000000",
    "--threads",
    "1",
    "--out",
    "run",
];

/// A run in the background, with its page.
struct Watched {
    process: Child,
    words: BufReader<ChildStderr>,
    /// Host and port.
    host: String,
    secret: String,
}

/// The longest time that something expected may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A test that fails leaves no run behind.
impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Watched {
    fn begin(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
        command.args(args).args(["--live", "--quiet"]).current_dir(folder);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        let mut words = BufReader::new(process.stderr.take().expect("it is piped"));
        let mut line = String::new();
        words.read_line(&mut line).expect("it can be read");
        let address = line.trim_end().strip_prefix("live: http://").expect("an address");
        let (host, path) = address.split_once('/').expect("a secret follows");
        let (host, secret) = (host.to_owned(), path.trim_end_matches('/').to_owned());
        Self { process, words, host, secret }
    }

    fn send(&self, method: &str, path: &str, headers: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it is not zero");
        let body = if method == "POST" { "{}" } else { "" };
        write!(
            stream,
            "{method} /{path} HTTP/1.1\r\n{headers}\r\ncontent-type: application/json\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("it can be sent");
        stream
    }

    /// The status and the text of an answer.
    fn answer(&self, method: &str, path: &str, headers: &str) -> (u16, String) {
        let mut text = String::new();
        self.send(method, path, headers).read_to_string(&mut text).expect("it can be read");
        (text.split(' ').nth(1).expect("a status").parse().expect("a number"), text)
    }

    fn own(&self) -> String {
        format!("host: {}", self.host)
    }

    fn events(&self, what: &str) -> Events {
        let path = format!("{}/{what}", self.secret);
        let lines = BufReader::new(self.send("GET", &path, &self.own()));
        Events { lines, seen: BTreeMap::new() }
    }

    /// Interrupts it as Ctrl-C does.
    fn interrupt(&self) {
        kill_process(Pid::from_child(&self.process), Signal::INT).expect("it runs");
    }

    /// Waits for its end; its status and its last words.
    fn end(mut self) -> (Option<i32>, String) {
        let mut words = String::new();
        self.words.read_to_string(&mut words).expect("it can be read");
        (self.process.wait().expect("it is a child").code(), words)
    }
}

/// A stream of events.
struct Events {
    lines: BufReader<TcpStream>,
    /// By name: the data of the last event, and the number of events.
    seen: BTreeMap<String, (Value, usize)>,
}

impl Events {
    /// Reads until all events of these names were seen; false if the stream ends before.
    fn until(&mut self, names: &[&str]) -> bool {
        let deadline = Instant::now() + PATIENCE;
        let (mut line, mut name) = (String::new(), String::new());
        while !names.iter().all(|name| self.seen.contains_key(*name)) {
            assert!(Instant::now() < deadline, "only {:?} came", self.seen.keys());
            line.clear();
            if self.lines.read_line(&mut line).expect("it can be read") == 0 {
                return false;
            }
            if let Some(event) = line.trim_end().strip_prefix("event: ") {
                event.clone_into(&mut name);
            } else if let Some(data) = line.trim_end().strip_prefix("data: ") {
                let count = self.seen.get(&name).map_or(0, |(_, count)| *count);
                let data = serde_json::from_str(data).expect("it is JSON");
                self.seen.insert(name.clone(), (data, count + 1));
            }
        }
        true
    }

    fn data(&self, name: &str) -> &Value {
        &self.seen[name].0
    }
}

/// Plays the matches of an interrupted run again, with nobody looking.
fn assert_same_as_unwatched(place: &Place) {
    let rows = place.read("run/matches.csv");
    let played = rows.iter().filter(|&&byte| byte == b'\n').count() - 1;
    let matches = played.to_string();
    let options = ENDLESS.map(|word| match word {
        "100000000" => &*matches,
        "run" => "unwatched",
        word => word,
    });
    place.prints(&format!("{} --quiet", options.join(" ")));
    assert!(place.read("unwatched/matches.csv") == rows);
    assert!(place.read("unwatched/leaderboard.csv") == place.read("run/leaderboard.csv"));
}

#[test]
fn a_run_is_watched_until_it_is_interrupted_and_loses_nothing() {
    let place = Place::new();
    let run = Watched::begin(place.path(), &ENDLESS);
    let mut page = run.events("events");
    let mut hidden = run.events("events?end");
    // This one never reads what it is sent.
    let silent = run.events("events");
    assert!(page.until(&["about", "status", "report"]));
    assert_eq!(page.data("about")["watchable"], true);
    assert_eq!(page.data("status")["total"], 100_000_000);
    let report = page.data("report").as_str().unwrap();
    assert!(report.contains("so far") && report.contains("wanderer"), "{report}");

    let mut watched = run.events("match");
    let asked = run.answer("POST", &format!("{}/watch", run.secret), &run.own());
    assert_eq!(asked.0, 200, "{}", asked.1);
    assert!(watched.until(&["start", "turn", "end"]));
    let tracks = &watched.data("start")["document"]["replays"][0]["tracks"];
    assert_eq!(tracks.as_array().unwrap().len(), 3);
    assert!(watched.data("end")["result"].as_str().unwrap().contains("won by"));
    assert!(watched.seen["turn"].1 > 8);

    run.interrupt();
    assert!(page.until(&["end"]) && hidden.until(&["end"]));
    assert_eq!(hidden.seen.len(), 1);
    let end = page.data("end");
    assert!(end["words"].as_str().unwrap().starts_with("interrupted after "), "{end}");
    assert!(end["report"].as_str().unwrap().contains("stopped after"));
    let (status, words) = run.end();
    assert_eq!((status, &*words), (Some(130), ""));
    drop(silent);
    place.prints("verify run");
    assert_same_as_unwatched(&place);
}

/// Greets, and gives up at its first question.
const QUITTER: &str = r#"
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif json.loads(line)["type"] == "decide":
        sys.exit(3)
"#;

#[test]
#[cfg(target_os = "linux")]
fn faults_are_shown_as_they_come() {
    let place = Place::new();
    place.write("quitter.py", QUITTER);
    let mut args = ENDLESS;
    args[1] = "hunters=quitter@lines:/usr/bin/python3 -S quitter.py";
    let run = Watched::begin(place.path(), &args);
    let mut page = run.events("events");
    assert!(page.until(&["faults"]));
    let [told] = &page.data("faults").as_array().unwrap()[..] else { panic!("{:?}", page.seen) };
    let told = told.as_str().unwrap();
    assert!(told.contains("quitter") && told.contains("exit"), "{told}");
    run.interrupt();
    assert_eq!(run.end().0, Some(130));
}

#[test]
fn nobody_without_the_secret_and_no_other_site_sees_a_run() {
    let place = Place::new();
    let run = Watched::begin(place.path(), &ENDLESS);
    let (own, secret) = (run.own(), run.secret.clone());
    let page = run.answer("GET", &format!("{secret}/"), &own);
    assert!(page.0 == 200 && page.1.contains("content-security-policy"), "{}", page.1);
    for what in ["", "events", "match"] {
        assert_eq!(run.answer("GET", &format!("guess/{what}"), &own).0, 404);
        let events = format!("{secret}/{what}");
        assert_eq!(run.answer("GET", &events, "host: evil.example").0, 403);
        let other = format!("{own}\r\norigin: http://evil.example");
        assert_eq!(run.answer("GET", &events, &other).0, 403);
    }
    assert_eq!(run.answer("POST", "guess/watch", &own).0, 404);
    assert_eq!(run.answer("GET", &secret, &own).0, 404);
    run.interrupt();
    assert_eq!(run.end().0, Some(130));
}

/// The files of a run that another run of the same plan has too.
fn results(place: &Place, run: &str) -> BTreeMap<String, Vec<u8>> {
    let names = std::fs::read_dir(place.path().join(run)).expect("the folder is there");
    let names =
        names.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let stable = names.filter(|name| !["timings.csv", "report.html"].contains(&&**name));
    stable.map(|name| (name.clone(), place.read(&format!("{run}/{name}")))).collect()
}

#[test]
fn results_are_the_same_bytes_with_a_page_and_without() {
    let place = Place::new();
    for (verb, options) in [
        ("league", "tracker random lurker --matches 30 --records all"),
        ("sweep", "lurker tracker --vary lurker:depth=1..2 --matches 4"),
        ("compare", "tracker random --against lurker --max-pairs 40"),
    ] {
        place.prints(&format!("{verb} {options} --out {verb} --quiet"));
        let live = format!("{verb}-live");
        let mut args = vec![verb];
        args.extend(options.split(' '));
        args.extend(["--out", &live]);
        let run = Watched::begin(place.path(), &args);
        // The run may be over before anybody looks.
        let looks = TcpStream::connect(&run.host);
        let (status, words) = run.end();
        assert_eq!((status, &*words), (Some(0), ""), "{verb}");
        drop(looks);
        assert!(results(&place, verb) == results(&place, &live), "{verb}");
    }
}

#[test]
fn a_run_that_was_interrupted_is_resumed_with_a_page() {
    let place = Place::new();
    let run = Watched::begin(place.path(), &ENDLESS);
    assert!(run.events("events").until(&["status"]));
    run.interrupt();
    assert_eq!(run.end().0, Some(130));
    let run = Watched::begin(place.path(), &["resume", "run"]);
    assert!(run.events("events").until(&["status", "report"]));
    run.interrupt();
    assert_eq!(run.end().0, Some(130));
    place.prints("verify run");
}

#[test]
fn options_of_the_page_need_it() {
    let place = Place::new();
    for option in ["--dry-run", "--print-config"] {
        let told = place.refuses(&format!("league random --matches 1 --live {option}"));
        assert!(told.contains("nothing is played"), "{told}");
    }
    for options in ["--port 8000", "--bind 127.0.0.1", "--open"] {
        let told = place.refuses(&format!("league random --matches 1 {options}"));
        assert!(told.contains("add --live"), "{told}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let told = place.refuses(&format!("league random --matches 1 --live --port {port}"));
    assert!(told.contains("cannot listen on 127.0.0.1"), "{told}");
}
