//! Programs outside that are slow, crash or answer out of turn do not disturb a match of five: the
//! others are asked the same questions in the same order, and hear the same.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use stoker::entrant::Entrant;
use stoker::external::Limits;
use stoker::fault::{FaultKind, FaultPolicy};
use stoker::plan::{Draft, Plan, Starts};
use stoker::record::{Record, RecordLines};
use stoker::referee::{DecisionOrigin, DecisionStep, Spectator};
use stoker::results::{OpenedRun, ResultTarget, RunFolder};
use stoker::run::league;
use stoker::verify::verify_record;
use stoker_engine::boss::{Boss, Params};
use stoker_engine::{Game, SideId};
use tempfile::TempDir;

use crate::python::{five_rivals, limited, play_watched};
use crate::rulesets::auction::Auction;

/// Answers by all that it has read, which it sums up at the end. In a window it does as its author
/// says; `legal[n]` is the move that it would make.
const PROGRAM: &str = r#"
import json, sys, time, zlib
WINDOWS = ("window", "answer", "cry", "veto")
read, asked, old = 0, None, "HUSH"
def say(*replies):
    sys.stdout.write("".join(json.dumps(reply) + "\n" for reply in replies))
    sys.stdout.flush()
def in_window(number, move):
    BEHAVIOUR
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 1})
    elif message["type"] == "start":
        asked = message["view"]["asked"]
    elif message["type"] == "decide":
        read = zlib.crc32(line.encode(), read)
        number, legal = message["decision"], message["legal"]
        asked = message["events"][-1]["asked"] if message["events"] else asked
        move = legal[read % len(legal)]
        if asked in WINDOWS:
            in_window(number, move)
        else:
            old = old if move == "-" else move
            say({"decision": number, "move": move})
    elif message["type"] == "ended":
        print("read", zlib.crc32(line.encode(), read), file=sys.stderr, flush=True)
"#;

const HONEST: &str = r#"say({"decision": number, "move": move})"#;
/// Sometimes needs too long, and otherwise long.
const SLOW: &str = r#"time.sleep(60 if read % 3 == 0 else 0.02)
    say({"decision": number, "move": move})"#;
const QUITTER: &str = "sys.exit(3)";
/// Answers the question before again, and then this one.
const LATE: &str =
    r#"say({"decision": number - 1, "move": old}, {"decision": number, "move": move})"#;
/// Answers the next question too, unasked.
const EAGER: &str =
    r#"say({"decision": number, "move": move}, {"decision": number + 1, "move": move})"#;
/// Answers with the move of a question of another kind.
const MUDDLED: &str = r#"say({"decision": number, "move": old})"#;

/// Makes the moves in a file, one after the other.
const SCRIPTED: &str = r#"
import json, sys
moves = open("moves").read().split()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "hello", "protocol": 1}', flush=True)
    elif message["type"] == "decide":
        number = message["decision"]
        print(json.dumps({"decision": number, "move": moves[number - 1]}), flush=True)
"#;

/// A program with the only fault that it commits.
struct Author<G: Game> {
    entrant: Entrant<G>,
    commits: Option<FaultKind>,
    _folder: TempDir,
}

fn author<G: Game>(name: &str, behaviour: &str, commits: Option<FaultKind>) -> Author<G> {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.py"), PROGRAM.replace("BEHAVIOUR", behaviour)).unwrap();
    let slow = commits == Some(FaultKind::WallTimeout);
    let wall_ms = if slow { 300 } else { 20_000 };
    let limits = Limits { wall_ms, cpu_ms: 5_000, ..Limits::default() };
    Author { entrant: limited(name, &folder, limits), commits, _folder: folder }
}

/// A program that makes these moves.
fn scripted<G: Game>(moves: &[&str]) -> (TempDir, Entrant<G>) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.py"), SCRIPTED).unwrap();
    fs::write(folder.path().join("moves"), moves.join("\n")).unwrap();
    let limits = Limits { wall_ms: 20_000, cpu_ms: 5_000, ..Limits::default() };
    let entrant = limited("scripted", &folder, limits);
    (folder, entrant)
}

/// Plays a match in each rotation of the seats.
fn league_of<G: Game>(game: &Arc<G>, authors: &[Author<G>], folder: &Path) -> Vec<Record> {
    let entrants = authors.iter().map(|author| author.entrant.clone()).collect();
    let draft = Draft::new(stoker::VERSION, Arc::clone(game), entrants, 1);
    let (starts, policy) = (Starts::Free, FaultPolicy::Lenient);
    let plan = Plan::new(Draft { starts, policy, ..draft }).unwrap();
    let target = ResultTarget::At(folder.to_owned());
    let Ok(OpenedRun::New(mut run)) = RunFolder::open(&plan, "stoker league", &target) else {
        panic!("a new folder");
    };
    league(&plan, &mut run, 2, &(), &AtomicBool::new(false)).unwrap();
    let lines = RecordLines::open(&folder.join("records.jsonl.zst")).unwrap();
    lines.map(|line| line.unwrap().record().unwrap()).collect()
}

/// The seat and the move of each decision.
#[derive(Default)]
struct Decisions(Vec<(u8, String)>);

impl<G: Game> Spectator<G> for Decisions {
    fn played(&mut self, game: &G, _: &G::State, step: &DecisionStep<G::Move>, _: &G::Play) {
        let mut text = String::new();
        game.write_move(step.mv, &mut text).unwrap();
        assert!(matches!(step.how, DecisionOrigin::Chosen | DecisionOrigin::Forced));
        self.0.push((step.seat.0, text));
    }
}

