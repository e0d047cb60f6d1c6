//! `stoker play`, as a process.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::common::Place;

/// A session in the background.
pub(crate) struct Session {
    process: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Session {
    pub(crate) fn begin(folder: &std::path::Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
        // There is no program here that opens pages.
        command.arg("play").args(args).current_dir(folder).env("PATH", "/nowhere");
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        Self { process, lines }
    }

    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Ends it as Ctrl-C does; returns its exit status and its last words.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let id = Pid::from_child(&self.process);
        kill_process(id, Signal::INT).unwrap();
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        (self.process.wait().unwrap().code(), rest)
    }
}

// A test that fails must not leave a session behind.
impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends a wish until the server does not say that it is too early; the answer.
pub(crate) fn wish(address: &str, what: &str, body: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    loop {
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /{path}{what} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        if !answer.contains(" 409 ") {
            return answer;
        }
        sleep(Duration::from_millis(50));
    }
}

/// Sends a move until it is the person's turn; the answer.
pub(crate) fn make_move(address: &str, turn: u32, mv: &str) -> String {
    wish(address, "move", &format!("{{\"turn\":{turn},\"move\":\"{mv}\"}}"))
}

#[test]
fn a_match_of_a_person_is_recorded_and_the_record_verifies() {
    let place = Place::new();
    let args =
        ["hunters=tracker", "--param", "start_score=1", "--record", "games", "--name", "fox"];
    for number in 0..2 {
        let mut session = Session::begin(place.path(), &args);
        let line = session.line();
        let address = line.strip_prefix("dracula: ").unwrap();
        assert_eq!(session.line(), "Ctrl-C ends the session");
        let answer = make_move(address, 4, "CD");
        assert!(answer.contains(" 200 "), "{answer}");
        let ended = session.line();
        assert!(ended.starts_with(&format!("match {number}, seed ")), "{ended}");
        let (status, rest) = session.end();
        assert_eq!((status, &*rest), (Some(0), "the session is over\n"));
    }
    place.prints("verify games/records.jsonl");
    let records = String::from_utf8(place.read("games/records.jsonl")).unwrap();
    assert_eq!(records.matches("\"people\":{\"rated\":false,\"taken_back\":0}").count(), 2);
    assert_eq!(records.matches("\"dracula\":\"fox\"").count(), 2);
    // People are learned from like bots.
    let fitted = place.prints("fit games/records.jsonl --only fox");
    assert!(fitted.contains("2 games"), "{fitted}");
}

#[test]
fn a_match_that_is_taken_back_after_its_end_has_one_record() {
    let place = Place::new();
    let args = ["hunters=tracker", "--param", "start_score=1", "--record", "games"];
    let mut session = Session::begin(place.path(), &args);
    let address = session.line().strip_prefix("dracula: ").unwrap().to_owned();
    session.line();
    for taken_back in 0..2 {
        let answer = make_move(&address, 4, "CD");
        assert!(answer.contains(" 200 "), "{answer}");
        assert!(session.line().starts_with("match 0, seed "));
        let records = String::from_utf8(place.read("games/records.jsonl")).unwrap();
        assert_eq!(records.lines().count(), 1);
        assert!(records.contains(&format!("\"taken_back\":{taken_back}")), "{records}");
        assert!(wish(&address, "back", "{\"turn\":99}").contains(" 200 "));
    }
    assert_eq!(session.end().0, Some(0));
    place.prints("verify games/records.jsonl");
}

/// Says with every move how many plays it was told when it was started.
const REMEMBERING: &str = r#"
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif told["type"] == "start":
        words = "told of %d plays" % len(told["view"]["hunters"]["plays"])
    elif told["type"] == "decide":
        answer = {"decision": told["decision"], "move": told["legal"][0], "message": words}
        print(json.dumps(answer), flush=True)
"#;

