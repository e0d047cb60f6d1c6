//! Shared code of the tests: sandboxes whose launcher is the fixture, and waiting for programs.
#![allow(dead_code, reason = "each test file uses a part")]

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use stoker_sandbox::{Exit, Isolation, Running, Sandbox, SandboxSpec, Status};

/// The fixture: the launcher, and the hostile programs. An ordinary user may need a copy.
pub(crate) fn fixture() -> PathBuf {
    std::env::var_os("STOKER_FIXTURE")
        .map_or_else(|| env!("CARGO_BIN_EXE_launcher-fixture").into(), Into::into)
}

/// The isolations that exist on every machine on which these tests run.
pub(crate) const ISOLATIONS: [Isolation; 2] = [Isolation::Full, Isolation::None];

/// A specification with a slot of its own.
pub(crate) fn spec(isolation: Isolation) -> SandboxSpec {
    static SLOT: AtomicU32 = AtomicU32::new(0);
    let slot = SLOT.fetch_add(1, Ordering::Relaxed);
    SandboxSpec { launcher: Some(fixture()), slot, ..SandboxSpec::new(isolation) }
}

/// A folder that holds the fixture under the name `bot`.
pub(crate) fn folder_with_bot() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(), folder.path().join("bot")).unwrap();
    folder
}

/// A sandbox in which `./bot ACT` is a hostile program.
pub(crate) fn hostile(isolation: Isolation) -> (Sandbox, tempfile::TempDir) {
    let folder = folder_with_bot();
    let spec = SandboxSpec { folder: Some(folder.path().to_owned()), ..spec(isolation) };
    (Sandbox::open(&spec).unwrap(), folder)
}

pub(crate) fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// The output, the errors and the exit of a program.
#[derive(Debug)]
pub(crate) struct ProgramResult {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) exit: Exit,
    /// True if it was killed because it exceeded its time.
    pub(crate) cut: bool,
}

/// Runs a program without input to its end, or for half a minute.
pub(crate) fn run_program(sandbox: &mut Sandbox, argv: &[&str]) -> ProgramResult {
    run_for(sandbox, argv, Duration::from_secs(30))
}

/// Runs a program for at most this long.
pub(crate) fn run_for(sandbox: &mut Sandbox, argv: &[&str], most: Duration) -> ProgramResult {
    let mut running = sandbox.spawn(&words(argv)).unwrap();
    running.stdin = None;
    finish(sandbox, running, most)
}

/// Waits for a program's end, for at most `most`.
pub(crate) fn finish(sandbox: &mut Sandbox, running: Running, most: Duration) -> ProgramResult {
    let Running { mut stdout, mut stderr, .. } = running;
    let end = Instant::now() + most;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = loop {
        drain(&mut stdout, &mut out);
        drain(&mut stderr, &mut err);
        if let Some(exit) = sandbox.try_exit().unwrap() {
            break (exit, false);
        }
        if Instant::now() > end {
            break (sandbox.kill().unwrap(), true);
        }
        sleep(Duration::from_millis(1));
    };
    drain(&mut stdout, &mut out);
    drain(&mut stderr, &mut err);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    ProgramResult { stdout: text(out), stderr: text(err), exit: exit.0, cut: exit.1 }
}

/// Reads what is available, and keeps at most a megabyte.
fn drain(from: &mut OwnedFd, to: &mut Vec<u8>) {
    let mut file = std::fs::File::from(from.try_clone().unwrap());
    let mut buffer = [0; 65536];
    while let Ok(length) = file.read(&mut buffer) {
        if length == 0 || to.len() > 1 << 20 {
            return;
        }
        to.extend_from_slice(&buffer[..length]);
    }
}

/// Writes into a program's standard input.
pub(crate) fn feed(stdin: OwnedFd, text: &str) {
    std::fs::File::from(stdin).write_all(text.as_bytes()).unwrap();
}

pub(crate) fn succeeded(outcome: &ProgramResult) -> bool {
    outcome.exit.status == Status::Code(0)
}

/// Waits until a condition holds, for half a minute at most because the machine may be busy.
pub(crate) fn soon(mut holds: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        if holds() {
            return true;
        }
        sleep(Duration::from_millis(5));
    }
    false
}

/// True if a process exists and is not dead.
pub(crate) fn lives(pid: u32) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"))
        .unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// A word by which the processes of one test are found.
pub(crate) fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("marker-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The number of processes with this word in their command line.
pub(crate) fn marked(marker: &str) -> usize {
    let holds = |entry: &std::fs::DirEntry| {
        let found = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&found).contains(marker)
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter(holds).count()
}

/// If started as root, runs the other tests of this executable once more as an ordinary user, from
/// a folder that such a user may enter.
pub(crate) fn again_as_ordinary_user(this_test: &str) {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let tests = folder.path().join("tests");
    std::fs::copy(std::env::current_exe().unwrap(), &tests).unwrap();
    let launcher = folder.path().join("launcher-fixture");
    std::fs::copy(fixture(), &launcher).unwrap();
    let mut command = Command::new(&tests);
    command.args(["--test-threads=2", "--skip", this_test]).env("STOKER_FIXTURE", launcher);
    command.current_dir("/").gid(65534).uid(65534).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A file that was just written may still be open in a process that another test forked.
    let mut started = None;
    assert!(soon(|| {
        started = command.spawn().ok();
        started.is_some()
    }));
    let done = started.unwrap().wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(done.status.success(), "{}{}", text(&done.stdout), text(&done.stderr));
}
