//! Snapshots of the use of a match's cores.

use std::time::{Duration, Instant};

use stoker_engine::Seat;

use super::heartbeat::{Heartbeat, Strain};
use super::session::SandboxSession;
use super::waiting::Tasks;
use crate::contract::thread_time;

/// The times of a match's cores, and of all programs that share them, at some moment.
#[derive(Debug)]
pub(crate) struct CoreUsage {
    at: Instant,
    /// The time for which each core of the match has been busy so far, with any work.
    busy: Vec<Duration>,
    /// CPU time of each program at the table so far.
    used: Vec<(Seat, Duration)>,
    /// CPU time of this thread so far.
    worker: Duration,
    tasks: Tasks,
}

impl CoreUsage {
    pub(crate) fn now(session: &SandboxSession) -> Self {
        Self {
            at: Instant::now(),
            busy: busy(),
            used: session.used_by_all(),
            worker: thread_time(),
            tasks: session.tasks(),
        }
    }

    /// The strain on a seat's program since then.
    pub(crate) fn strain_since(&self, then: &Self, own: Seat) -> Strain {
        let watched = self.at - then.at;
        let of_seat = |used: &[(Seat, Duration)], seat| {
            used.iter().find(|(other, _)| *other == seat).map_or(Duration::ZERO, |(_, time)| *time)
        };
        let used = |seat| of_seat(&self.used, seat).saturating_sub(of_seat(&then.used, seat));
        let others = self.used.iter().filter(|(seat, _)| *seat != own);
        let others: Vec<_> = others.map(|&(seat, _)| (seat, used(seat))).collect();
        let worker = self.worker.saturating_sub(then.worker);
        let inside = worker + used(own) + others.iter().map(|(_, time)| *time).sum::<Duration>();
        let busy = self.busy.iter().zip(&then.busy).map(|(now, then)| now.saturating_sub(*then));
        let cores = u32::try_from(self.busy.len()).unwrap_or(u32::MAX).max(1);
        Strain {
            late: Duration::ZERO,
            made_many: false,
            watched,
            waited: self.tasks.longest_wait_since(&then.tasks),
            ready: self.tasks.ready_since(&then.tasks),
            used: used(own),
            outside: busy.sum::<Duration>().saturating_sub(inside) / cores,
            other: others.into_iter().max_by_key(|(_, time)| *time),
        }
    }
}

/// The longest delay in scheduling this process since then.
pub(crate) fn lateness(since: Instant) -> Duration {
    Heartbeat::of_this_process().latest_since(since)
}

/// The time for which each core that this thread may run on has been busy so far.
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "below /proc, which is the kernel's")]
fn busy() -> Vec<Duration> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let rate = rustix::param::clock_ticks_per_second().max(1);
    let allowed = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    let cores = stat.lines().filter_map(|line| line.strip_prefix("cpu")?.split_once(' '));
    let own = cores.filter(|(core, _)| {
        core.parse().is_ok_and(|core: usize| core < CpuSet::MAX_CPU && allowed.is_set(core))
    });
    own.map(|(_, times)| Duration::from_millis(busy_ticks(times).saturating_mul(1_000) / rate))
        .collect()
}

#[cfg(not(target_os = "linux"))]
fn busy() -> Vec<Duration> {
    vec![]
}

/// The sum of all times of a core, except the fourth and fifth, which are idle time, and the last
/// two, which are included in others.
#[cfg(any(target_os = "linux", test))]
fn busy_ticks(times: &str) -> u64 {
    let idle = |number: &usize| [3, 4].contains(number);
    let times = times.split_whitespace().enumerate().take(8).filter(|(number, _)| !idle(number));
    let ticks = times.filter_map(|(_, ticks)| ticks.parse::<u64>().ok());
    ticks.fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_core_is_busy_with_all_but_idling_and_waiting_for_disks() {
        assert_eq!(busy_ticks("1 20 300 5000 60000 4000 50000 600000 7 8"), 654_321);
        assert_eq!(busy_ticks(""), 0);
    }

    #[test]
    fn time_that_no_account_covers_was_used_by_programs_from_outside() {
        let at = Instant::now();
        let then = CoreUsage {
            at,
            busy: vec![ms(1_000)],
            used: vec![(Seat(0), ms(100)), (Seat(4), ms(50))],
            worker: ms(10),
            tasks: Tasks::default(),
        };
        let now = CoreUsage {
            at: at + ms(1_000),
            busy: vec![ms(1_900)],
            used: vec![(Seat(0), ms(400)), (Seat(4), ms(150))],
            worker: ms(30),
            tasks: Tasks::default(),
        };
        let strain = now.strain_since(&then, Seat(0));
        assert_eq!((strain.watched, strain.used), (ms(1_000), ms(300)));
        assert_eq!(strain.outside, ms(900 - 300 - 100 - 20));
        assert_eq!(strain.other, Some((Seat(4), ms(100))));
        let two =
            |core_usage: CoreUsage| CoreUsage { busy: vec![core_usage.busy[0]; 2], ..core_usage };
        assert_eq!(two(now).strain_since(&two(then), Seat(0)).outside, ms(1_800 - 420) / 2);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_cores_of_this_thread_are_found() {
        let allowed = rustix::thread::sched_getaffinity(None).unwrap();
        assert_eq!(busy().len(), allowed.count() as usize);
        assert!(busy().iter().sum::<Duration>() > Duration::ZERO);
    }
}
