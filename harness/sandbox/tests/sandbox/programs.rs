//! Ordinary programs run in a sandbox. If one cannot be run, its author can understand the reason.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use crate::common::{
    ISOLATIONS, feed, folder_with_bot, hostile, run_for, run_program, soon, spec, succeeded, words,
};
use stoker_sandbox::{
    AddressLayout, Isolation, Limit, MeteredMemory, OpenError, Sandbox, SandboxError,
    SandboxLimits, SandboxSpec, SpawnError, Status,
};

#[test]
fn a_program_reads_writes_and_ends_with_its_status() {
    for isolation in ISOLATIONS {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        let running = sandbox
            .spawn(&words(&["sh", "-c", "read line; echo got $line; echo oops >&2; exit 42"]))
            .unwrap();
        feed(running.stdin.unwrap(), "hello\n");
        assert!(soon(|| rustix::event::poll(
            &mut [rustix::event::PollFd::from_borrowed_fd(
                sandbox.control(),
                rustix::event::PollFlags::IN
            )],
            Some(&rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 })
        ) == Ok(1)));
        let exit = sandbox.try_exit().unwrap().unwrap();
        assert_eq!((exit.status, exit.hit), (Status::Code(42), None), "{isolation}");
        let mut text = [0; 10];
        assert_eq!(rustix::io::read(&running.stdout, &mut text).unwrap(), 10);
        assert_eq!(&text, b"got hello\n");
        assert_eq!(rustix::io::read(&running.stderr, &mut text).unwrap(), 5);
        assert!(matches!(sandbox.kill(), Err(SandboxError::NotRunning)));
    }
}

#[test]
fn every_program_is_confined_alike_also_after_one_that_did_not_start() {
    let mut sandbox = Sandbox::open(&spec(Isolation::Full)).unwrap();
    let mut rights = || {
        let missing = sandbox.spawn(&words(&["./missing"]));
        assert!(matches!(missing, Err(SpawnError::Program { .. })));
        let names = "^(Uid|Groups|CapEff|CapPrm|NoNewPrivs|Seccomp|Seccomp_filters|SigBlk|SigIgn):";
        run_program(&mut sandbox, &["grep", "-E", names, "/proc/self/status"]).stdout
    };
    let first = rights();
    assert!(first.contains("Seccomp:\t2") && first.contains("NoNewPrivs:\t1"), "{first}");
    assert!(first.contains("CapEff:\t0000000000000000"), "{first}");
    for _ in 0..3 {
        assert_eq!(rights(), first);
    }
}

#[test]
fn java_says_nothing_of_its_own_where_it_is_installed() {
    if !std::path::Path::new("/usr/bin/java").exists() {
        return;
    }
    let spec = SandboxSpec {
        limits: SandboxLimits { memory_by: MeteredMemory::Resident, ..SandboxLimits::default() },
        ..spec(Isolation::Full)
    };
    let outcome = run_program(&mut Sandbox::open(&spec).unwrap(), &["java", "-version"]);
    assert!(succeeded(&outcome), "{outcome:?}");
    assert_eq!(outcome.stdout, "", "{outcome:?}");
}

#[test]
fn files_stay_from_one_program_to_the_next_and_the_original_is_untouched() {
    for isolation in ISOLATIONS {
        let folder = folder_with_bot();
        fs::write(folder.path().join("notes"), "first\n").unwrap();
        let spec = SandboxSpec { folder: Some(folder.path().to_owned()), ..spec(isolation) };
        let mut sandbox = Sandbox::open(&spec).unwrap();
        assert!(succeeded(&run_program(
            &mut sandbox,
            &["sh", "-c", "echo second >> notes; echo x > $TMPDIR/t; test $PWD = $HOME"]
        )));
        assert_eq!(
            run_program(&mut sandbox, &["cat", "notes"]).stdout,
            "first\nsecond\n",
            "{isolation}"
        );
        assert_eq!(fs::read_to_string(folder.path().join("notes")).unwrap(), "first\n");
    }
}

