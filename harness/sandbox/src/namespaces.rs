//! Separation from the namespaces of the harness.

use std::fs;
use std::io;

use crate::setup::LauncherSetup;
use crate::sys;
use crate::wire::LaunchRefusal;
use crate::{Isolation, Limit};

/// The id of an ordinary user inside a user namespace. It is not root, so programs have no power
/// over the namespace, and get a user's usual defaults.
const INSIDE: u32 = 1000;

/// The remedy where namespaces are not available.
const REMEDY: &str = "start as root, allow unprivileged user namespaces (sysctl \
kernel.unprivileged_userns_clone, user.max_user_namespaces, \
kernel.apparmor_restrict_unprivileged_userns; containers: their seccomp profile), or use \
`--isolation none` for programs that you trust";

/// The refusal that names a kernel feature which full isolation needs.
pub(crate) fn missing(what: &str, error: &io::Error) -> LaunchRefusal {
    LaunchRefusal::Missing {
        what: what.to_owned(),
        reason: error.to_string(),
        remedy: REMEDY.to_owned(),
    }
}

/// Puts the launcher's future children into a process namespace of their own, and the launcher into
/// a user namespace unless it is root.
pub(crate) fn leave(setup: &LauncherSetup) -> Result<(), LaunchRefusal> {
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

/// Gives this process, the server, an empty network, so that `/proc/net` shows nothing of the
/// host's. Returns true on success. Sockets are refused without it too.
pub(crate) fn own_network(setup: &LauncherSetup) -> bool {
    setup.isolation == Isolation::Full
        && setup.on(Limit::Sockets)
        && sys::unshare(libc::CLONE_NEWNET).is_ok()
}

/// Makes the control groups of this process, the server, the topmost ones that `/proc` shows.
/// Returns true on success.
pub(crate) fn own_groups(setup: &LauncherSetup) -> bool {
    setup.isolation == Isolation::Full && sys::unshare(libc::CLONE_NEWCGROUP).is_ok()
}

/// The limits that namespaces enforce, with the means.
pub(crate) fn kept(setup: &LauncherSetup) -> Vec<(Limit, &'static str)> {
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
