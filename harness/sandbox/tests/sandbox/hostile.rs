//! Hostile programs are contained under every isolation, and leave nothing behind.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::Duration;

use crate::common::{
    ISOLATIONS, folder_with_bot, hostile, marked, marker, run_for, run_program, soon, spec,
    succeeded,
};
use stoker_sandbox::{Isolation, Limit, MeteredMemory, Sandbox, SandboxSpec, Status};

const MIB: u64 = 1 << 20;

/// A sandbox with changed limits in which `./bot` is hostile.
fn limited(
    isolation: Isolation,
    change: impl FnOnce(&mut SandboxSpec),
) -> (Sandbox, tempfile::TempDir) {
    let folder = folder_with_bot();
    let mut spec = SandboxSpec { folder: Some(folder.path().to_owned()), ..spec(isolation) };
    change(&mut spec);
    (Sandbox::open(&spec).unwrap(), folder)
}

#[test]
fn a_fork_bomb_is_contained_and_told() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = limited(isolation, |spec| spec.limits.processes = 24);
        // A bomb that gets no processor on a busy machine does not reach the limit in a short time.
        let hit = [300, 3_000, 30_000].into_iter().find_map(|millis| {
            let marker = marker();
            let time = Duration::from_millis(millis);
            let outcome = run_for(&mut sandbox, &["./bot", "fork-bomb", &marker], time);
            assert_eq!(marked(&marker), 0);
            outcome.exit.hit
        });
        assert_eq!(hit, Some(Limit::Processes), "{isolation}");
        assert!(succeeded(&run_program(&mut sandbox, &["true"])), "the sandbox is still of use");
    }
}

#[test]
fn a_program_that_ends_as_soon_as_it_is_refused_a_process_is_told() {
    let (mut sandbox, _folder) = limited(Isolation::Full, |spec| spec.limits.processes = 8);
    for _ in 0..5 {
        let outcome = run_program(&mut sandbox, &["./bot", "late-forks", &marker()]);
        assert_eq!(outcome.exit.status, Status::Code(1));
        assert_eq!(outcome.exit.hit, Some(Limit::Processes));
    }
}

#[test]
fn a_memory_hog_is_refused_more_or_cut() {
    for isolation in ISOLATIONS {
        for memory_by in [MeteredMemory::AddressSpace, MeteredMemory::Resident] {
            let (mut sandbox, _folder) = limited(isolation, |spec| {
                spec.limits.memory = 64 * MIB;
                spec.limits.memory_by = memory_by;
            });
            let outcome = run_program(&mut sandbox, &["./bot", "hog"]);
            assert!(!outcome.cut && !succeeded(&outcome));
            assert_eq!(
                outcome.exit.hit,
                Some(Limit::Memory),
                "{isolation}, {memory_by:?}: {outcome:?}"
            );
            // A sample can be late on a busy machine. Then the kernel refuses private memory beyond
            // four times the limit; the rest are parts of files and page tables.
            let most = match memory_by {
                MeteredMemory::AddressSpace => 64 * MIB,
                MeteredMemory::Resident => 4 * 64 * MIB + 16 * MIB,
            };
            let peak = outcome.exit.peak_memory;
            assert!((50 * MIB..=most).contains(&peak), "{isolation}, {memory_by:?}: {peak}");
        }
    }
}

#[test]
fn hogs_that_share_their_work_are_cut_together() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = limited(isolation, |spec| spec.limits.tree_memory = 100 * MIB);
        let outcome = run_program(&mut sandbox, &["./bot", "hogs", "40"]);
        assert_eq!(outcome.exit.hit, Some(Limit::TreeMemory), "{isolation}: {outcome:?}");
    }
}

#[test]
fn a_daemon_that_is_left_behind_ends_with_its_program() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = hostile(isolation);
        let marker = marker();
        let outcome = run_program(&mut sandbox, &["./bot", "daemon", &marker]);
        assert!(succeeded(&outcome) && outcome.stdout == "left");
        assert_eq!(marked(&marker), 0, "{isolation}");
    }
}

#[test]
fn no_socket_of_any_family_can_be_opened() {
    let (mut sandbox, _folder) = hostile(Isolation::Full);
    assert_eq!(run_program(&mut sandbox, &["./bot", "sockets"]).exit.status, Status::Code(0));
    let (mut sandbox, _folder) = hostile(Isolation::None);
    assert_ne!(
        run_program(&mut sandbox, &["./bot", "sockets"]).exit.status,
        Status::Code(0),
        "the program can tell"
    );
}

