//! Confinement: prepared once by the server, entered by every program's process before `exec`.

use std::io;
use std::time::Duration;

use rustix::process::Resource;

use crate::cgroup::Groups;
#[cfg(target_os = "linux")]
use crate::hardening::Hardening;
use crate::program_paths::ProgramPaths;
use crate::sampler::{Buffers, INTERVAL, Unowned};
use crate::setup::LauncherSetup;
use crate::sys;
use crate::wire::LaunchRefusal;
use crate::{Isolation, Limit, MeteredMemory};

/// The means of limits that are sampled.
const SAMPLED: &str = "sampled every 20 ms";
/// The means of the limit on the memory of all processes if kernel memory cannot be measured.
const SAMPLED_IN_PART: &str = "sampled every 20 ms, but for what sockets hold";
/// The delay of the first look at a program whose processes no control group counts. A program may
/// fork until it is refused, and leave few traces soon after.
const EARLY: Duration = Duration::from_millis(1);
/// The most descriptors that a program may have open.
const MOST_FILES: u64 = 256;

/// The confinement of a program, ready to be entered.
#[derive(Debug)]
pub(crate) struct Confinement {
    limits: Vec<(Resource, u64, u64)>,
    unowned: Unowned,
    first_look: Duration,
    #[cfg(target_os = "linux")]
    hardening: Hardening,
}

/// Limits with the means that enforce them.
pub(crate) type EnforcedLimits = Vec<(Limit, String)>;

impl Confinement {
    /// Prepares the confinement, and puts the server into the control groups. Returns it with the
    /// means of each limit.
    pub(crate) fn prepare(
        setup: &LauncherSetup,
        place: &ProgramPaths,
        groups: Option<&Groups>,
    ) -> Result<(Self, EnforcedLimits), LaunchRefusal> {
        let joined = groups.map(Groups::join).unwrap_or_default();
        let in_group = |limit| joined.iter().any(|&(joined, _)| joined == limit);
        #[cfg(not(target_os = "linux"))]
        let _ = place;
        let apart = Apart::from_the_host(setup);
        let confinement = Self {
            limits: resource_limits(setup, &joined),
            first_look: if in_group(Limit::Processes) { INTERVAL } else { EARLY },
            unowned: if in_group(Limit::TreeMemory) {
                Unowned::Counted
            } else {
                Unowned::Sought(apart.buffers)
            },
            #[cfg(target_os = "linux")]
            hardening: Hardening::prepare(setup, place, &joined)?,
        };
        Ok((confinement, kept(setup, &joined, apart)))
    }

    /// The delay of the first look at a program.
    pub(crate) fn first_look(&self) -> Duration {
        self.first_look
    }

    /// The way to find memory that belongs to no visible process.
    pub(crate) fn unowned(&self) -> &Unowned {
        &self.unowned
    }

    /// While the returned value lives, the kernel kills the server's children first when memory is
    /// short.
    #[cfg(target_os = "linux")]
    pub(crate) fn offer(&self) -> Option<crate::hardening::KillOffer<'_>> {
        self.hardening.offer()
    }

    /// Confines the calling process for good. Changes no memory, and allocates none unless it
    /// fails. The error names the step that failed.
    pub(crate) fn enter(&self) -> Result<(), (&'static str, io::Error)> {
        for &(resource, soft, hard) in &self.limits {
            sys::limit(resource, soft, hard).map_err(|error| ("set a resource limit", error))?;
        }
        #[cfg(target_os = "linux")]
        self.hardening.enter()?;
        Ok(())
    }
}

/// The namespaces that only the server is in, which not every system grants.
#[derive(Clone, Copy, Debug, Default)]
struct Apart {
    network: bool,
    groups: bool,
    /// The buffers of its sockets, if they can be told from others.
    buffers: Option<Buffers>,
}

impl Apart {
    fn from_the_host(setup: &LauncherSetup) -> Self {
        #[cfg(target_os = "linux")]
        {
            // Not every kernel shows this in another namespace.
            let buffers = Buffers::usual();
            let network = crate::namespaces::own_network(setup);
            let groups = crate::namespaces::own_groups(setup);
            Self { network, groups, buffers: buffers.filter(|_| network) }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = setup;
            Self::default()
        }
    }
}

