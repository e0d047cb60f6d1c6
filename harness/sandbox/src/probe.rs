//! Finding out which limits hold on this machine, by having a hostile program try each.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::acts::{Act, GOT_AWAY, STOPPED};
use crate::place::Temporary;
use crate::{
    Exit, Limit, Limits, Memory, OpenError, Running, Sandbox, SandboxError, SandboxSpec,
    SpawnError, Status,
};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// How long a probe's program may take on the wall or the processor before it is cut.
const TIME: Duration = Duration::from_millis(10);
/// Bytes that a probe's program may print before it is cut.
const OUTPUT: usize = 64 << 10;
/// How long any act may take before something is wrong with the sandbox.
const FOREVER: Duration = Duration::from_secs(5);

/// What a probe of one limit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The limit.
    pub limit: Limit,
    /// True if it holds.
    pub holds: bool,
    /// By what means it is kept, in a few words; "nothing" if by none.
    pub how: String,
    /// What was tried, and what came of it.
    pub detail: String,
}

/// Tries every limit of such a sandbox, with small amounts, and says which hold, in the order of
/// [`Limit::ALL`].
///
/// The programs that try are confined as all others are. Takes a fraction of a second.
///
/// # Errors
///
/// As [`Sandbox::open`]; [`OpenError::Sandbox`] also if the sandbox fails on the way.
pub fn probe(spec: &SandboxSpec) -> Result<Vec<Probe>, OpenError> {
    let bait = Bait::lay().map_err(|error| SandboxError::Failed {
        what: "make files for its probes".to_owned(),
        reason: error.to_string(),
    })?;
    let spec = SandboxSpec { limits: small(&spec.limits), folder: None, ..spec.clone() };
    let mut sandbox = Sandbox::open(&spec)?;
    Limit::ALL.into_iter().map(|limit| Ok(try_one(limit, &spec, &mut sandbox, &bait)?)).collect()
}

/// Limits that are reached soon.
fn small(limits: &Limits) -> Limits {
    // An address space has to hold the launcher itself, which the programs are copies of.
    let memory = if limits.memory_by == Memory::AddressSpace { 192 * MIB } else { 24 * MIB };
    Limits {
        memory,
        memory_by: limits.memory_by,
        processes: 8,
        file: 256 * KIB,
        disk: MIB,
        cpu: limits.cpu,
        tree_memory: 48 * MIB,
    }
}

/// Files outside of the sandbox that anybody may read and write, were it not for the sandbox.
struct Bait(Temporary);

impl Bait {
    fn lay() -> io::Result<Self> {
        let bait = Self(Temporary::make(std::process::id(), &std::env::temp_dir())?);
        fs::write(bait.0.path().join("secret"), "secret")?;
        fs::set_permissions(bait.0.path(), Permissions::from_mode(0o777))?;
        Ok(bait)
    }
}

/// What tries to exceed a limit of a sandbox with [`small`] limits.
fn act(limit: Limit, limits: &Limits, bait: &Bait) -> Act {
    let bytes = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    match limit {
        Limit::Wall => Act::Sleep,
        Limit::Cpu | Limit::Rest => Act::Spin,
        Limit::Memory if limits.memory_by == Memory::AddressSpace => {
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

/// Waits for the end of an act, and cuts it where that is the caller's to do.
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
            // As whoever plays matches counts it.
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
        // Interrupted or not, it is looked at again.
        let _ = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 1_000_000 }));
    }
}

/// Has the program stopped, and says whether it is.
fn is_stopped(sandbox: &Sandbox, running: &Running) -> bool {
    sandbox.rest().is_some_and(|rest| {
        rest.rest();
        running.is_stopped()
    })
}

/// Reads what was printed; returns how many bytes.
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

/// True if the limit stopped the act: it was refused, or cut.
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

/// By what the processor time was counted of the program that just tried to use more.
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
