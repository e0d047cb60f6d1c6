//! CPU time of a whole sandbox.

use std::fs::File;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Counts the CPU time of all programs of a sandbox. It can be read from any thread.
///
/// With a control group nothing is lost, whether or not anybody waited for a process. Without one,
/// processes count while they live, and after somebody waited for them. If nobody waits for a
/// process (a child of a process that ignores `SIGCHLD`, say), the time that it was last seen to
/// have used still counts. So frequent reading misses little.
#[derive(Debug)]
pub struct Account {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    launcher: u32,
    /// A process in the group that is not a program.
    server: Option<i32>,
    /// The file of the control group that counts the time.
    group: Option<File>,
    seen: Mutex<SeenTimes>,
}

/// The times seen without a control group.
#[derive(Debug, Default)]
struct SeenTimes {
    last: Duration,
    /// The time of processes that have vanished since then.
    vanished: Duration,
}

impl SeenTimes {
    /// Records the time seen now. Returns it plus the time of all processes that have vanished.
    fn and_now(&mut self, now: Duration) -> Duration {
        let vanished = self.last.saturating_sub(now + ROUNDING);
        *self = Self { last: now, vanished: self.vanished + vanished };
        now + self.vanished
    }
}

/// The most by which the total can drop when a child is waited for. Its time is then reported in
/// clock ticks of user and of kernel mode, each rounded down.
const ROUNDING: Duration = Duration::from_millis(20);

impl Account {
    pub(crate) fn new(launcher: u32, group: Option<File>) -> Self {
        Self { launcher, server: server(launcher), group, seen: Mutex::default() }
    }

    /// An account without a sandbox.
    pub(crate) fn none() -> Self {
        Self { launcher: 0, server: None, group: None, seen: Mutex::default() }
    }

    /// True if no time is lost, and reading is cheap.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.group.is_some()
    }

    /// The counter that the file belongs to; `None` if processes are summed up.
    pub(crate) fn counter(&self) -> Option<&'static str> {
        self.group.as_ref().and_then(crate::cgroup::counter)
    }

    /// CPU time in user and kernel mode since some moment in the past, including warm processes.
    /// Zero on all systems but Linux.
    #[must_use]
    pub fn used(&self) -> Duration {
        match self.counted() {
            Some(counted) => counted.saturating_sub(self.used_by_server()),
            None => self.seen(),
        }
    }

    /// CPU time including the time that the sandbox itself used to watch the programs, which grows
    /// with the number of their processes.
    #[must_use]
    pub fn used_with_server(&self) -> Duration {
        self.counted().unwrap_or_else(|| self.seen() + self.used_by_server())
    }

    fn counted(&self) -> Option<Duration> {
        let group = self.group.as_ref()?;
        Some(crate::cgroup::processor_time(group).unwrap_or_default())
    }

    fn used_by_server(&self) -> Duration {
        self.server.and_then(clock).unwrap_or_default()
    }

    fn seen(&self) -> Duration {
        // A process that ends during a read can be counted twice, but not in the next read.
        let now = self.summed().min(self.summed());
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).and_now(now)
    }

    /// Forgets vanished time when a program has ended, because it does not concern the next one.
    pub(crate) fn forget(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = SeenTimes::default();
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
    crate::tree::family(i32::try_from(launcher).ok()?).nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_vanished_counts_but_not_what_is_only_rounded() {
        let mut seen = SeenTimes::default();
        let told = [100, 90, 300, 50, 60].map(|ms| seen.and_now(Duration::from_millis(ms)));
        let vanished = 300 - 50 - 20;
        let expected = [100, 90, 300, 50 + vanished, 60 + vanished];
        assert_eq!(told, expected.map(Duration::from_millis));
    }
}
