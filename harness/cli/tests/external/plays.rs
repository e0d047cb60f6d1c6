//! The `course` protocol.

use stoker::external::runnable::Codes;
use stoker::fault::{FaultKind, FaultPolicy};
use stoker::referee::DecisionOrigin;
use stoker::spec::Protocol::Plays;

use super::table::Bot;

/// Hunters who begin in Cologne and stay there.
const STAY: &str = r#"echo '{"move": "CO", "message": "here"}'"#;

fn kinds(source: &str) -> Vec<FaultKind> {
    let bot = Bot { rounds: 1, ..Bot::shell(Plays, source) };
    bot.play().kinds()
}

#[test]
fn a_reply_is_played_with_its_message() {
    let game = Bot::shell(Plays, STAY).play();
    game.is_clean();
    assert_eq!(game.steps.len(), 12);
    assert!(
        game.steps.iter().all(|step| step == &(DecisionOrigin::Chosen, "CO".into(), "here".into()))
    );
    assert_eq!(game.log, "");
}

#[test]
fn the_input_has_all_past_plays_and_a_message_for_each() {
    let game = Bot::python(
        Plays,
        r#"
import json, sys
told = json.load(sys.stdin)
plays = told["past_plays"].split()
assert len(plays) == len(told["messages"]), told
assert told["past_plays"] == " ".join(plays)
hunters = [m for p, m in zip(plays, told["messages"]) if p[0] != "D"]
assert hunters == ["h\u00e9 %d" % n for n in range(len(hunters))], hunters
assert all(p[1:3] in ("C?", "S?") or p[1] in "DHT" or len(p) == 7 for p in plays)
print(json.dumps({"move": "CO", "message": "h\u00e9 %d" % len(hunters)}))
"#,
    )
    .play();
    game.is_clean();
}

#[test]
fn default_moves_come_with_the_message_of_the_courses_runner() {
    let game = Bot::python(
        Plays,
        r#"
import json, sys
told = json.load(sys.stdin)
if len(told["messages"]) == 0:
    sys.exit(3)
said = "===== Generating default move...player disqualified... ====="
assert told["messages"][0] == said, told["messages"]
print(json.dumps({"move": "CO"}))
"#,
    )
    .play();
    assert_eq!(game.faults(), [(0, FaultKind::Crash, "exit status 3")], "{}", game.log);
}

#[test]
fn noise_around_the_reply_does_no_harm() {
    let source = r#"
echo 'thinking {about} it: {"a": {"b": [1, "'
echo 'debug {"move": 5}'
echo '{"score": 1, "message": "yes",'
echo ' "move": "CO"} {"move": "LO"} }'
"#;
    let game = Bot::shell(Plays, source).play();
    assert!(game.is_clean().steps.iter().all(|(_, mv, said)| (&**mv, &**said) == ("CO", "yes")));
}

#[test]
fn a_reply_counts_however_the_process_ends() {
    for (end, note) in [
        ("exit 42", "the reply counts, but it ended by exit status 42"),
        ("kill -SEGV $$", "the reply counts, but it ended by signal 11 (SIGSEGV)"),
        ("kill -KILL $$", "the reply counts, but it ended by signal 9 (SIGKILL)"),
    ] {
        let game = Bot { rounds: 1, ..Bot::shell(Plays, &format!("{STAY}; {end}")) }.play();
        game.is_clean();
        assert_eq!(game.log, format!("stoker: {note}\n").repeat(4));
    }
}

#[test]
fn a_reply_counts_when_the_process_is_stopped_at_a_limit() {
    for (rest, what) in [
        ("sleep 60", "the time limit"),
        ("exec >&-; sleep 60", "the time limit"),
        ("while :; do :; done", "the limit of processor time"),
        ("while :; do echo on and on; done", "the limit of processor time"),
    ] {
        let mut bot = Bot { rounds: 1, ..Bot::shell(Plays, &format!("{STAY}; {rest}")) };
        bot.limits.wall_ms = if rest.contains("sleep") { 700 } else { 10_000 };
        bot.limits.cpu_ms = 100;
        let game = bot.play();
        game.is_clean();
        let note = format!("stoker: the reply counts, but it had to be stopped at {what}\n");
        assert_eq!(game.log, note.repeat(4), "{rest}");
    }
}

#[test]
fn after_its_reply_a_process_may_save_files_for_the_next() {
    let source = r#"
echo '{"move": "CO", "message": "'$(cat memory)'"}'
exec >&-
sleep 0.3
echo more >> memory
"#;
    let game = Bot { rounds: 1, ..Bot::shell(Plays, source) }.play();
    let said: Vec<_> = game.is_clean().steps.iter().map(|(_, _, said)| &**said).collect();
    assert_eq!(said, ["", "more", "more more", "more more more"]);
}

#[test]
fn a_program_that_never_reads_is_not_waited_for() {
    // Messages of 99 bytes, up to the end of a long game: more than 100 kB of input.
    let source = format!("echo '{{\"move\": \"CO\", \"message\": \"{}\"}}'", "x".repeat(99));
    let bot = Bot::new(Plays, &["/bin/sh", "bot"], &source);
    let game = Bot { rounds: 520, policy: FaultPolicy::Lenient, ..bot }.play();
    // From the hospital there is no way to where it always goes.
    let kinds = game.kinds();
    assert!(kinds.iter().all(|&kind| kind == FaultKind::IllegalMove), "{kinds:?}");
    // Hospital visits shorten it.
    assert!(game.steps.len() > 950, "{}", game.steps.len());
}

