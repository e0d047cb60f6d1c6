//! The processes of a sandbox: finding them, ending them.

use std::fs;
#[cfg(target_os = "linux")]
use std::time::Duration;

use crate::sys::{self, Reaped, Wait};

/// A process and all that descend from it, itself first. Only Linux tells.
pub(crate) fn family(pid: i32) -> Vec<i32> {
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        next += 1;
        let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { continue };
        for thread in threads.flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            family
                .extend(children.split_whitespace().filter_map(|child| child.parse::<i32>().ok()));
        }
    }
    family
}

/// CPU time of everything below the server that this launcher has forked: of those that live, and
/// of those that were waited for, by the server or by each other.
#[cfg(target_os = "linux")]
pub(crate) fn used_below_server(launcher: u32) -> Duration {
    let Ok(launcher) = i32::try_from(launcher) else { return Duration::ZERO };
    let family = family(launcher);
    let below = family.get(2..).unwrap_or_default();
    let living: Duration = below.iter().filter_map(|&pid| sys::cpu_clock(pid)).sum();
    let server_and_below = family.get(1..).unwrap_or_default();
    living + server_and_below.iter().map(|&pid| waited_for(pid)).sum::<Duration>()
}

/// CPU time of the children that this process has waited for: the 16th and 17th fields of `stat`,
/// in clock ticks.
#[cfg(target_os = "linux")]
fn waited_for(pid: i32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').skip(13).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second().max(1))
}

/// All processes that this one's `/proc` shows, but itself.
pub(crate) fn others_in_namespace() -> Vec<i32> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&pid| pid != own)
        .collect()
}

/// The id of the process or thread that was made last in the namespace that this one's `/proc`
/// shows: the last field of `loadavg`.
pub(crate) fn last_process() -> Option<i32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next_back()?.parse().ok()
}

/// The file that lists the children of this process, which has one thread.
pub(crate) fn own_children() -> std::io::Result<fs::File> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    fs::File::open(format!("/proc/{own}/task/{own}/children"))
}

/// All that descend from this process.
pub(crate) fn descendants() -> Vec<i32> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    family(own).split_off(1)
}

/// Kills everything that descends from this process, and waits until all of it is gone.
pub(crate) fn kill_children() {
    end(|| {
        for pid in descendants() {
            let _ = sys::kill(pid, libc::SIGKILL);
        }
    });
}

/// Calls `kill` until no child is left; returns those that were waited for.
///
/// Who is killed while it forks leaves a child that the next call finds: this process is the one
/// that orphans are given to, and it learns of the parent's end only after that. So nobody is left
/// to be killed when it has no child, but where orphans are given to others.
pub(crate) fn end(mut kill: impl FnMut()) -> Vec<Reaped> {
    let orphans_come_here = cfg!(target_os = "linux");
    let mut ended = Vec::new();
    loop {
        match sys::reap(-1, Wait::Never) {
            Ok(Some(reaped)) => {
                ended.push(reaped);
                continue;
            }
            Err(_) if orphans_come_here => return ended,
            Ok(None) | Err(_) => kill(),
        }
        match sys::reap(-1, Wait::UntilOne) {
            Ok(Some(reaped)) => ended.push(reaped),
            Ok(None) | Err(_) => return ended,
        }
    }
}

/// The children of this process that ended, but `main`.
pub(crate) fn zombies(main: i32) -> Vec<i32> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let children =
        fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
    let ended = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        *pid != main && stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z'))
    };
    children.split_whitespace().filter_map(|child| child.parse().ok()).filter(ended).collect()
}