#[test]
fn a_pair_of_sockets_reaches_nobody_but_its_other_end() {
    let name = marker();
    let (mut sandbox, _folder) = hostile(Isolation::Full);
    assert_eq!(
        run_program(&mut sandbox, &["./bot", "socket-pairs", &name]).exit.status,
        Status::Code(0)
    );
    let (mut sandbox, _folder) = hostile(Isolation::None);
    assert_eq!(
        run_program(&mut sandbox, &["./bot", "socket-pairs", &name]).exit.status,
        Status::Code(4),
        "the program can tell"
    );
}

/// The first output of a program.
fn first_word(sandbox: &mut Sandbox, argv: &[&str]) -> String {
    let running = sandbox.spawn(&crate::common::words(argv)).unwrap();
    let mut word = [0; 16];
    let mut length = 0;
    assert!(soon(|| {
        length = rustix::io::read(&running.stdout, &mut word).unwrap_or_default();
        length > 0
    }));
    String::from_utf8_lossy(&word[..length]).into_owned()
}

#[test]
fn started_as_root_two_sandboxes_have_no_device_in_common_that_they_could_lock() {
    let ((mut one, _folder), (mut other, _other)) =
        (hostile(Isolation::Full), hostile(Isolation::Full));
    let lock = ["./bot", "lock", "/dev/null"];
    assert_eq!(first_word(&mut one, &lock), "locked\n");
    // An ordinary user has only the host's devices to offer.
    let root = rustix::process::geteuid().is_root();
    let expected = if root { "locked\n" } else { "refused\n" };
    assert_eq!(first_word(&mut other, &lock), expected);
}

#[test]
fn the_environment_of_the_starter_cannot_be_read() {
    // The variable has to be one that this process was started with, because the system does not
    // show variables that were set later.
    let (own, spec_of) = (fs::read("/proc/self/environ").unwrap(), |isolation| hostile(isolation));
    let own = String::from_utf8_lossy(&own).into_owned();
    let variable = own
        .split('\0')
        .find(|pair| pair.starts_with("CARGO_MANIFEST_DIR=") || pair.starts_with("HOME="));
    let (mut sandbox, _folder) = spec_of(Isolation::Full);
    let variable = variable.unwrap_or("PWD=");
    assert_eq!(
        run_program(&mut sandbox, &["./bot", "environments", variable]).exit.status,
        Status::Code(0)
    );
    let (mut sandbox, _folder) = spec_of(Isolation::None);
    assert_ne!(
        run_program(&mut sandbox, &["./bot", "environments", variable]).exit.status,
        Status::Code(0)
    );
}

#[test]
fn files_outside_of_the_folder_are_out_of_reach_directly_and_through_links() {
    let outside = tempfile::tempdir().unwrap();
    fs::set_permissions(outside.path(), PermissionsExt::from_mode(0o777)).unwrap();
    fs::write(outside.path().join("secret"), "secret").unwrap();
    let secret = outside.path().join("secret");
    let secret = secret.to_str().unwrap();
    for (isolation, reached) in [(Isolation::Full, false), (Isolation::None, true)] {
        let (mut sandbox, _folder) = limited(isolation, |spec| {
            symlink(secret, spec.folder.as_ref().unwrap().join("link")).unwrap();
        });
        for path in [
            secret,
            "link",
            &format!("/proc/1/root{secret}"),
            &format!("/proc/self/cwd/../{secret}"),
        ] {
            let outcome = run_program(&mut sandbox, &["./bot", "read", path]);
            let direct = path == secret || path == "link";
            assert_eq!(
                outcome.stdout == "secret",
                reached && (direct || outcome.stdout == "secret"),
                "{isolation} {path}"
            );
        }
        let write = format!("echo x > {}/new-{isolation}", outside.path().display());
        assert_eq!(succeeded(&run_program(&mut sandbox, &["sh", "-c", &write])), reached);
        assert_eq!(outside.path().join(format!("new-{isolation}")).exists(), reached);
    }
}

