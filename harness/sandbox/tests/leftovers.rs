//! No process, descriptor, folder or control group is left behind, whatever happens.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use common::{ISOLATIONS, fixture, hostile, lives, marked, marker, soon, spec, words};
use stoker_sandbox::{Isolation, Sandbox, SandboxError};

/// Control groups and temporary folders that are named after this harness.
fn made_by(harness: u32) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("/sys/fs/cgroup")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&format!("stoker-{harness}-")) {
                found.push(entry.path());
            } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
        }
    }
    let temp = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let ours = temp.filter(|entry| {
        entry.file_name().to_string_lossy().starts_with(&format!("stoker-{harness}-"))
    });
    found.extend(ours.map(|entry| entry.path()));
    found
}

/// A separate harness whose sandbox runs a program with a child, once all three run, and the
/// launcher's process id.
fn harness(isolation: Isolation, marker: &str) -> (Child, u32) {
    let mut harness = Command::new(fixture())
        .args(["harness", marker, &isolation.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(harness.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(soon(|| marked(marker) == 3), "{isolation}: {} run", marked(marker));
    (harness, line.trim().parse().unwrap())
}

#[test]
fn a_harness_that_is_killed_leaves_nothing() {
    for isolation in ISOLATIONS {
        let marker = marker();
        let (mut harness, launcher) = harness(isolation, &marker);
        harness.kill().unwrap();
        harness.wait().unwrap();
        assert!(soon(|| marked(&marker) == 0), "{isolation}: {} are left", marked(&marker));
        assert!(soon(|| !lives(launcher)));
        assert!(soon(|| made_by(harness.id()).is_empty()), "{:?}", made_by(harness.id()));
    }
}

#[test]
fn a_harness_that_is_killed_together_with_its_launcher_leaves_no_process() {
    for isolation in ISOLATIONS {
        let marker = marker();
        let (mut harness, launcher) = harness(isolation, &marker);
        rustix::process::kill_process(
            rustix::process::Pid::from_raw(i32::try_from(launcher).unwrap()).unwrap(),
            rustix::process::Signal::KILL,
        )
        .unwrap();
        harness.kill().unwrap();
        harness.wait().unwrap();
        assert!(soon(|| marked(&marker) == 0), "{isolation}: {} are left", marked(&marker));
        // The next sandbox removes what only the launcher could have removed.
        std::thread::sleep(std::time::Duration::from_millis(1100));
        for isolation in ISOLATIONS {
            drop(Sandbox::open(&spec(isolation)).unwrap());
        }
        assert!(soon(|| made_by(harness.id()).is_empty()), "{:?}", made_by(harness.id()));
    }
}

#[test]
fn a_harness_that_is_killed_while_it_probes_leaves_no_bait() {
    for signal in [rustix::process::Signal::KILL, rustix::process::Signal::TERM] {
        let mut prober =
            Command::new(fixture()).arg("prober").stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(prober.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "true\n");
        // Bait exists nearly all of the time.
        let bait = || !made_by(prober.id()).iter().all(|path| path.starts_with("/sys"));
        assert!(soon(bait));
        let pid = rustix::process::Pid::from_raw(i32::try_from(prober.id()).unwrap()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
        prober.wait().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1100));
        stoker_sandbox::probe(&spec(Isolation::Full)).unwrap();
        assert!(soon(|| made_by(prober.id()).is_empty()), "{:?}", made_by(prober.id()));
    }
}

#[test]
fn a_pipe_under_the_name_of_a_working_folder_holds_nobody_up() {
    let pipe = std::env::temp_dir().join(format!("stoker-1-pipe-{}", std::process::id()));
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let opened = Sandbox::open(&spec(Isolation::None)).map(drop);
    fs::remove_file(&pipe).unwrap();
    opened.unwrap();
}

#[test]
fn a_launcher_that_is_killed_is_an_error_of_the_sandbox() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = hostile(isolation);
        let marker = marker();
        let _running = sandbox.spawn(&words(&["./bot", "sleep", &marker])).unwrap();
        assert!(soon(|| marked(&marker) == 1));
        let launcher =
            rustix::process::Pid::from_raw(i32::try_from(sandbox.launcher()).unwrap()).unwrap();
        rustix::process::kill_process(launcher, rustix::process::Signal::KILL).unwrap();
        assert!(soon(|| matches!(sandbox.try_exit(), Err(SandboxError::Gone(_)))), "{isolation}");
        assert!(soon(|| marked(&marker) == 0), "{isolation}");
    }
}

#[test]
fn two_hundred_sandboxes_leave_nothing() {
    let descriptors = || fs::read_dir("/proc/self/fd").unwrap().count();
    let children = || {
        let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
        let children =
            tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
        children.map(|children| children.split_whitespace().count()).sum::<usize>()
    };
    let before = descriptors();
    let mut programs = 0;
    for number in 0..200 {
        let mut sandbox = Sandbox::open(&spec(ISOLATIONS[number % 2])).unwrap();
        let running = sandbox.spawn(&words(&["sh", "-c", "sleep 100 & exec sleep 100"])).unwrap();
        programs += 1;
        if number % 4 < 2 {
            sandbox.kill().unwrap();
        }
        drop(running);
    }
    assert_eq!(programs, 200);
    // Other tests of this file open descriptors at the same time.
    assert!(soon(|| descriptors() <= before + 20), "{before} became {}", descriptors());
    assert!(soon(|| children() <= 4), "{}", children());
    let own = std::process::id();
    assert!(soon(|| made_by(own).len() <= 4), "{:?}", made_by(own));
}

#[test]
fn all_of_this_holds_for_an_ordinary_user_too() {
    common::again_as_ordinary_user("all_of_this_holds_for_an_ordinary_user_too");
}
