//! `stoker play`, as a process.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::common::Place;

/// A session in the background.
struct Session {
    process: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Session {
    fn begin(folder: &std::path::Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
        command.arg("play").args(args).current_dir(folder).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        Self { process, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Ends it as Ctrl-C does; returns its exit status and its last words.
    fn end(mut self) -> (Option<i32>, String) {
        let id = Pid::from_child(&self.process);
        kill_process(id, Signal::INT).unwrap();
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        (self.process.wait().unwrap().code(), rest)
    }
}

/// Sends a move until it is the person's turn; the body of the answer.
fn make_move(address: &str, turn: u32, mv: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let body = format!("{{\"turn\":{turn},\"move\":\"{mv}\"}}");
    loop {
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /{path}move HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
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
    place.write("records.jsonl", "not a record\n");
    let other = place.refuses("play hunters=tracker --record .");
    assert!(other.contains("records.jsonl") && other.contains("not a record"), "{other}");
}
