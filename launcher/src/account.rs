//! The processor time of a whole sandbox.

use std::fs::File;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What tells how much processor time the programs of a sandbox have used, from wherever that is
/// asked.
///
/// Where there is a control group, nothing is lost: neither processes that nobody waited for, nor
/// those that somebody else did. Elsewhere those count that live, and those that were waited for. If
/// nobody did, as nobody does for the children of one that ignores `SIGCHLD`, what they were last
/// seen to have used still counts: who looks often misses little.
#[derive(Debug)]
pub struct Account {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    launcher: u32,
    /// It is in the group too, but no program.
    server: Option<i32>,
    /// What a control group has counted.
    group: Option<File>,
    seen: Mutex<Seen>,
}

/// What was seen where no group counts.
#[derive(Debug, Default)]
struct Seen {
    last: Duration,
    /// What was seen of processes that have vanished since.
    vanished: Duration,
}

impl Seen {
    /// Takes note of what is seen now; gives that with all that has vanished.
    fn and_now(&mut self, now: Duration) -> Duration {
        let vanished = self.last.saturating_sub(now + ROUNDING);
        *self = Self { last: now, vanished: self.vanished + vanished };
        now + self.vanished
    }
}

/// What was waited for is told in clock ticks of user and of kernel mode, rounded down: so much less
/// can be seen of a child at first when somebody has waited for it.
const ROUNDING: Duration = Duration::from_millis(20);

impl Account {
    pub(crate) fn new(launcher: u32, group: Option<File>) -> Self {
        Self { launcher, server: server(launcher), group, seen: Mutex::default() }
    }

    /// That of nothing.
    pub(crate) fn none() -> Self {
        Self { launcher: 0, server: None, group: None, seen: Mutex::default() }
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
        match self.counted() {
            Some(counted) => counted.saturating_sub(self.used_by_server()),
            None => self.seen(),
        }
    }

    /// The same with what the sandbox itself has used to watch the programs: the more there is to
    /// see, the more that is.
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
        // One that ends while it is looked at is found twice, but not the next time.
        let now = self.summed().min(self.summed());
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).and_now(now)
    }

    /// A program has ended, and what it lost is of no interest for the next.
    pub(crate) fn forget(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Seen::default();
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
    crate::tree::family(i32::try_from(launcher).ok()?).get(1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_vanished_counts_but_not_what_is_only_rounded() {
        let mut seen = Seen::default();
        let told = [100, 90, 300, 50, 60].map(|ms| seen.and_now(Duration::from_millis(ms)));
        let vanished = 300 - 50 - 20;
        let expected = [100, 90, 300, 50 + vanished, 60 + vanished];
        assert_eq!(told, expected.map(Duration::from_millis));
    }
}
