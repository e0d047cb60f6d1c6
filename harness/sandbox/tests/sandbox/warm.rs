//! Turns of a program are the same whether its process is started or copied from a warm one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use crate::common::{ISOLATIONS, ProgramResult, finish, soon, spec, words};
use stoker_sandbox::{Input, Isolation, Sandbox, SandboxLimits, SandboxSpec, SpawnError, Turns};

/// Acts that any program may carry out; then a look at what it has left.
const ACTS: [&str; 34] = [
    "look",
    "exit 0",
    "exit 1",
    "exit 42",
    "_exit",
    "atexit",
    "abort",
    "assert",
    "raise",
    "segv",
    "deep",
    "spin",
    "sleep",
    "closed",
    "close",
    "flood",
    "hog",
    "orphan",
    "late",
    "thread",
    "leader",
    "child",
    "alarm",
    "nonblock",
    "signal 0",
    "signal 9",
    "signal 19",
    "signal 15",
    "signal 10",
    "storm",
    "pgroup",
    "sibling",
    "write",
    "write",
];
/// Acts that are harmless only in a process namespace of their own.
const IN_A_NAMESPACE: [&str; 6] = ["bomb", "all 9", "all 19", "all 15", "parent", "reach"];
/// Acts after which nothing can be started any more.
const LAST: [&str; 2] = ["mode", "remove"];

/// The headers that the program includes.
const HEADERS: [(&str, &str); 2] = [
    ("system.h", include_str!("../../../../bots/kits/c/player/system.h")),
    ("warm.h", include_str!("../../../../bots/kits/c/player/warm.h")),
];

/// The program, compiled once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = PROGRAM.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("warm");
        // The sources are embedded in this test, because another user may not be able to read the
        // checkout.
        let source = folder.path().join("warm.c");
        fs::create_dir(folder.path().join("player")).unwrap();
        fs::write(&source, include_str!("warm.c")).unwrap();
        for (name, text) in HEADERS {
            fs::write(folder.path().join("player").join(name), text).unwrap();
        }
        let cc = Command::new("cc")
            .args(["-O0", "-w", "-std=gnu11", "-pthread", "-I"])
            .arg(folder.path())
            .arg("-o")
            .args([&path, &source])
            .status();
        assert!(cc.unwrap().success());
        (folder, path)
    });
    path
}

fn open(isolation: Isolation, turns: Turns) -> (Sandbox, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program(), folder.path().join("warm")).unwrap();
    let limits = SandboxLimits { processes: 8, ..SandboxLimits::default() };
    let folder_of = Some(folder.path().to_owned());
    let spec = SandboxSpec { folder: folder_of, turns, limits, ..spec(isolation) };
    (Sandbox::open(&spec).unwrap(), folder)
}

/// Plays one turn with this act.
fn turn(sandbox: &mut Sandbox, act: &str) -> Result<ProgramResult, SpawnError> {
    let input = format!("{act}\n");
    let running = sandbox.spawn_with(&words(&["./warm"]), Input::Whole(input.as_bytes()))?;
    let most = if matches!(act, "spin" | "sleep" | "leader") { 300 } else { 30_000 };
    Ok(finish(sandbox, running, Duration::from_millis(most)))
}

/// The result of a turn that has to be the same both ways.
fn told(sandbox: &mut Sandbox, act: &str) -> String {
    match turn(sandbox, act) {
        Ok(ProgramResult { stdout, stderr, exit, cut }) => {
            // An address would differ between processes.
            let stderr = stderr.lines().map(|line| line.replace("0x", "")).collect::<Vec<_>>();
            format!("{} {stdout:?} {stderr:?} {:?} {:?} {cut}", act, exit.status, exit.hit)
        }
        Err(error) => format!("{act} {error}"),
    }
}

/// The process id of the warm process, which is the server's only child between turns.
fn warm(sandbox: &Sandbox) -> Option<u32> {
    let children = |pid: u32| -> Vec<u32> {
        let list =
            fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        list.split_whitespace().map(|child| child.parse().unwrap()).collect()
    };
    let server = *children(sandbox.launcher()).first()?;
    let children = children(server);
    assert!(children.len() <= 1, "{children:?}");
    children.first().copied()
}

