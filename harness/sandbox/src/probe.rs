//! Probes: a hostile program tries every limit, to show which limits hold on this machine.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::hostile_acts::{Act, GOT_AWAY, STOPPED};
use crate::program_paths::Temporary;
use crate::{
    Exit, Limit, MeteredMemory, OpenError, Running, Sandbox, SandboxError, SandboxLimits,
    SandboxSpec, SpawnError, Status,
};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// Wall clock or CPU time after which a probe's program is ended.
const TIME: Duration = Duration::from_millis(10);
/// The most bytes that a probe's program may print before it is ended.
const OUTPUT: usize = 64 << 10;
/// The longest time for any act; if it takes longer, something is wrong with the sandbox.
const FOREVER: Duration = Duration::from_secs(5);

/// The result of probing one limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The limit.
    pub limit: Limit,
    /// True if it holds.
    pub holds: bool,
    /// The means that enforce it, in a few words; "nothing" if there are none.
    pub how: String,
    /// The attempt, and its result.
    pub detail: String,
}

/// Tries every limit of such a sandbox, with small amounts. Returns the results in the order of
/// [`Limit::ALL`].
///
/// The programs that try are confined like all others. It takes a fraction of a second.
///
/// # Errors
///
/// The errors of [`Sandbox::open`]; [`OpenError::Sandbox`] also if the sandbox fails later.
pub fn probe(spec: &SandboxSpec) -> Result<Vec<Probe>, OpenError> {
    let bait = Bait::lay().map_err(|error| SandboxError::Failed {
        what: "make files for its probes".to_owned(),
        reason: error.to_string(),
    })?;
    let spec = SandboxSpec { limits: small(&spec.limits), folder: None, ..spec.clone() };
    let mut sandbox = Sandbox::open(&spec)?;
    Limit::ALL.into_iter().map(|limit| Ok(try_one(limit, &spec, &mut sandbox, &bait)?)).collect()
}

/// Limits that are reached quickly.
fn small(limits: &SandboxLimits) -> SandboxLimits {
    // The address space has to hold the launcher, because the programs are copies of it.
    let memory = if limits.memory_by == MeteredMemory::AddressSpace { 192 * MIB } else { 24 * MIB };
    SandboxLimits {
        memory,
        memory_by: limits.memory_by,
        processes: 8,
        file: 256 * KIB,
        disk: MIB,
        cpu: limits.cpu,
        tree_memory: 48 * MIB,
    }
}

/// Files outside the sandbox that anybody may read and write, except from a sandbox.
struct Bait(Temporary);

impl Bait {
    fn lay() -> io::Result<Self> {
        let bait = Self(Temporary::make(std::process::id(), &std::env::temp_dir())?);
        fs::write(bait.0.path().join("secret"), "secret")?;
        fs::set_permissions(bait.0.path(), Permissions::from_mode(0o777))?;
        Ok(bait)
    }
}

/// The act that tries to exceed a limit of a sandbox with [`small`] limits.
fn act(limit: Limit, limits: &SandboxLimits, bait: &Bait) -> Act {
    let bytes = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    match limit {
        Limit::Wall => Act::Sleep,
        Limit::Cpu | Limit::Rest => Act::Spin,
        Limit::Memory if limits.memory_by == MeteredMemory::AddressSpace => {
            Act::Reserve { bytes: bytes(limits.memory) }
        }
        Limit::Memory => Act::Touch { bytes: bytes(limits.memory / 2 * 3) },
        Limit::Processes => Act::Fork { count: limits.processes + 8 },
        Limit::Output => Act::Print { bytes: 16 * OUTPUT },
        Limit::FileSize => Act::Write { bytes: limits.file + 1 },
        Limit::Files => {
            let folder = bait.0.path().to_owned();
            Act::Stray { secret: folder.join("secret"), folder, process: std::process::id() }
        }
        Limit::Sockets => Act::Connect,
        Limit::Signals => Act::Signal,
        Limit::TreeMemory => Act::Hogs { count: 4, bytes: bytes(limits.tree_memory / 3) },
        Limit::Disk => Act::Fill { bytes: limits.disk, file: limits.file / 2 },
    }
}

fn try_one(
    limit: Limit,
    spec: &SandboxSpec,
    sandbox: &mut Sandbox,
    bait: &Bait,
) -> Result<Probe, SandboxError> {
    let running = match sandbox.act(act(limit, &spec.limits, bait)) {
        Ok(running) => running,
        Err(SpawnError::Sandbox { error }) => return Err(error),
        Err(SpawnError::Program { reason, .. }) => {
            return Ok(Probe {
                limit,
                holds: false,
                how: how(limit, spec, sandbox),
                detail: reason,
            });
        }
    };
    let exit = until_exit(limit, spec, sandbox, &running)?;
    let how = how(limit, spec, sandbox);
    Ok(Probe { limit, holds: stopped(limit, &exit), how, detail: detail(limit, &exit) })
}

