//! SIGTERM ends a command as Ctrl-C does.

use std::fs;
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};

use crate::arena::{Arena, Starter, soon};
use crate::{LEAGUE, LONG, assert_done, hand_in_endless_build, hand_in_league, results};

/// Both ways to ask a command to end.
const SIGNALS: [Signal; 2] = [Signal::INT, Signal::TERM];

/// True if a process has a handler of its own for both.
fn listens(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    SIGNALS.iter().all(|signal| caught >> (signal.as_raw() - 1) & 1 == 1)
}

/// Starts a command, and sends it this signal when it listens and `is_due`. It must end with the
/// status of an interruption, and leave nothing.
fn interrupt(arena: &Arena, args: &str, signal: Signal, mut is_due: impl FnMut() -> bool) {
    let mut child = arena.start(&args.split(' ').collect::<Vec<_>>());
    let due = soon(LONG, || listens(&child) && is_due() || child.try_wait().unwrap().is_some());
    assert!(due && child.try_wait().unwrap().is_none(), "{args}: ended by itself, or never due");
    kill_process(Pid::from_child(&child), signal).unwrap();
    let process = child.id();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{args}, {signal:?}: {output:?}");
    assert_eq!(arena.left_behind(process), [""; 0], "{args}, {signal:?}");
}

/// A bot that takes its time, and [one whose build never ends](hand_in_endless_build).
fn hand_in_slow(arena: &Arena) {
    arena.hand_in_as("slow", "honest", "wall_ms = 60000");
    // A link to the file that all tests use.
    fs::remove_file(arena.path("bots/slow/bot.py")).unwrap();
    let script = "import sys, time\nsys.path.insert(0, '.')\nimport lines\n\n\
                  def reply(message):\n    time.sleep(0.2)\n    \
                  lines.say({'decision': message['decision'], 'move': message['legal'][0]})\n\n\
                  lines.play(reply=reply)\n";
    arena.write("bots/slow/bot.py", script);
    hand_in_endless_build(arena);
}

/// True if a program in a sandbox runs, not only `stoker`.
fn plays(arena: &Arena) -> bool {
    arena.processes().iter().any(|(_, line)| !line.contains("stoker"))
}

#[test]
fn a_league_a_build_and_a_check_that_are_asked_to_end_do_so_and_leave_nothing() {
    for starter in Starter::all() {
        let arena = Arena::new(starter);
        hand_in_league(&arena, 20);
        hand_in_slow(&arena);
        assert_done(&arena.run(&[&LEAGUE[..], &["--out", "results/straight"]].concat()));
        for signal in SIGNALS {
            interrupt(&arena, "check ./bots/slow", signal, || plays(&arena));
            interrupt(&arena, "build ./bots/endless", signal, || plays(&arena));
            assert_eq!(fs::read_dir(arena.path("builds/unfinished")).unwrap().count(), 0);

            let out = format!("results/{}", signal.as_raw());
            let league = format!("{} --out {out}", LEAGUE.join(" "));
            let journal = arena.path(&out).join("journal");
            interrupt(&arena, &league, signal, || journal.exists() && plays(&arena));
            assert_done(&arena.run(&["resume", &out]));
            let resumed = results(&arena, out.trim_start_matches("results/"));
            assert_eq!(resumed, results(&arena, "straight"));
        }
    }
}

#[test]
fn sigterm_ends_every_command_that_plays_as_ctrl_c_does() {
    let arena = Arena::new(Starter::Own);
    hand_in_slow(&arena);
    let commands = [
        "league random --matches 10000000 --out results/league",
        "resume results/league",
        "league random a@random b@random --format ladder --matches 1000000 --out results/ladder",
        "compare random a@random --against patrol wanderer --max-pairs 1000000 --out results/compare",
        "sweep patrol wanderer --vary wanderer:fear=0,6 --matches 10000000 --out results/sweep",
        "tune wanderer:fear=0,ways=0 --param fear=0..20 --param ways --against patrol \
         --iterations 100000 --out results/tune",
        "gauge patrol --against random --matches 1000000 --out results/gauge",
        "exploit wanderer --with patrol --iterations 1000000 --out results/exploit",
        "match hunters=./bots/slow dracula=wanderer",
    ];
    for signal in SIGNALS {
        for args in commands {
            let args = args.split_whitespace().collect::<Vec<_>>().join(" ");
            // The next command goes on with it.
            let run = arena.path("results/league/journal");
            let is_due = || !args.contains("results/league") || run.exists();
            interrupt(&arena, &args, signal, is_due);
        }
        for args in [
            "league hunters=./bots/endless wanderer --out results/build",
            "compare hunters=./bots/endless patrol --against wanderer --out results/build",
            "sweep hunters=./bots/endless wanderer --vary wanderer:fear=0,6 --out results/build",
            "match hunters=./bots/endless dracula=wanderer",
            "check ./bots/endless",
        ] {
            interrupt(&arena, args, signal, || plays(&arena));
        }
        fs::remove_dir_all(arena.path("results")).unwrap();
        fs::create_dir(arena.path("results")).unwrap();
    }
}
