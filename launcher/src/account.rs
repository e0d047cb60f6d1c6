//! The processor time of a whole sandbox.

use std::fs::File;
use std::time::Duration;

/// What tells how much processor time the programs of a sandbox have used, from wherever that is
/// asked.
///
/// Where there is a control group, nothing is lost: neither processes that nobody waited for, nor
/// those that somebody else did. Elsewhere those count that live, and those that were waited for:
/// who ignores `SIGCHLD` loses what its children have used.
#[derive(Debug)]
pub struct Account {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    launcher: u32,
    group: Option<Group>,
}

/// A control group's account.
#[derive(Debug)]
struct Group {
    time: File,
    /// The server, which is a member too, but no program.
    server: Option<i32>,
}

impl Account {
    pub(crate) fn new(launcher: u32, time: Option<File>) -> Self {
        let group = time.map(|time| Group { time, server: server(launcher) });
        Self { launcher, group }
    }

    /// Whether nothing is lost, and to look costs next to nothing.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.group.is_some()
    }

    /// Processor time in user and kernel mode since some moment in the past, warm processes
    /// included. Zero where the system does not tell: everywhere but on Linux.
    #[must_use]
    pub fn used(&self) -> Duration {
        match &self.group {
            Some(group) => group.used().unwrap_or_default(),
            None => self.summed(),
        }
    }

    #[cfg(target_os = "linux")]
    fn summed(&self) -> Duration {
        crate::tree::used_below_server(self.launcher)
    }

    #[cfg(not(target_os = "linux"))]
    fn summed(&self) -> Duration {
        Duration::ZERO
    }
}

impl Group {
    fn used(&self) -> Option<Duration> {
        let all = crate::cgroup::processor_time(&self.time)?;
        Some(all.saturating_sub(self.server.and_then(clock).unwrap_or_default()))
    }
}

#[cfg(target_os = "linux")]
fn clock(pid: i32) -> Option<Duration> {
    crate::sys::cpu_clock(pid)
}

#[cfg(not(target_os = "linux"))]
fn clock(_pid: i32) -> Option<Duration> {
    None
}

/// The launcher's only child.
fn server(launcher: u32) -> Option<i32> {
    crate::tree::family(i32::try_from(launcher).ok()?).get(1).copied()
}