/// Waits for the end of an act, and ends it if that is the caller's task.
fn until_exit(
    limit: Limit,
    spec: &SandboxSpec,
    sandbox: &mut Sandbox,
    running: &Running,
) -> Result<Exit, SandboxError> {
    let start = Instant::now();
    let mut printed = 0;
    loop {
        if let Some(exit) = sandbox.try_exit()? {
            return Ok(exit);
        }
        printed += drain(running);
        let over = match limit {
            Limit::Wall => start.elapsed() > TIME,
            // Counted as it is in matches.
            Limit::Cpu => sandbox.cpu_time() > TIME,
            Limit::Output => printed > OUTPUT,
            Limit::Memory
            | Limit::Processes
            | Limit::FileSize
            | Limit::Files
            | Limit::Sockets
            | Limit::Signals
            | Limit::TreeMemory
            | Limit::Disk => false,
            Limit::Rest => is_stopped(sandbox, running),
        };
        if over && !spec.off.contains(&limit) || start.elapsed() > FOREVER {
            return sandbox.kill();
        }
        let mut fds = [PollFd::from_borrowed_fd(sandbox.control(), PollFlags::IN)];
        // The loop checks again even if the wait was interrupted.
        let _ = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 1_000_000 }));
    }
}

/// Has the program stopped. Returns true if it is.
fn is_stopped(sandbox: &Sandbox, running: &Running) -> bool {
    sandbox.rest().is_some_and(|rest| {
        rest.rest();
        running.is_stopped()
    })
}

/// Reads what was printed. Returns the number of bytes.
fn drain(running: &Running) -> usize {
    let mut buffer = [0; 4096];
    let mut all = 0;
    while let Ok(length @ 1..) = rustix::io::read(&running.stdout, &mut buffer) {
        all += length;
        if all > OUTPUT {
            break;
        }
    }
    all
}

/// True if the limit stopped the act: it was refused, or ended.
fn stopped(limit: Limit, exit: &Exit) -> bool {
    match exit.status {
        Status::Code(STOPPED) => true,
        Status::Code(GOT_AWAY) => false,
        Status::Code(_) => exit.hit == Some(limit),
        Status::Signal(libc::SIGKILL) => {
            let by_caller = [Limit::Wall, Limit::Cpu, Limit::Output, Limit::Rest];
            by_caller.contains(&limit) || exit.hit == Some(limit)
        }
        Status::Signal(_) => exit.hit == Some(limit),
    }
}

fn how(limit: Limit, spec: &SandboxSpec, sandbox: &mut Sandbox) -> String {
    let counter = if limit == Limit::Cpu { counter(sandbox) } else { String::new() };
    let kept = sandbox.kept().iter().find(|(kept, _)| *kept == limit);
    let by_caller = matches!(limit, Limit::Wall | Limit::Output) && !spec.off.contains(&limit);
    kept.map_or_else(
        || if by_caller { "the caller" } else { "nothing" }.to_owned(),
        |(_, how)| format!("{how}{counter}"),
    )
}

/// The counter of the CPU time of the program that just tried to use more.
fn counter(sandbox: &mut Sandbox) -> String {
    let counter = sandbox.account().counter();
    let counter = counter.unwrap_or_else(|| match sandbox.newest() {
        Some(_) => "the processes seen and the number of the newest",
        None => "the processes seen",
    });
    format!(", by {counter}")
}

fn detail(limit: Limit, exit: &Exit) -> String {
    let tried = match limit {
        Limit::Wall => "slept",
        Limit::Cpu => "kept a processor busy",
        Limit::Memory => "asked for more memory",
        Limit::Processes => "started more processes",
        Limit::Output => "printed more",
        Limit::FileSize => "wrote a longer file",
        Limit::Files => "read and wrote outside of its folder",
        Limit::Sockets => "opened sockets",
        Limit::Signals => "sent a signal to everybody",
        Limit::TreeMemory => "asked for more memory in several processes",
        Limit::Disk => "wrote more files",
        Limit::Rest => "kept a processor busy while it was not its turn",
    };
    let outcome = match (exit.status, exit.hit) {
        (Status::Code(STOPPED), _) => "was refused".to_owned(),
        (Status::Code(GOT_AWAY), _) => "got away with it".to_owned(),
        (_, Some(hit)) => format!("was cut at the limit {hit}"),
        (Status::Signal(libc::SIGKILL), None) => "was cut".to_owned(),
        (Status::Signal(signal), None) => format!("died of signal {signal}"),
        (Status::Code(code), None) => format!("ended with status {code}"),
    };
    format!("a program that {tried} {outcome}")
}
