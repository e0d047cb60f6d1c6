//! Leaving the namespaces that the harness lives in.

use std::fs;
use std::io;

use crate::setup::Setup;
use crate::sys;
use crate::wire::Refusal;
use crate::{Isolation, Limit};

/// Who an ordinary user is inside a user namespace: not root, so that programs hold no power over
/// the namespace, and have a user's usual defaults.
const INSIDE: u32 = 1000;

/// What to try where namespaces are not to be had.
const REMEDY: &str = "start as root, allow unprivileged user namespaces (sysctl \
kernel.unprivileged_userns_clone, user.max_user_namespaces, \
kernel.apparmor_restrict_unprivileged_userns; containers: their seccomp profile), or use \
`--isolation none` for programs that you trust";

/// Something of the kernel's that full isolation needs.
pub(crate) fn missing(what: &str, error: &io::Error) -> Refusal {
    Refusal::Missing { what: what.to_owned(), reason: error.to_string(), remedy: REMEDY.to_owned() }
}

/// Takes the launcher's future children into a process namespace of their own, and the launcher
/// into a user namespace if it is not root.
pub(crate) fn leave(setup: &Setup) -> Result<(), Refusal> {
    if setup.isolation != Isolation::Full {
        return Ok(());
    }
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    if !user.is_root() {
        sys::unshare(libc::CLONE_NEWUSER)
            .map_err(|error| missing("user namespaces for ordinary users", &error))?;
        let written = fs::write("/proc/self/setgroups", "deny")
            .and_then(|()| fs::write("/proc/self/uid_map", format!("{INSIDE} {} 1", user.as_raw())))
            .and_then(|()| {
                fs::write("/proc/self/gid_map", format!("{INSIDE} {} 1", group.as_raw()))
            });
        written.map_err(|error| missing("user namespaces with a user in them", &error))?;
    }
    let processes = if setup.has_private_processes() { libc::CLONE_NEWPID } else { 0 };
    sys::unshare(libc::CLONE_NEWIPC | processes)
        .map_err(|error| missing("process namespaces", &error))
}

/// Gives this process, the server, a network without anybody in it, so that `/proc/net` tells
/// nothing of the host's; whether that could be had. Sockets are refused without it too.
pub(crate) fn own_network(setup: &Setup) -> bool {
    setup.isolation == Isolation::Full
        && setup.on(Limit::Sockets)
        && sys::unshare(libc::CLONE_NEWNET).is_ok()
}

/// Makes the control groups of this process, the server, the topmost that `/proc` tells of; whether
/// that could be had.
pub(crate) fn own_groups(setup: &Setup) -> bool {
    setup.isolation == Isolation::Full && sys::unshare(libc::CLONE_NEWCGROUP).is_ok()
}

/// How the limits are kept that namespaces keep.
pub(crate) fn kept(setup: &Setup) -> Vec<(Limit, &'static str)> {
    let mut kept = Vec::new();
    if setup.has_private_processes() {
        kept.push((Limit::Signals, "process namespace"));
        if setup.can_rest() {
            kept.push((Limit::Rest, "SIGSTOP to a process namespace"));
        }
    }
    if setup.has_private_files() {
        kept.push((Limit::Files, "private mounts"));
        if setup.on(Limit::Disk) {
            kept.push((Limit::Disk, "size of a tmpfs"));
        }
    }
    kept
}