#[test]
fn the_private_root_holds_nothing_of_the_hosts_and_cannot_be_written() {
    let mut sandbox = Sandbox::open(&spec(Isolation::Full)).unwrap();
    let outcome = run_program(&mut sandbox, &["ls", "-a", "/", "/root", "/home"]);
    let root: Vec<_> =
        outcome.stdout.lines().filter(|line| !line.starts_with('.') && !line.is_empty()).collect();
    let expected =
        ["/:", "bin", "dev", "etc", "lib", "lib32", "lib64", "proc", "sbin", "tmp", "usr", "work"];
    assert!(root.iter().all(|name| expected.contains(name)), "{root:?}");
    for path in [
        "/new",
        "/etc/new",
        "/usr/new",
        "/dev/new",
        "/proc/self/oom_score_adj",
        "/proc/sys/kernel/hostname",
    ] {
        assert!(
            !succeeded(&run_program(&mut sandbox, &["sh", "-c", &format!("echo 1 > {path}")])),
            "{path}"
        );
    }
    for path in ["/work/new", "/tmp/new", "/dev/shm/new", "/dev/null"] {
        assert!(
            succeeded(&run_program(&mut sandbox, &["sh", "-c", &format!("echo 1 > {path}")])),
            "{path}"
        );
    }
    assert_eq!(
        run_program(&mut sandbox, &["sh", "-c", "ls /proc | grep -c '^[0-9]'"]).stdout,
        "4\n",
        "itself and the server"
    );
}

#[test]
fn programs_hold_no_power_and_cannot_get_any() {
    let mut sandbox = Sandbox::open(&spec(Isolation::Full)).unwrap();
    let status = run_program(&mut sandbox, &["cat", "/proc/self/status"]).stdout;
    let line = |name: &str| {
        status.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned()
    };
    assert_eq!(line("CapEff:"), "0000000000000000");
    assert_eq!(line("CapPrm:"), "0000000000000000");
    assert_eq!((line("NoNewPrivs:"), line("Seccomp:")), ("1".to_owned(), "2".to_owned()));
    assert!(!line("Uid:").split_whitespace().any(|id| id == "0"));
    for command in [
        "unshare -U true",
        "unshare -m true",
        "mount -t tmpfs none /tmp",
        "su -c true",
        "chroot / true",
    ] {
        assert!(!succeeded(&run_program(&mut sandbox, &["sh", "-c", command])), "{command}");
    }
}

#[test]
fn a_full_disk_is_told_and_does_not_outlive_its_sandbox() {
    let (mut sandbox, _folder) = limited(Isolation::Full, |spec| spec.limits.disk = 40 * MIB);
    let outcome = run_program(&mut sandbox, &["./bot", "fill"]);
    assert_eq!(
        (outcome.exit.status, outcome.exit.hit),
        (Status::Code(3), Some(Limit::Disk)),
        "{outcome:?}"
    );
}

#[test]
fn a_file_that_grows_too_long_is_cut() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = limited(isolation, |spec| spec.limits.file = 100_000);
        let outcome = run_program(&mut sandbox, &["sh", "-c", "exec cat /dev/zero > long"]);
        assert_eq!(outcome.exit.hit, Some(Limit::FileSize), "{isolation}: {outcome:?}");
    }
}

#[test]
fn the_processors_backstop_cuts_what_nobody_polls() {
    for isolation in ISOLATIONS {
        let (mut sandbox, _folder) = limited(isolation, |spec| spec.limits.cpu = Duration::ZERO);
        let outcome = run_program(&mut sandbox, &["sh", "-c", "while :; do :; done"]);
        assert!(!outcome.cut);
        assert_eq!(outcome.exit.hit, Some(Limit::Cpu), "{isolation}: {outcome:?}");
    }
}

#[test]
fn a_program_that_signals_everybody_harms_nobody_but_itself() {
    let (mut bystander, _other) = hostile(Isolation::Full);
    let sleeping = bystander.spawn(&crate::common::words(&["./bot", "sleep"])).unwrap();
    let (mut sandbox, _folder) = hostile(Isolation::Full);
    run_program(&mut sandbox, &["./bot", "signal-all"]);
    assert!(succeeded(&run_program(&mut sandbox, &["true"])), "its server goes on");
    assert_eq!(bystander.try_exit().unwrap(), None);
    drop(sleeping);
    assert_eq!(bystander.kill().unwrap().status, Status::Signal(9));
}

#[test]
fn endless_output_waits_for_its_reader() {
    for isolation in ISOLATIONS {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        let running =
            sandbox.spawn(&crate::common::words(&["sh", "-c", "yes & exec yes >&2"])).unwrap();
        assert!(soon(|| rustix::io::read(&running.stdout, &mut [0; 4096]) == Ok(4096)));
        assert!(sandbox.try_exit().unwrap().is_none());
        sandbox.kill().unwrap();
    }
}
