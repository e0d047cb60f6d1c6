//! What the server prepares once, and every program's process goes through before it executes.

use std::io;

use rustix::process::Resource;

#[cfg(target_os = "linux")]
use crate::Layout;
use crate::cgroup::Groups;
use crate::place::{Place, own_user};
use crate::sys;
use crate::wire::{Refusal, Setup};
use crate::{Isolation, Limit, Memory};

/// How the limits are kept that are sampled.
const SAMPLED: &str = "sampled every 20 ms";
/// Descriptors that a program may have open.
const MOST_FILES: u64 = 256;

/// The confinement of a program, ready to be entered.
#[derive(Debug)]
pub(crate) struct Confinement {
    limits: Vec<(Resource, u64, u64)>,
    user: Option<u32>,
    /// Whether the kernel may have to choose whom to end when memory is short.
    in_group: bool,
    #[cfg(target_os = "linux")]
    layout: Layout,
    #[cfg(target_os = "linux")]
    walls: Option<Walls>,
}

/// What refuses system calls; only under full isolation.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Walls {
    filter: seccompiler::BpfProgram,
    rules: landlock::RulesetCreated,
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
        let confinement = Self {
            limits: resource_limits(setup, &joined),
            user: own_user(setup),
            in_group: joined.iter().any(|&(limit, _)| limit == Limit::TreeMemory),
            #[cfg(target_os = "linux")]
            layout: setup.layout,
            #[cfg(target_os = "linux")]
            walls: walls(setup, place)?,
        };
        let _ = place;
        Ok((confinement, kept(setup, &joined)))
    }

    /// Confines the calling process, for good, which can be done once in a process. The error says
    /// what failed.
    pub(crate) fn enter(&mut self) -> Result<(), (&'static str, io::Error)> {
        #[cfg(target_os = "linux")]
        if self.in_group {
            // The server is in the group too: it must not be the one that is chosen.
            let _ =
                rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::Dumpable);
            let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
        }
        for &(resource, soft, hard) in &self.limits {
            sys::limit(resource, soft, hard).map_err(|error| ("set a resource limit", error))?;
        }
        #[cfg(target_os = "linux")]
        {
            if let Some(user) = self.user {
                sys::become_user(user).map_err(|error| ("become the slot's user", error))?;
            }
            // A change of user forgets it, so it comes after that.
            let death = Some(rustix::process::Signal::KILL);
            rustix::process::set_parent_process_death_signal(death)
                .map_err(|error| ("ask to end with the server", error.into()))?;
            if self.layout == Layout::Fixed {
                sys::fix_addresses().map_err(|error| ("fix addresses", error))?;
            }
            if let Some(walls) = self.walls.take() {
                sys::drop_capabilities().map_err(|error| ("drop capabilities", error))?;
                let raised = |error: &dyn std::error::Error| io::Error::other(error.to_string());
                rustix::thread::set_no_new_privs(true)
                    .map_err(|error| ("give up privileges", error.into()))?;
                walls.rules.restrict_self().map_err(|error| ("enter Landlock", raised(&error)))?;
                seccompiler::apply_filter(&walls.filter)
                    .map_err(|error| ("enter seccomp", raised(&error)))?;
            }
        }
        Ok(())
    }
}

#[cfg(target_os = "linux")]
fn walls(setup: &Setup, place: &Place) -> Result<Option<Walls>, Refusal> {
    if setup.isolation != Isolation::Full {
        return Ok(None);
    }
    let failed = |what: &str, reason: String| Refusal::Failed { what: what.into(), reason };
    Ok(Some(Walls {
        filter: crate::seccomp::filter(setup)
            .map_err(|error| failed("prepare seccomp", error.to_string()))?,
        rules: crate::landlock::rules(setup, place)
            .map_err(|error| failed("prepare Landlock", error.to_string()))?,
    }))
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
    let mut all = vec![(Resource::Core, 0, 0), (Resource::Nofile, MOST_FILES, MOST_FILES)];
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
        let most = u64::from(limits.processes) + u64::from(own_user(setup).is_none()) * 2;
        all.push((Resource::Nproc, most, most));
    }
    all
}

/// Whether the kernel's limit on processes, which is one per user, counts a sandbox's alone: where
/// its programs have a user or a user namespace (with launcher and server in it) to themselves.
fn bounds_processes(setup: &Setup) -> bool {
    let own = own_user(setup).is_some() || !rustix::process::geteuid().is_root();
    setup.on(Limit::Processes) && setup.isolation == Isolation::Full && own
}

/// How each limit is kept that the launcher keeps.
fn kept(setup: &Setup, joined: &[(Limit, &'static str)]) -> Kept {
    let memory = if setup.limits.memory_by == Memory::AddressSpace { "rlimit" } else { SAMPLED };
    let processes = if bounds_processes(setup) { "rlimit" } else { SAMPLED };
    let mut all = vec![
        (Limit::Cpu, "rlimit, and the caller"),
        (Limit::Memory, memory),
        (Limit::Processes, processes),
        (Limit::FileSize, "rlimit"),
        (Limit::TreeMemory, SAMPLED),
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
    let add_landlock = |limit: Limit| {
        let full = setup.isolation == Isolation::Full;
        let walled = full && matches!(limit, Limit::Files | Limit::Signals);
        #[cfg(target_os = "linux")]
        let walled = walled && sys::has_landlock();
        if walled { ", Landlock" } else { "" }
    };
    all.into_iter()
        .filter(|&(limit, _)| setup.on(limit))
        .map(|(limit, how)| (limit, format!("{how}{}", add_landlock(limit))))
        .collect()
}