/// Resources with their soft and hard limits.
fn resource_limits(setup: &LauncherSetup, joined: &[(Limit, &str)]) -> Vec<(Resource, u64, u64)> {
    let limits = &setup.limits;
    // The hard limit, a second later, ends a program that ignores the soft limit's signal.
    let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0) + 1;
    let memory = match limits.memory_by {
        MeteredMemory::AddressSpace => (Resource::As, limits.memory),
        MeteredMemory::Resident => (Resource::Data, limits.memory.saturating_mul(4)),
    };
    // A core limit of 1 keeps the kernel from starting a program of the host that crashes are piped
    // to.
    let mut all = vec![(Resource::Core, 1, 1), (Resource::Nofile, MOST_FILES, MOST_FILES)];
    if setup.on(Limit::Cpu) {
        all.push((Resource::Cpu, seconds, seconds + 1));
    }
    if setup.on(Limit::Memory) {
        all.push((memory.0, memory.1, memory.1));
    }
    if setup.on(Limit::FileSize) {
        all.push((Resource::Fsize, limits.file, limits.file));
    }
    if bounds_processes(setup) && !joined.iter().any(|&(limit, _)| limit == Limit::Processes) {
        let ours = u64::from(setup.user.is_none()) * 2 + setup.warm_processes();
        let most = u64::from(limits.processes) + ours;
        all.push((Resource::Nproc, most, most));
    }
    all
}

/// True if the kernel's limit on processes, which is per user, counts only the processes of a
/// sandbox. Then its programs have a user of their own, or a user namespace that they share only
/// with launcher and server.
fn bounds_processes(setup: &LauncherSetup) -> bool {
    let own = setup.user.is_some() || !rustix::process::geteuid().is_root();
    setup.on(Limit::Processes) && setup.isolation == Isolation::Full && own
}

/// The means of each limit that the launcher enforces.
fn kept(setup: &LauncherSetup, joined: &[(Limit, &'static str)], apart: Apart) -> EnforcedLimits {
    let memory =
        if setup.limits.memory_by == MeteredMemory::AddressSpace { "rlimit" } else { SAMPLED };
    let processes = if bounds_processes(setup) { "rlimit" } else { SAMPLED };
    let mut all = vec![
        (Limit::Cpu, "rlimit, and the caller"),
        (Limit::Memory, memory),
        (Limit::Processes, processes),
        (Limit::FileSize, "rlimit"),
        (Limit::TreeMemory, if apart.buffers.is_some() { SAMPLED } else { SAMPLED_IN_PART }),
    ];
    for (limit, how) in joined {
        all.retain(|(kept, _)| kept != limit);
        all.push((*limit, how));
    }
    #[cfg(target_os = "linux")]
    if setup.isolation == Isolation::Full {
        all.extend(crate::namespaces::kept(setup));
        all.push((Limit::Sockets, "seccomp"));
    }
    if setup.isolation == Isolation::Bwrap {
        all.extend([
            (Limit::Files, "bwrap"),
            (Limit::Signals, "bwrap"),
            (Limit::Sockets, "seccomp"),
        ]);
    }
    let add_namespace = |limit: Limit| {
        let network = apart.network && limit == Limit::Sockets;
        let groups = apart.groups && limit == Limit::Files;
        match (network, groups) {
            (true, _) => ", network namespace",
            (_, true) => ", cgroup namespace",
            (false, false) => "",
        }
    };
    let add_landlock = |limit: Limit| {
        let full = setup.isolation == Isolation::Full;
        let by_landlock = full && matches!(limit, Limit::Files | Limit::Signals);
        #[cfg(target_os = "linux")]
        let by_landlock = by_landlock && sys::has_landlock();
        if by_landlock { ", Landlock" } else { "" }
    };
    all.into_iter()
        .filter(|&(limit, _)| setup.on(limit))
        .map(|(limit, how)| {
            (limit, format!("{how}{}{}", add_namespace(limit), add_landlock(limit)))
        })
        .collect()
}
