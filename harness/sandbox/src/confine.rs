//! What the server prepares once, and every program's process goes through before it executes.

use std::io;
use std::time::Duration;

use rustix::process::Resource;

use crate::cgroup::Groups;
use crate::place::Place;
use crate::sampler::{Buffers, INTERVAL, Unowned};
use crate::setup::Setup;
use crate::sys;
#[cfg(target_os = "linux")]
use crate::walls::Walls;
use crate::wire::Refusal;
use crate::{Isolation, Limit, Memory};

/// How the limits are kept that are sampled.
const SAMPLED: &str = "sampled every 20 ms";
/// How memory of all together is kept where the kernel's own for them cannot be told.
const SAMPLED_IN_PART: &str = "sampled every 20 ms, but for what sockets hold";
/// When a program is looked at for the first time whose processes no control group counts: of one
/// that multiplies until it is refused more, little may be left soon after.
const EARLY: Duration = Duration::from_millis(1);
/// Descriptors that a program may have open.
const MOST_FILES: u64 = 256;

/// The confinement of a program, ready to be entered.
#[derive(Debug)]
pub(crate) struct Confinement {
    limits: Vec<(Resource, u64, u64)>,
    unowned: Unowned,
    first_look: Duration,
    #[cfg(target_os = "linux")]
    walls: Walls,
}

/// How each limit is kept.
pub(crate) type Kept = Vec<(Limit, String)>;

impl Confinement {
    /// Prepares it, and puts the server into the control groups. Says how each limit is kept.
    pub(crate) fn prepare(
        setup: &Setup,
        place: &Place,
        groups: Option<&Groups>,
    ) -> Result<(Self, Kept), Refusal> {
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
            walls: Walls::prepare(setup, place, &joined)?,
        };
        Ok((confinement, kept(setup, &joined, apart)))
    }

    /// After how much time a program is to be looked at for the first time.
    pub(crate) fn first_look(&self) -> Duration {
        self.first_look
    }

    /// How memory is to be found that no process is seen to have.
    pub(crate) fn unowned(&self) -> &Unowned {
        &self.unowned
    }

    /// As long as this lives, children are those that the kernel ends first when memory is short.
    #[cfg(target_os = "linux")]
    pub(crate) fn offer(&self) -> Option<crate::walls::Offer<'_>> {
        self.walls.offer()
    }

    /// Confines the calling process, for good. Changes no memory, and allocates none unless it
    /// fails. The error says what failed.
    pub(crate) fn enter(&self) -> Result<(), (&'static str, io::Error)> {
        for &(resource, soft, hard) in &self.limits {
            sys::limit(resource, soft, hard).map_err(|error| ("set a resource limit", error))?;
        }
        #[cfg(target_os = "linux")]
        self.walls.enter()?;
        Ok(())
    }
}

/// What the server has to itself that not every system gives it.
#[derive(Clone, Copy, Debug, Default)]
struct Apart {
    network: bool,
    groups: bool,
    /// What its sockets hold, if they can be told from others.
    buffers: Option<Buffers>,
}

impl Apart {
    fn from_the_host(setup: &Setup) -> Self {
        #[cfg(target_os = "linux")]
        {
            // Not every kernel tells of them in another namespace.
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
fn resource_limits(setup: &Setup, joined: &[(Limit, &str)]) -> Vec<(Resource, u64, u64)> {
    let limits = &setup.limits;
    // The hard limit, a second later, ends who ignores the soft one's signal.
    let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0) + 1;
    let memory = match limits.memory_by {
        Memory::AddressSpace => (Resource::As, limits.memory),
        Memory::Resident => (Resource::Data, limits.memory.saturating_mul(4)),
    };
    // Where crashes are piped to a program of the host's, it is started unless the limit is one.
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

/// True if the kernel's limit on processes, which is one per user, counts a sandbox's alone: where
/// its programs have a user or a user namespace (with launcher and server in it) to themselves.
fn bounds_processes(setup: &Setup) -> bool {
    let own = setup.user.is_some() || !rustix::process::geteuid().is_root();
    setup.on(Limit::Processes) && setup.isolation == Isolation::Full && own
}

/// How each limit is kept that the launcher keeps.
fn kept(setup: &Setup, joined: &[(Limit, &'static str)], apart: Apart) -> Kept {
    let memory = if setup.limits.memory_by == Memory::AddressSpace { "rlimit" } else { SAMPLED };
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
        let walled = full && matches!(limit, Limit::Files | Limit::Signals);
        #[cfg(target_os = "linux")]
        let walled = walled && sys::has_landlock();
        if walled { ", Landlock" } else { "" }
    };
    all.into_iter()
        .filter(|&(limit, _)| setup.on(limit))
        .map(|(limit, how)| {
            (limit, format!("{how}{}{}", add_namespace(limit), add_landlock(limit)))
        })
        .collect()
}