#[test]
fn every_fault_is_told_from_the_others() {
    for (source, kind) in [
        ("exit 0", FaultKind::NoReply),
        ("exec >&-; sleep 60", FaultKind::NoReply),
        ("exit 1", FaultKind::Crash),
        ("echo x; exit 1", FaultKind::Crash),
        ("kill -ABRT $$", FaultKind::Crash),
        ("echo x", FaultKind::GarbledReply),
        ("echo '{\"move\": \"CO\"'", FaultKind::GarbledReply),
        ("echo '{\"move\": \"co\"}'", FaultKind::GarbledReply),
        ("echo '{\"move\": \" CO\"}'", FaultKind::GarbledReply),
        ("echo '{\"move\": \"HI\"}'", FaultKind::GarbledReply),
        ("echo '{\"move\": \"IS\"}'", FaultKind::GarbledReply),
        ("echo '{\"move\": 7}'", FaultKind::GarbledReply),
        ("head -c 2000000 /dev/zero", FaultKind::OutputLimit),
    ] {
        assert_eq!(kinds(source), [kind; 4], "{source}");
    }
}

#[test]
fn time_limits_are_kept_by_both_clocks() {
    let mut bot = Bot { rounds: 1, ..Bot::shell(Plays, "sleep 60") };
    bot.limits.wall_ms = 300;
    assert_eq!(bot.play().faults()[0], (0, FaultKind::WallTimeout, "no reply within 300 ms"));
    let mut bot = Bot { rounds: 1, ..Bot::shell(Plays, "while :; do :; done") };
    bot.limits.cpu_ms = 200;
    let game = bot.play();
    let reason = "no reply within 200 ms of processor time";
    assert_eq!(game.faults()[0], (0, FaultKind::CpuTimeout, reason));
    let (_, elapsed) = game.played.times[0];
    assert!(elapsed.cpu.as_millis() >= 200 && elapsed.cpu.as_millis() < 1_000, "{elapsed:?}");
}

#[test]
fn a_reason_tells_how_a_program_ended_and_what_it_said_last() {
    let source = "echo working >&2; echo 'Error: no such thing' >&2; exit 7";
    let game = Bot { rounds: 1, ..Bot::shell(Plays, source) }.play();
    let reason = "exit status 7; standard error ends: `Error: no such thing`";
    assert_eq!(game.faults()[0], (0, FaultKind::Crash, reason));
    let told = "| working\n| Error: no such thing\nstoker: fault of Lord Godalming (seat 0, round 0, \
                against other), turn 0: crash: ";
    assert!(game.log.starts_with(&format!("{told}{reason}\n| working\n")), "{}", game.log);
}

#[test]
fn standard_error_is_drained_and_cut() {
    let source = format!("head -c 300000 /dev/zero | tr '\\0' x >&2; {STAY}");
    let game = Bot { rounds: 1, ..Bot::shell(Plays, &source) }.play();
    game.is_clean();
    assert!((65_536..65_800).contains(&game.log.len()), "{}", game.log.len());
    assert_eq!(game.log.matches("the rest is left out").count(), 1);
}

#[test]
fn bad_text_in_a_message_is_replaced() {
    let source = r#"printf '{"move": "CO", "message": "caf\351 \303\251"}'"#;
    let game = Bot { rounds: 1, ..Bot::shell(Plays, source) }.play();
    assert_eq!(game.is_clean().steps[0].2, "caf\u{fffd} é");
}

#[test]
fn codes_of_earlier_years_are_understood_if_asked_for() {
    // The Irish Sea is next to no port but Dublin and Liverpool; anyone may begin there.
    let source = r#"echo '{"move": "IS"}'"#;
    let bot = Bot { rounds: 1, codes: Codes::Earlier, ..Bot::shell(Plays, source) };
    assert_eq!(bot.play().is_clean().steps[0].1, "IR");
}

#[test]
fn a_program_that_is_not_there_could_not_start() {
    for command in ["./not-there", "not-there-either"] {
        let game = Bot { rounds: 1, ..Bot::new(Plays, &[command], "") }.play();
        assert_eq!(game.kinds(), [FaultKind::CouldNotStart; 4]);
        assert!(game.faults()[0].2.contains(command), "{}", game.faults()[0].2);
    }
}

#[test]
fn policies_differ_in_what_a_fault_costs() {
    let crash = |policy| Bot { policy, ..Bot::shell(Plays, "exit 1") }.play().kinds().len();
    assert_eq!(crash(FaultPolicy::Seat), 4);
    assert_eq!(crash(FaultPolicy::Lenient), 12);
    assert_eq!(crash(FaultPolicy::Forfeit), 1);
}

/// D8: where there is no legal move there is nothing to choose.
#[test]
fn a_crash_at_a_forced_teleport_is_no_fault() {
    let source = r#"
import json, sys
told = json.load(sys.stdin)
turn = len(told["past_plays"].split()) // 5
# From the castle both ways out are in the trail then, and so are hiding and doubling back.
route = ["GA", "D1", "HI", "KL", "CD"]
if turn < len(route):
    print(json.dumps({"move": route[turn]}))
else:
    sys.exit(1)
"#;
    let game = Bot { side: "dracula", rounds: 8, ..Bot::python(Plays, source) }.play();
    let forced = game.steps.iter().position(|(how, ..)| *how == DecisionOrigin::Forced);
    let faults = game.faults();
    let first = faults.first().unwrap();
    assert_eq!(forced, Some(5));
    assert!(first.0 > 5 * 5 + 4, "{first:?}");
}
