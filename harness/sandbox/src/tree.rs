//! Finding and ending the processes of a sandbox.

use std::collections::VecDeque;
use std::fs;
#[cfg(target_os = "linux")]
use std::time::Duration;

use crate::sys::{self, Reaped, Wait};

/// A process and all its descendants, itself first, found while they are iterated over: of a
/// program that never stops forking, nobody has to see all. Descendants are known on Linux only.
pub(crate) fn family(pid: i32) -> impl Iterator<Item = i32> {
    let mut found = VecDeque::from([pid]);
    std::iter::from_fn(move || {
        let next = found.pop_front()?;
        found.extend(children(next));
        Some(next)
    })
}

/// The children of a process, those of all its threads.
fn children(pid: i32) -> impl Iterator<Item = i32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.flat_map(|thread| {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.split_whitespace().filter_map(|child| child.parse().ok()).collect::<Vec<i32>>()
    })
}

/// CPU time of everything below the server that this launcher has forked: living processes, and
/// processes that the server or each other waited for.
#[cfg(target_os = "linux")]
pub(crate) fn used_below_server(launcher: u32) -> Duration {
    let Ok(launcher) = i32::try_from(launcher) else { return Duration::ZERO };
    let family: Vec<i32> = family(launcher).collect();
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

/// All processes that this one's `/proc` shows, except itself.
pub(crate) fn others_in_namespace() -> impl Iterator<Item = i32> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(move |&pid| pid != own)
}

/// The id of the newest process or thread in the namespace that this one's `/proc` shows: the last
/// field of `loadavg`.
pub(crate) fn last_process() -> Option<i32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next_back()?.parse().ok()
}

/// The file that lists the children of this process, which has one thread.
pub(crate) fn own_children() -> std::io::Result<fs::File> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    fs::File::open(format!("/proc/{own}/task/{own}/children"))
}

/// All descendants of this process.
pub(crate) fn descendants() -> impl Iterator<Item = i32> {
    family(rustix::process::getpid().as_raw_nonzero().get()).skip(1)
}

/// Kills all descendants of this process, and waits until they are gone.
pub(crate) fn kill_children() {
    end(|| {
        for pid in descendants() {
            let _ = sys::kill(pid, libc::SIGKILL);
        }
    });
}

/// Calls `kill` until no child is left. Returns the children that were waited for.
///
/// A process that is killed while it forks leaves a child that the next call finds: orphans become
/// this process's children before it learns of their parent's end. So no descendant is left when it
/// has no child, except on systems that give orphans to other processes.
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

/// The children of this process that have ended, except `main`.
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