#[test]
fn a_program_is_started_again_after_a_move_is_taken_back_and_is_told_the_whole_state() {
    let place = Place::new();
    place.write("remembering.py", REMEMBERING);
    let hunters = "hunters=lines:/usr/bin/python3 -S remembering.py";
    let params = ["--map", "tiny", "--param", "start_score=2"];
    let args = [&[hunters, "--record", "games"], &params[..]].concat();
    let mut session = Session::begin(place.path(), &args);
    let address = session.line().strip_prefix("dracula: ").unwrap().to_owned();
    session.line();
    assert!(make_move(&address, 4, "EN").contains(" 200 "));
    assert!(wish(&address, "back", "{\"turn\":9}").contains(" 200 "));
    let other = "{\"turn\":4,\"move\":\"KP\",\"message\":\"and now this\"}";
    let answer = wish(&address, "move", other);
    assert!(answer.contains(" 200 "), "{answer}");
    assert!(make_move(&address, 9, "HI").contains(" 200 "));
    assert!(session.line().starts_with("match 0, seed "));
    assert_eq!(session.end().0, Some(0));
    place.prints("verify games/records.jsonl");
    let records = String::from_utf8(place.read("games/records.jsonl")).unwrap();
    let count = |words: &str| records.matches(words).count();
    assert_eq!((count("told of 0 plays"), count("told of 5 plays")), (4, 4), "{records}");
    assert_eq!((count("and now this"), count("\"taken_back\":1")), (1, 1), "{records}");
}

#[test]
fn people_on_several_sides_have_names_of_their_own() {
    let place = Place::new();
    let args = ["--ruleset", "kosmos", "--name", "hunter=fox", "--name", "dracula=owl"];
    let mut session = Session::begin(place.path(), &args);
    assert!(session.line().starts_with("dracula: "));
    assert_eq!(session.end().0, Some(0));
    let unclear = place.refuses("play --ruleset kosmos --name fox");
    assert!(unclear.contains("write SIDE=fox"), "{unclear}");
    let twice = place.refuses("play --ruleset kosmos --name hunter=fox --name hunter=owl");
    assert!(twice.contains("two names"), "{twice}");
    let bot = place.refuses("play hunters=tracker --name hunters=fox");
    assert!(bot.contains("no people play `hunters`"), "{bot}");
}

#[test]
fn each_vampire_of_a_mixed_team_has_a_page_of_its_own() {
    let place = Place::new();
    let args = ["--ruleset", "masters", "--preset", "pair", "--teams", "mixed"];
    let mut session = Session::begin(place.path(), &args);
    let [first, second] = [session.line(), session.line()];
    assert!(first.starts_with("0: ") && second.starts_with("1: "), "{first} {second}");
    assert_eq!(session.line(), "Ctrl-C ends the session");
    let answer = make_move(first.strip_prefix("0: ").unwrap(), 0, "nonsense");
    assert!(answer.contains(" 422 "), "{answer}");
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn a_rated_match_has_a_seed_that_nobody_chose() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
    let told =
        command.args(["play", "hunters=tracker", "--rated", "--seed", "7"]).output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("--rated") && told.contains("--seed"), "{told}");
}

#[test]
fn two_sessions_do_not_write_to_one_folder() {
    let place = Place::new();
    let args = ["hunters=tracker", "--record", "games"];
    let mut session = Session::begin(place.path(), &args);
    assert!(session.line().starts_with("dracula: "));
    let second = place.refuses("play hunters=tracker --record games");
    assert!(second.contains("in use") || second.contains("another"), "{second}");
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn a_folder_that_cannot_be_written_is_found_before_the_match() {
    let place = Place::new();
    place.write("games", "a file\n");
    let told = place.refuses("play hunters=tracker --record games");
    assert!(told.contains("--record games"), "{told}");
}

#[test]
fn a_browser_that_cannot_be_opened_is_only_a_warning() {
    let place = Place::new();
    let mut session = Session::begin(place.path(), &["hunters=tracker", "--open"]);
    assert!(session.line().starts_with("dracula: "));
    assert_eq!(session.line(), "Ctrl-C ends the session");
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn ctrl_c_ends_a_session_in_which_nobody_plays() {
    let place = Place::new();
    let mut session = Session::begin(place.path(), &["--ruleset", "kosmos"]);
    let sides = [session.line(), session.line()];
    assert!(sides.iter().all(|line| line.contains(": http://127.0.0.1:")), "{sides:?}");
    let (status, rest) = session.end();
    assert_eq!(status, Some(0), "{rest}");
}

#[test]
fn what_cannot_be_played_is_told() {
    let place = Place::new();
    let all = place.refuses("play hunters=tracker dracula=lurker");
    assert!(all.contains("bots play all sides"), "{all}");
    let nobody = place.refuses("play hunters=trackr");
    assert!(nobody.contains("did you mean `tracker`"), "{nobody}");
    let person = place.refuses("play hunters=ada");
    let hint = "(a person plays a side that is not named, and is named with --name ada)";
    assert!(person.contains("no bot `ada`") && person.contains(hint), "{person}");
    place.write("records.jsonl", "not a record\n");
    let other = place.refuses("play hunters=tracker --record .");
    assert!(other.contains("records.jsonl") && other.contains("not a record"), "{other}");
}