fn decisions(record: &Record) -> Vec<(u8, String)> {
    let of = |play: &String| (play.as_bytes()[0] - b'0', play[2..].to_owned());
    record.plays.iter().map(of).collect()
}

/// The line in which an honest program sums up what it has read.
fn sum(log: &str) -> Option<&str> {
    log.lines().find(|line| line.starts_with("| read "))
}

/// Checks that each fault is that of the program on the seat that was asked; returns the programs
/// that committed one.
fn check_faults<G: Game>(game: &G, authors: &[Author<G>], record: &Record) -> Vec<String> {
    let mut faulty = vec![];
    for fault in &record.faults {
        let name = &record.entrants[&fault.side];
        let author = named(authors, name);
        assert_eq!(author.commits, Some(fault.kind), "{name}: {fault:?}");
        assert_eq!(game.sides().side(SideId(fault.seat)).name, fault.side, "{fault:?}");
        let play = &record.plays[fault.turn as usize];
        assert!(play.starts_with(&format!("{}!", fault.seat)), "{play}: {fault:?}");
        faulty.push(name.clone());
    }
    faulty
}

/// Plays the match again with programs that make the same moves on the seats of those that
/// committed faults: nobody is asked at another time, and the honest read the same.
fn check_order<G: Game>(game: &Arc<G>, authors: &[Author<G>], record: &Record, logs: &Path) {
    let made = decisions(record);
    let sides = game.sides().list();
    let scripts: Vec<_> = sides
        .iter()
        .zip(0..)
        .map(|(side, seat)| {
            let author = named(authors, &record.entrants[side.name]);
            let own = made.iter().filter(|(asked, _)| *asked == seat);
            let moves: Vec<&str> = own.map(|(_, mv)| &**mv).collect();
            (author, author.commits.map(|_| scripted::<G>(&moves)))
        })
        .collect();
    let lineup: Vec<&Entrant<G>> = scripts
        .iter()
        .map(|(author, script)| script.as_ref().map_or(&author.entrant, |(_, entrant)| entrant))
        .collect();
    let (played, again) = play_watched(record.seed, game, &lineup, Decisions::default);
    assert!(played.faults.is_empty(), "{:?} {:?}", played.faults, played.logs);
    assert_eq!(again.0, made);
    let scores = game.scores().iter().map(|score| record.scores[score.name]);
    assert!(scores.eq(played.ending.scores), "{record:?}");
    assert_eq!(record.ending, played.ending.reason);
    for (side, log) in &played.logs {
        let side = game.sides().side(*side).name;
        if let Some(read) = sum(log) {
            let name = format!("match-{:06}-{side}.log", record.number);
            let before = fs::read_to_string(logs.join(name)).unwrap();
            assert_eq!(sum(&before), Some(read), "{side}");
        }
    }
}

fn named<'a, G: Game>(authors: &'a [Author<G>], name: &str) -> &'a Author<G> {
    authors.iter().find(|author| author.entrant.name == name).unwrap()
}

/// Plays a league of five programs, and checks every match of it.
fn check<G: Game>(game: &Arc<G>, authors: &[Author<G>]) {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let records = league_of(game, authors, &run);
    assert_eq!(records.len(), 5);
    let mut faulty = vec![];
    for record in &records {
        verify_record(&**game, record).unwrap();
        faulty.extend(check_faults(&**game, authors, record));
        check_order(game, authors, record, &run.join("logs"));
    }
    for author in authors.iter().filter(|author| author.commits.is_some()) {
        assert!(faulty.contains(&author.entrant.name), "{}", author.entrant.name);
    }
}

/// Three that commit faults, and two that do not.
fn slow_and_out_of_turn<G: Game>() -> [Author<G>; 5] {
    [
        author("slow", SLOW, Some(FaultKind::WallTimeout)),
        author("quitter", QUITTER, Some(FaultKind::Crash)),
        author("eager", EAGER, Some(FaultKind::GarbledReply)),
        author("late", LATE, None),
        author("honest", HONEST, None),
    ]
}

/// One that answers another question, and four that do not.
fn muddled<G: Game>() -> [Author<G>; 5] {
    [
        author("muddled", MUDDLED, Some(FaultKind::IllegalMove)),
        author("late", LATE, None),
        author("one", HONEST, None),
        author("two", HONEST, None),
        author("three", HONEST, None),
    ]
}

fn five_vampires() -> Arc<Boss> {
    Arc::new(Boss::with(Params { players: 5, ..Params::default() }).unwrap())
}

#[test]
fn programs_that_are_slow_crash_or_answer_unasked_disturb_no_window_of_boss() {
    check(&five_vampires(), &slow_and_out_of_turn());
}

#[test]
fn a_program_that_answers_another_question_disturbs_no_window_of_boss() {
    check(&five_vampires(), &muddled());
}

#[test]
fn programs_that_are_slow_crash_or_answer_unasked_disturb_no_sale_of_an_auction() {
    check::<Auction>(&five_rivals(), &slow_and_out_of_turn());
}

#[test]
fn a_program_that_answers_another_question_disturbs_no_sale_of_an_auction() {
    check::<Auction>(&five_rivals(), &muddled());
}
