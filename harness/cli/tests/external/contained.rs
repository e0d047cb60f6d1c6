//! Programs in a full sandbox: limits that only it enforces, and the faults of programs that break
//! them.

use stoker::external::Limits;
use stoker::fault::FaultKind;
use stoker::spec::Protocol::{self, Lines, Plays};
use stoker_sandbox::Isolation;

use super::table::Bot;

/// Plays one round as hunters, with little of everything.
fn played(protocol: Protocol, source: &str) -> super::table::Match {
    let bot = Bot::python(protocol, source);
    let limits = Limits { memory_mib: 100, processes: 8, file_mib: 1, disk_mib: 4, ..bot.limits };
    Bot { rounds: 1, isolation: Isolation::Full, limits, ..bot }.play()
}

const COURSE: &str = r#"
import os, sys, time
def reply():
    print('{"move": "CO"}', flush=True)
"#;

#[test]
fn both_protocols_are_spoken_in_a_sandbox() {
    let game = played(Plays, &format!("{COURSE}\nreply()"));
    game.is_clean();
    let game = played(
        Lines,
        r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "hello", "protocol": 1}', flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"decision": message["decision"], "move": "CO"}), flush=True)
"#,
    );
    game.is_clean();
    let (_, elapsed) = game.played.times[0];
    assert!(!elapsed.wall.is_zero() && !elapsed.cpu.is_zero());
}

#[test]
fn files_are_kept_from_turn_to_turn_and_gone_with_the_match() {
    let source = format!(
        r#"{COURSE}
turn = int(open("turn").read()) if os.path.exists("turn") else 0
open("turn", "w").write(str(turn + 1))
if turn < 4:
    reply()
"#
    );
    for _ in 0..2 {
        played(Plays, &source).is_clean();
    }
}

#[test]
fn what_a_sandbox_cuts_is_recorded_as_what_it_was() {
    for (act, kind) in [
        ("x = bytearray(200 << 20)", FaultKind::OutOfMemory),
        ("x = [bytearray(1 << 20) for _ in range(200)]", FaultKind::OutOfMemory),
        ("open('f', 'w').write('x' * (3 << 20))", FaultKind::FileLimit),
        ("[open('f%d' % n, 'w').write('x' * 1000000) for n in range(9)]", FaultKind::FileLimit),
        ("while True:\n    os.fork()", FaultKind::ProcessLimit),
        ("while True: pass", FaultKind::CpuTimeout),
        ("os.kill(os.getpid(), 19)", FaultKind::WallTimeout),
    ] {
        let bot = Bot::python(Plays, &format!("{COURSE}\n{act}"));
        let limits = Limits {
            memory_mib: 100,
            processes: 8,
            file_mib: 1,
            disk_mib: 4,
            wall_ms: 1_500,
            cpu_ms: if kind == FaultKind::CpuTimeout { 200 } else { 1_500 },
            ..bot.limits
        };
        let game = Bot { rounds: 1, isolation: Isolation::Full, limits, ..bot }.play();
        assert_eq!(game.kinds()[0], kind, "{act}: {:?} {}", game.faults(), game.log);
    }
}
