//! The `lines` protocol.

use stoker::fault::{FaultKind, FaultPolicy};
use stoker::referee::{DecisionOrigin, RefereeError};
use stoker::spec::Protocol::Lines;

use super::table::Bot;

/// The beginning of most programs here: `asked` yields the questions, `say` writes a line.
const COMMON: &str = r#"
import json, sys, time, os
def say(**line):
    print(json.dumps(line), flush=True)
def asked(**hello):
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say(type="hello", protocol=1, **hello)
        elif kind == "start":
            global start
            start = message
        elif kind == "decide":
            yield message
        elif kind == "ended":
            global ended
            ended = message
def reply(q, move=None, **more):
    say(decision=q["decision"], move=move or q["legal"][0], **more)
"#;

fn bot(source: &str) -> Bot {
    Bot::python(Lines, &format!("{COMMON}{source}"))
}

#[test]
fn a_process_plays_a_match() {
    let game = bot(r#"
for n, q in enumerate(asked(), 1):
    assert q["decision"] == n
    reply(q, message="number %d of %d" % (n, os.getpid()))
assert ended["winners"] and ended["scores"] and ended["reason"]
print("left in order", file=sys.stderr)
"#)
    .play();
    game.is_clean();
    assert_eq!(game.steps.len(), 12);
    let (_, first) = game.steps[0].2.split_once(" of ").unwrap();
    let (last, same) = game.steps[11].2.split_once(" of ").unwrap();
    assert_eq!((last, same), ("number 12", first));
    assert_eq!(game.log, "| left in order\n");
}

#[test]
fn it_is_told_the_rules_where_it_sits_and_what_happens() {
    for (side, seats) in [("hunters", "[0, 1, 2, 3]"), ("dracula", "[4]")] {
        let source = r#"
plays = None
for q in asked():
    if plays is None:
        assert start["ruleset"] == "course" and start["params"]["trail"] == 6
        assert len(start["map"]["places"]) == 71 and start["side"] == "SIDE"
        assert start["seats"] == SEATS and len(start["seed"]) == 16
        assert start["limits"] == {"wall_ms": 10000, "cpu_ms": 2000}
        assert [s["first_seat"] for s in start["sides"]] == [0, 4]
        (name, view), = start["view"].items()
        assert view["plays"] == [] and name == "SIDE"
        plays = 0
    for event in q["events"]:
        assert list(event) == ["SIDE"] and event["SIDE"]["play"]
        plays += 1
    assert plays % 5 == q["seat"]
    reply(q)
assert plays + len(ended["events"]) == 5 * 3
print("seen", file=sys.stderr)
"#;
        let mut program = bot(&source.replace("SIDE", side).replace("SEATS", seats));
        program.side = side;
        let game = program.play();
        game.is_clean();
        assert_eq!(game.log, "| seen\n");
    }
}

#[test]
fn it_can_have_past_plays_instead_of_events() {
    let game = bot(r#"
said = []
for q in asked(form="plays"):
    assert "view" not in start and "events" not in q
    plays = q["past_plays"].split()
    assert len(plays) == len(q["messages"])
    assert [m for m, p in zip(q["messages"], plays) if p[0] != "D"] == said
    said.append("s%d" % len(said))
    reply(q, message=said[-1])
assert ended["events"] == []
"#)
    .play();
    game.is_clean();
}

#[test]
fn a_proposal_is_played_when_the_time_is_up() {
    for (wait, wall, cpu) in
        [("time.sleep(60)", 1_000, 2_000), ("\n    while True: pass", 10_000, 200)]
    {
        let mut program = bot(&format!(
            r#"
for q in asked():
    say(decision=q["decision"], propose="AM")
    say(decision=q["decision"], propose="CO")
    say(decision=q["decision"] - 1, propose="LO")
    {wait}
"#
        ));
        (program.rounds, program.limits.wall_ms, program.limits.cpu_ms) = (1, wall, cpu);
        program.limits.start_ms = 10_000;
        let game = program.play();
        assert_eq!(
            game.steps[0],
            (DecisionOrigin::Chosen, "CO".into(), String::new()),
            "{}",
            game.log
        );
        assert!(game.log.contains("no reply in time: its proposal is played"), "{}", game.log);
    }
}

#[test]
fn a_proposal_that_comes_before_the_reply_counts_for_nothing() {
    let game = bot(r#"
for q in asked():
    say(decision=q["decision"], propose="AM")
    reply(q, "CO")
"#)
    .play();
    assert!(game.is_clean().steps.iter().all(|(_, mv, _)| mv == "CO"));
    assert_eq!(game.log, "");
}

#[test]
fn lines_that_answer_nothing_are_dropped_and_told() {
    let game = bot(r#"
for q in asked():
    say(decision=q["decision"] + 1, move="LO")
    print("debugging {", flush=True)
    reply(q, "CO")
    say(decision=q["decision"], move="LO")
"#)
    .play();
    assert!(game.is_clean().steps.iter().all(|(_, mv, _)| mv == "CO"));
    assert!(game.log.contains("lines dropped at decision"), "{}", game.log);
}

#[test]
fn a_program_cannot_write_what_looks_like_a_note() {
    let game = bot(r#"
for q in asked():
    print("stoker: fault of dracula\x1b[2J\u202e", file=sys.stderr, flush=True)
    print("stok", end="", file=sys.stderr, flush=True)
    reply(q, "CO")
"#)
    .play();
    game.is_clean();
    assert!(
        game.log.starts_with("| stoker: fault of dracula\u{fffd}[2J\u{fffd}\n"),
        "{}",
        game.log
    );
    assert!(game.log.lines().all(|line| line.starts_with("| ")), "{}", game.log);
}

#[test]
fn blank_lines_are_skipped_unless_they_are_too_many() {
    for (blank, fault) in [(4_000, false), (6_000, true)] {
        let game = bot(&format!(
            r#"
for q in asked():
    sys.stdout.write("\n" * {blank})
    reply(q, "CO")
"#
        ))
        .play();
        if fault {
            let reason = "more than 5000 lines of output without a reply";
            assert_eq!(game.faults()[0], (0, FaultKind::OutputLimit, reason));
        } else {
            game.is_clean();
            assert_eq!(game.log, "");
        }
    }
}

#[test]
fn only_wrong_lines_are_a_garbled_reply() {
    for line in [r#"say(decision=q["decision"] + 1, move="CO")"#, r#"print("CO", flush=True)"#] {
        let mut program = bot(&format!("for q in asked():\n    {line}\n    time.sleep(60)"));
        (program.rounds, program.limits.wall_ms) = (1, 1_000);
        assert_eq!(program.play().kinds(), [FaultKind::GarbledReply; 4], "{line}");
    }
}

#[test]
fn a_late_reply_is_too_late() {
    let mut program = bot(r#"
for q in asked():
    time.sleep(1.5)
    reply(q)
"#);
    (program.rounds, program.limits.wall_ms) = (1, 500);
    let game = program.play();
    assert_eq!(game.faults()[0], (0, FaultKind::WallTimeout, "no reply within 500 ms"));
    assert_eq!(game.kinds(), [FaultKind::WallTimeout; 4]);
}

#[test]
fn half_a_line_is_no_reply_while_the_program_lives() {
    let mut program = bot(r#"
for q in asked():
    print('{"decision": %d, "move": "CO"' % q["decision"], end="", flush=True)
    time.sleep(60)
"#);
    (program.rounds, program.limits.wall_ms) = (1, 400);
    let game = program.play();
    assert_eq!(game.kinds(), [FaultKind::WallTimeout; 4]);
    assert!(game.log.contains("a line had no end when time was up"), "{}", game.log);
}

#[test]
fn a_last_line_without_an_end_is_a_reply() {
    let mut program = bot(r#"
for q in asked():
    print('{"decision": %d, "move": "CO"}' % q["decision"], end="", flush=True)
    sys.exit(0)
"#);
    (program.rounds, program.policy) = (1, FaultPolicy::Lenient);
    let game = program.play();
    assert_eq!(game.steps[0].1, "CO", "{:?}", game.faults());
    assert_eq!(game.steps[0].0, DecisionOrigin::Chosen);
}

#[test]
fn every_fault_is_told_from_the_others() {
    for (act, kind) in [
        ("sys.exit(0)", FaultKind::NoReply),
        ("os.close(1); time.sleep(60)", FaultKind::NoReply),
        ("sys.exit(5)", FaultKind::Crash),
        ("os.kill(os.getpid(), 11)", FaultKind::Crash),
        ("raise ValueError('no')", FaultKind::Crash),
        ("print('x', flush=True); sys.exit(0)", FaultKind::GarbledReply),
        ("reply(q, 'Amsterdam')", FaultKind::GarbledReply),
        ("print('x' * 2000000, flush=True)", FaultKind::OutputLimit),
    ] {
        let mut program = bot(&format!("for q in asked():\n    {act}"));
        program.rounds = 1;
        let game = program.play();
        assert_eq!(game.kinds(), [kind; 4], "{act}: {:?}", game.faults());
    }
}

#[test]
fn without_a_hello_a_program_could_not_start() {
    for (source, reason) in [
        ("exit 0", "no hello: it ended in order, without a reply"),
        ("exit 3", "no hello: exit status 3"),
        ("echo no >&2; exit 3", "no hello: exit status 3; standard error ends: `no`"),
        ("sleep 60", "no hello within 400 ms"),
        (
            "echo '{\"decision\":1,\"move\":\"CO\"}'; sleep 60",
            "no hello within 400 ms; the last line: a reply before any question",
        ),
        (
            "echo '{\"type\":\"hello\",\"protocol\":2}'; sleep 60",
            "it speaks version 2 of the protocol, not 1",
        ),
    ] {
        let mut program = Bot { rounds: 1, ..Bot::shell(Lines, source) };
        program.limits.start_ms = 400;
        let game = program.play();
        assert_eq!(game.kinds(), [FaultKind::CouldNotStart; 4], "{source}");
        assert_eq!(game.faults()[0].2, reason);
    }
}

#[test]
fn after_a_crash_the_next_seat_gets_a_new_process_that_is_told_the_game_so_far() {
    let mut program = bot(r#"
for q in asked():
    if q["seat"] == 1:
        sys.exit(9)
    view = start["view"]["hunters"]
    reply(q, message="%d %d %d" % (q["decision"], len(view["plays"]), len(q["events"])))
"#);
    program.rounds = 2;
    let game = program.play();
    assert_eq!(game.faults(), [(1, FaultKind::Crash, "exit status 9")]);
    let said: Vec<_> = game
        .steps
        .iter()
        .filter(|step| step.0 == DecisionOrigin::Chosen)
        .map(|step| &*step.2)
        .collect();
    // A seat that has lost its say is not asked: what it plays is told as an event.
    assert_eq!(said, ["1 0 0", "1 2 0", "2 2 1", "3 2 2", "4 2 2", "5 2 1"]);
    assert!(game.log.contains("the program is started again"));
}

#[test]
fn a_program_that_leaves_between_two_questions_has_not_answered_the_second() {
    let mut program = bot("for q in asked():\n    reply(q)\n    break");
    (program.rounds, program.policy) = (1, FaultPolicy::Lenient);
    let game = program.play();
    let reason = "it ended in order, without a reply";
    let faults = [(1, FaultKind::NoReply, reason), (3, FaultKind::NoReply, reason)];
    assert_eq!(game.faults(), faults);
}

#[test]
fn a_last_line_without_an_end_is_not_read_again_at_the_next_question() {
    let mut program = bot(r#"
for q in asked():
    print('{"decision": %d, "move": "CO"}' % q["decision"], end="", flush=True)
    sys.exit(0)
"#);
    (program.rounds, program.policy) = (1, FaultPolicy::Lenient);
    let game = program.play();
    let reason = "it ended in order, without a reply";
    assert_eq!(game.faults()[0], (1, FaultKind::NoReply, reason));
    assert!(!game.log.contains("dropped"), "{}", game.log);
}

#[test]
fn a_hello_that_cannot_be_read_is_told() {
    let hello = r#"echo '{"type":"hello","protocol":1,"form":"x"}'; sleep 60"#;
    let mut program = Bot { rounds: 1, ..Bot::shell(Lines, hello) };
    program.limits.start_ms = 400;
    let game = program.play();
    let reason = game.faults()[0].2;
    assert!(reason.starts_with("no hello within 400 ms; the last line: "), "{reason}");
    assert!(reason.contains("unknown variant `x`"), "{reason}");
}

#[test]
fn what_the_machine_does_wrong_voids_the_match() {
    let program = Bot { launcher: "/nowhere/stoker", ..bot("") };
    let error = program.try_play().err().unwrap();
    assert!(matches!(error, RefereeError::Void(_)), "{error}");
}

#[test]
fn a_lenient_tournament_asks_the_same_seat_again() {
    let mut program = bot("for q in asked():\n    sys.exit(9)");
    (program.rounds, program.policy) = (2, FaultPolicy::Lenient);
    assert_eq!(program.play().kinds(), [FaultKind::Crash; 8]);
}

#[test]
fn processor_time_between_turns_counts_in_the_next() {
    let mut program = bot(r#"
for q in asked():
    reply(q)
    if q["seat"] == 0:
        begun = time.process_time()
        while time.process_time() < begun + 1: pass
"#);
    (program.rounds, program.limits.cpu_ms) = (1, 300);
    let game = program.play();
    assert_eq!(game.faults()[0].1, FaultKind::CpuTimeout);
    assert_eq!(game.faults()[0].0, 1);
}

#[test]
fn a_program_that_will_not_leave_is_stopped() {
    let begun = std::time::Instant::now();
    let mut program = bot("for q in asked():\n    reply(q)\ntime.sleep(60)");
    program.rounds = 1;
    program.play().is_clean();
    assert!(begun.elapsed().as_secs() < 20);
}

#[test]
fn long_messages_and_a_program_that_reads_slowly_do_no_harm() {
    let mut program = bot(r#"
for q in asked():
    time.sleep(0.001)
    reply(q, message="m" * 5000)
"#);
    program.rounds = 100;
    let game = program.play();
    assert!(game.is_clean().steps.iter().all(|(_, _, said)| said.len() == 99));
}