#[test]
fn a_program_sees_no_variable_of_its_starter_but_those_it_is_given() {
    for isolation in ISOLATIONS {
        let spec = SandboxSpec { env: vec![("SEED".into(), "7".into())], ..spec(isolation) };
        let mut sandbox = Sandbox::open(&spec).unwrap();
        let seen = run_program(&mut sandbox, &["env"]).stdout;
        let names: Vec<_> = seen.lines().filter_map(|line| line.split('=').next()).collect();
        assert_eq!(
            names,
            ["PATH", "LANG", "HOME", "TMPDIR", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "SEED"]
        );
    }
}

fn reason(sandbox: &mut Sandbox, argv: &[&str]) -> String {
    match sandbox.spawn(&words(argv)) {
        Err(SpawnError::Program { program, reason }) => {
            assert_eq!(program, argv[0]);
            reason
        }
        other => panic!("{argv:?}: {other:?}"),
    }
}

#[test]
fn what_cannot_be_run_is_told_with_what_to_change() {
    let folder = folder_with_bot();
    let write = |name: &str, text: &[u8], mode| {
        fs::write(folder.path().join(name), text).unwrap();
        fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    let mut foreign = fs::read(crate::common::fixture()).unwrap()[..64].to_vec();
    foreign[18..20].copy_from_slice(&[243, 0]);
    write("plain", b"echo hi\n", 0o644);
    write("headless", b"print('hi')\n", 0o755);
    write("windows", b"#!/bin/sh\r\necho hi\r\n", 0o755);
    write("snake", b"#!/usr/bin/python9\n", 0o755);
    write("foreign", &foreign, 0o755);
    for isolation in ISOLATIONS {
        let spec = SandboxSpec { folder: Some(folder.path().to_owned()), ..spec(isolation) };
        let mut sandbox = Sandbox::open(&spec).unwrap();
        assert!(
            reason(&mut sandbox, &["./nothing"]).contains("no such file in the entrant's folder")
        );
        assert!(reason(&mut sandbox, &["python9"]).contains("is the interpreter installed"));
        assert!(reason(&mut sandbox, &["bot"]).contains("write ./bot"));
        assert!(reason(&mut sandbox, &["./plain"]).contains("chmod +x"));
        assert!(reason(&mut sandbox, &["./headless"]).contains("#!"));
        assert!(reason(&mut sandbox, &["./windows"]).contains("Windows"));
        assert!(reason(&mut sandbox, &["./snake"]).contains("/usr/bin/python9"));
        assert!(reason(&mut sandbox, &["./foreign"]).contains("RISC-V"));
        assert!(reason(&mut sandbox, &["."]).contains("folder"));
        assert!(succeeded(&run_program(&mut sandbox, &["true"])));
    }
}

#[test]
fn a_folder_that_cannot_be_copied_is_the_entrants_to_mend() {
    for isolation in ISOLATIONS {
        let folder = folder_with_bot();
        let mut spec = SandboxSpec { folder: Some(folder.path().to_owned()), ..spec(isolation) };
        spec.limits.disk = 10_000;
        let error = Sandbox::open(&spec).unwrap_err();
        assert!(
            matches!(&error, OpenError::Folder { reason, .. } if reason.contains("10000 bytes")),
            "{error}"
        );
        spec.folder = Some("/nowhere/at/all".into());
        assert!(matches!(Sandbox::open(&spec).unwrap_err(), OpenError::Folder { .. }));
    }
}

#[test]
fn cpu_time_is_read_while_a_program_runs_and_told_when_it_ended() {
    for isolation in ISOLATIONS {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        let running = sandbox.spawn(&words(&["sh", "-c", "while :; do :; done"])).unwrap();
        assert!(soon(|| running.cpu_time() > Duration::from_millis(60)), "{isolation}");
        let seen = running.cpu_time();
        let exit = sandbox.kill().unwrap();
        assert_eq!(exit.status, Status::Signal(9));
        // The kernel reports the sum in microseconds.
        assert!(
            exit.cpu + Duration::from_millis(5) >= seen,
            "{isolation}: {:?} < {seen:?}",
            exit.cpu
        );
        assert_eq!(running.cpu_time(), Duration::ZERO);
    }
}

#[test]
fn cpu_time_of_children_counts_whether_they_live_or_were_waited_for() {
    for isolation in ISOLATIONS {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        // The turns are short, so that some are waited for on a slow machine. There are many, so
        // that they take long enough on a fast one.
        let turn = "i=0; while [ $i -lt 8000 ]; do i=$((i+1)); done";
        let waited_for =
            format!("n=0; while [ $n -lt 60 ]; do n=$((n+1)); ({turn}); done; exec sleep 5");
        for script in ["(while :; do :; done) & wait", waited_for.as_str()] {
            let running = sandbox.spawn(&words(&["sh", "-c", script])).unwrap();
            let enough = Duration::from_millis(30);
            assert!(soon(|| sandbox.cpu_time() > enough), "{isolation}: {script}");
            assert!(running.cpu_time() < enough, "{isolation}: {script}");
            assert!(sandbox.kill().unwrap().cpu > enough, "{isolation}: {script}");
        }
        let _running = sandbox.spawn(&words(&["sleep", "5"])).unwrap();
        assert!(sandbox.cpu_time() < Duration::from_millis(30), "{isolation}: of earlier ones");
    }
}

#[test]
fn cpu_time_of_children_that_nobody_waits_for_counts_where_a_group_counts_it() {
    for isolation in ISOLATIONS {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        if !sandbox.account().is_exact() {
            return;
        }
        let turn = "i=0; while [ $i -lt 8000 ]; do i=$((i+1)); done";
        let script = format!(
            "trap '' CHLD; n=0; while [ $n -lt 60 ]; do n=$((n+1)); ({turn}); done; exec sleep 5"
        );
        let enough = Duration::from_millis(30);
        let running = sandbox.spawn(&words(&["sh", "-c", &script])).unwrap();
        assert!(soon(|| sandbox.cpu_time() > enough), "{isolation}");
        assert!(running.cpu_time() < enough, "{isolation}");
        assert!(sandbox.kill().unwrap().cpu > enough, "{isolation}");
        let _running = sandbox.spawn(&words(&["sleep", "5"])).unwrap();
        assert!(sandbox.cpu_time() < enough, "{isolation}: of earlier ones");
    }
}

/// The CPU time that the program uses in a span of time.
fn used_in(time: Duration, sandbox: &Sandbox) -> Duration {
    let before = sandbox.cpu_time();
    std::thread::sleep(time);
    sandbox.cpu_time().saturating_sub(before)
}

#[test]
fn a_program_that_rests_is_stopped_with_all_that_it_started_until_it_may_go_on() {
    let mut sandbox = Sandbox::open(&spec(Isolation::Full)).unwrap();
    let script = "(setsid sh -c 'while :; do :; done' &) ; while :; do :; done";
    let _running = sandbox.spawn(&words(&["sh", "-c", script])).unwrap();
    let rest = sandbox.rest().unwrap();
    let (some, nothing) = (Duration::from_millis(20), Duration::from_millis(1));
    for _ in 0..3 {
        assert!(soon(|| used_in(some, &sandbox) > some / 4));
        rest.rest();
        assert!(soon(|| used_in(some, &sandbox) < nothing));
        assert!(used_in(5 * some, &sandbox) < nothing);
        rest.go();
    }
    rest.rest();
    // A stopped program can be ended too.
    assert_eq!(sandbox.kill().unwrap().status, Status::Signal(9));
    // Programs started afterwards run.
    assert!(succeeded(&run_program(&mut sandbox, &["true"])));
}

#[test]
fn a_program_that_shares_processes_with_others_is_not_stopped() {
    let none = Sandbox::open(&spec(Isolation::None)).unwrap();
    let off = SandboxSpec { off: vec![Limit::Rest], ..spec(Isolation::Full) };
    assert!(none.rest().is_none() && Sandbox::open(&off).unwrap().rest().is_none());
}

#[test]
fn a_second_program_waits_until_the_exit_of_the_first_was_taken() {
    let mut sandbox = Sandbox::open(&spec(Isolation::Full)).unwrap();
    let _running = sandbox.spawn(&words(&["sleep", "5"])).unwrap();
    let error = sandbox.spawn(&words(&["true"])).unwrap_err();
    assert!(matches!(error, SpawnError::Sandbox { error: SandboxError::StillRunning }));
    sandbox.kill().unwrap();
    assert!(succeeded(&run_program(&mut sandbox, &["true"])));
}

#[test]
fn what_a_build_made_is_exported_and_what_leads_out_is_not() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = hostile(isolation);
        let script = "mkdir -p out; echo code > out/player; chmod 755 out/player; mkfifo pipe; \
                      ln -s /etc/passwd evil; ln -s player out/same; ln -s ../../../etc out/up";
        assert!(succeeded(&run_program(&mut sandbox, &["sh", "-c", script])));
        let to = tempfile::tempdir().unwrap();
        sandbox.export(&to.path().join("built")).unwrap();
        let mut names: Vec<_> = fs::read_dir(to.path().join("built/out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["player", "same"]);
        assert!(to.path().join("built/evil").symlink_metadata().is_err());
        assert!(to.path().join("built/pipe").symlink_metadata().is_err());
    }
}

#[test]
fn addresses_are_the_same_each_time_if_that_is_asked_for() {
    let script = "grep -m1 stack /proc/self/maps";
    let stacks = |layout| {
        let mut sandbox = Sandbox::open(&SandboxSpec { layout, ..spec(Isolation::Full) }).unwrap();
        let stacks: Vec<String> =
            (0..3).map(|_| run_program(&mut sandbox, &["sh", "-c", script]).stdout).collect();
        assert!(stacks[0].contains("stack"));
        stacks.iter().all(|stack| *stack == stacks[0])
    };
    assert!(stacks(AddressLayout::Fixed));
    assert!(!stacks(AddressLayout::Random));
}

#[test]
fn an_interpreter_that_lives_elsewhere_runs_once_its_folder_is_shown() {
    let elsewhere = folder_with_bot();
    fs::set_permissions(elsewhere.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let interpreter = elsewhere.path().join("bot");
    let mut sandbox = Sandbox::open(&spec(Isolation::Full)).unwrap();
    assert!(reason(&mut sandbox, &[interpreter.to_str().unwrap()]).contains("read-only"));
    let shown =
        SandboxSpec { read_only: vec![elsewhere.path().to_owned()], ..spec(Isolation::Full) };
    let mut sandbox = Sandbox::open(&shown).unwrap();
    assert!(succeeded(&run_program(&mut sandbox, &[interpreter.to_str().unwrap()])));
    let write = format!("echo x > {}/new", elsewhere.path().display());
    assert!(!succeeded(&run_program(&mut sandbox, &["sh", "-c", &write])));
}

#[test]
fn programs_run_and_fail_in_bwrap_as_elsewhere() {
    if !std::path::Path::new("/usr/bin/bwrap").exists() {
        return;
    }
    let (mut sandbox, folder) = hostile(Isolation::Bwrap);
    assert_eq!(
        run_program(&mut sandbox, &["sh", "-c", "echo x > new; pwd; exit 42"]).exit.status,
        Status::Code(42)
    );
    assert_eq!(run_program(&mut sandbox, &["sh", "-c", "ls; pwd"]).stdout, "bot\nnew\n/work\n");
    assert!(!folder.path().join("new").exists());
    assert_eq!(
        run_program(&mut sandbox, &["sh", "-c", "kill -SEGV $$"]).exit.status,
        Status::Signal(11)
    );
    assert!(reason(&mut sandbox, &["./nothing"]).contains("no such file in the entrant's folder"));
    assert!(reason(&mut sandbox, &["python9"]).contains("is the interpreter installed"));
    let running = sandbox.spawn(&words(&["sh", "-c", "while :; do :; done"])).unwrap();
    assert!(soon(|| running.cpu_time() > Duration::from_millis(60)));
    let outcome = sandbox.kill().unwrap();
    assert!(outcome.cpu > Duration::from_millis(50), "{outcome:?}");
}

#[test]
fn a_program_that_stops_itself_is_cut_by_the_caller() {
    for isolation in ISOLATIONS {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        let outcome =
            run_for(&mut sandbox, &["sh", "-c", "kill -STOP $$"], Duration::from_millis(100));
        assert!(outcome.cut);
        assert_eq!(outcome.exit.status, Status::Signal(9));
    }
}