#[test]
fn whatever_a_program_does_is_told_alike_both_ways_and_nothing_is_left_for_the_next_turn() {
    for isolation in ISOLATIONS {
        let (mut process, _one) = open(isolation, Turns::Process);
        let (mut copied, _two) = open(isolation, Turns::Warm);
        let private: &[_] = if isolation == Isolation::Full { &IN_A_NAMESPACE } else { &[] };
        let mut looks = vec![];
        for act in ACTS.iter().chain(private) {
            assert_eq!(told(&mut copied, act), told(&mut process, act), "{isolation}");
            looks.push(told(&mut copied, "look"));
            assert_eq!(looks.last(), Some(&told(&mut process, "look")), "{isolation}: after {act}");
        }
        assert!(looks.iter().all(|look| *look == looks[0]), "{looks:?}");
        assert!(
            looks[0].contains("turn 1 kept no prepared 1")
                && looks[0].contains("session 1 group 1")
        );
    }
}

#[test]
fn a_program_that_is_gone_or_locked_is_not_served_from_memory() {
    for isolation in ISOLATIONS {
        for act in LAST {
            // A privileged program needs no right to execute, but the file has to exist.
            let (mut process, _one) = open(isolation, Turns::Process);
            let (mut copied, _two) = open(isolation, Turns::Warm);
            for act in ["look", act, "look"] {
                assert_eq!(told(&mut copied, act), told(&mut process, act), "{isolation}");
            }
        }
    }
}

#[test]
fn one_warm_process_serves_thousands_of_turns() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = open(isolation, Turns::Warm);
        let first = told(&mut sandbox, "look");
        let served_by = warm(&sandbox).unwrap();
        for _ in 0..3_000 {
            assert_eq!(told(&mut sandbox, "look"), first);
        }
        assert_eq!(warm(&sandbox), Some(served_by), "{isolation}");
        // The warm process's own CPU time belongs to no program.
        assert!(sandbox.cpu_time() < Duration::from_millis(30), "{:?}", sandbox.cpu_time());
    }
}

#[test]
fn no_two_turns_see_the_same_process_id() {
    let (mut sandbox, _folder) = open(Isolation::Full, Turns::Warm);
    let ids: Vec<String> = (0..50).map(|_| turn(&mut sandbox, "pid").unwrap().stdout).collect();
    let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
}

#[test]
fn a_warm_process_that_was_ended_or_stopped_is_replaced() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = open(isolation, Turns::Warm);
        let first = told(&mut sandbox, "look");
        for act in ["signal 9", "signal 19", "signal 15", "signal 34"] {
            let before = warm(&sandbox).unwrap();
            assert!(told(&mut sandbox, act).contains("sent"));
            assert_eq!(told(&mut sandbox, "look"), first, "{isolation}: {act}");
            assert_ne!(warm(&sandbox), Some(before), "{isolation}: {act}");
        }
        let before = warm(&sandbox).unwrap();
        assert!(told(&mut sandbox, "signal 18").contains("sent"));
        assert_eq!(told(&mut sandbox, "look"), first);
        assert_eq!(warm(&sandbox), Some(before), "{isolation}: it was told to go on, as it did");
    }
}

#[test]
fn what_a_turn_leaves_running_ends_with_it() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = open(isolation, Turns::Warm);
        for act in ["orphan", "storm", "sibling", "late"] {
            turn(&mut sandbox, act).unwrap();
            // The warm process ends together with what is left, so nothing can hide behind it.
            assert_eq!(warm(&sandbox), None, "{isolation}: {act}");
        }
        assert!(told(&mut sandbox, "look").contains("turn 1"));
        assert!(warm(&sandbox).is_some());
        let served_by = warm(&sandbox);
        // A turn that is cut but leaves nothing costs nothing more.
        assert!(turn(&mut sandbox, "sleep").unwrap().cut);
        assert_eq!(warm(&sandbox), served_by, "{isolation}");
        drop(sandbox);
        assert!(soon(|| served_by.is_none_or(|pid| !Path::new(&format!("/proc/{pid}")).exists())));
    }
}

#[test]
fn a_program_that_knows_nothing_of_it_gets_a_process() {
    for isolation in ISOLATIONS {
        let spec = SandboxSpec { turns: Turns::Warm, ..spec(isolation) };
        let mut sandbox = Sandbox::open(&spec).unwrap();
        for _ in 0..3 {
            let argv = words(&["sh", "-c", "read line; echo got $line; exit 3"]);
            let running = sandbox.spawn_with(&argv, Input::Whole(b"x\n")).unwrap();
            let outcome = finish(&mut sandbox, running, Duration::from_secs(30));
            assert_eq!(outcome.stdout, "got x\n");
        }
    }
}
