//! Periodic samples of a program's processes, for limits that this system's kernel does not enforce
//! itself.

use std::fs;
use std::time::Duration;

use crate::Limit;
use crate::mappings::{Mappings, MappingsWalk};
use crate::setup::LauncherSetup;
use crate::sys;

/// The time between two samples.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// Memory that may belong to no visible process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unowned {
    /// A control group counts it.
    Counted,
    /// It is sampled: shared memory without a file, and the buffers of sockets if they can be told
    /// from the host's.
    Sought(Option<Buffers>),
}

/// The most bytes that one socket holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Buffers(u64);

impl Buffers {
    /// The buffers of a socket of default size. `None` if the system does not report it.
    pub(crate) fn usual() -> Option<Self> {
        let told = fs::read_to_string("/proc/sys/net/core/wmem_default").ok()?;
        Some(Self(told.trim().parse().ok()?))
    }

    /// The buffers of all sockets in this process's network namespace. This includes sockets that
    /// no process has because they are in transit in a message.
    fn of_all(self) -> u64 {
        let table = fs::read_to_string("/proc/self/net/unix").unwrap_or_default();
        let sockets = table.lines().count().saturating_sub(1);
        u64::try_from(sockets).unwrap_or(u64::MAX).saturating_mul(self.0)
    }
}

/// A sample of all processes at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessSample {
    /// Processes and threads.
    pub(crate) tasks: u64,
    /// The largest resident size of one process, in bytes.
    pub(crate) largest: u64,
    /// Memory of all processes together, in bytes: the resident memory that is not part of a file,
    /// the largest part of files that one process has, and the memory without an owner. Memory that
    /// several processes share counts for each of them.
    pub(crate) together: u64,
    /// Bytes of shared memory without a file, if it is sampled.
    shared: u64,
    /// Bytes that the kernel keeps for these processes, if they are sampled.
    kernel: u64,
    /// The number of mappings, if they are sampled.
    mappings: u64,
}

/// The most mappings of all processes together where they have to be read one by one. Reading these
/// takes about 25 ms, which is spread over two seconds. Programs of several processes with large
/// libraries have some thousands.
const MOST_MAPPINGS: u64 = 32_768;

/// A sample of one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ProcessUse {
    tasks: u64,
    /// Bytes resident.
    resident: u64,
    /// Bytes of the resident memory that are parts of files.
    files: u64,
    /// Bytes of the resident memory that are shared memory.
    shared: u64,
    /// Bytes of page tables.
    tables: u64,
}

/// Samples these processes, and goes on with the walk through their mappings. Those that have ended
/// meanwhile do not count.
pub(crate) fn sample(pids: &[i32], unowned: &Unowned, walk: &mut MappingsWalk) -> ProcessSample {
    let mut sample = ProcessSample::default();
    let (mut most_files, mut seen_shared) = (0, 0);
    let seen = pids.iter().filter_map(|pid| {
        fs::read_to_string(format!("/proc/{pid}/status"))
            .ok()
            .and_then(|text| ProcessUse::in_status(&text))
    });
    for seen in seen {
        sample.tasks += seen.tasks;
        sample.largest = sample.largest.max(seen.resident);
        sample.together += seen.resident.saturating_sub(seen.files + seen.shared);
        sample.kernel += seen.tables;
        seen_shared += seen.shared;
        most_files = most_files.max(seen.files);
    }
    if let Unowned::Sought(buffers) = unowned {
        let Mappings { shared, count, kernel } = walk.go_on(pids);
        (sample.shared, sample.mappings) = (shared, count);
        sample.kernel += kernel + buffers.map_or(0, Buffers::of_all);
    }
    sample.together += most_files + seen_shared.max(sample.shared) + sample.kernel;
    sample
}

impl ProcessUse {
    /// Parses a process's `status`. A process that has ended, and that nobody has waited for, has
    /// no memory.
    fn in_status(status: &str) -> Option<Self> {
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        let bytes = |name: &str| number(name).unwrap_or_default() * 1024;
        Some(Self {
            tasks: number("Threads:")?,
            resident: bytes("VmRSS:"),
            files: bytes("RssFile:"),
            shared: bytes("RssShmem:"),
            tables: bytes("VmPTE:"),
        })
    }
}

/// Processor time of one look for exact sums, after which the next look goes on.
const EXACT_A_LOOK: Duration = Duration::from_millis(1);

/// The sum of the resident memory of all processes, with memory that they share counted once. It is
/// slow, because the kernel examines every page, so a look adds up some processes only.
#[derive(Debug, Default)]
pub(crate) struct ExactWalk {
    left: Vec<i32>,
    sum: ExactSum,
}

/// Bytes of some processes.
#[derive(Clone, Copy, Debug, Default)]
struct ExactSum {
    all: u64,
    shared: u64,
    processes: usize,
}

impl ExactWalk {
    /// Goes on, or starts anew with these processes. Returns the sum if it is complete, which holds
    /// no process if the system does not report their memory.
    fn go_on(&mut self, pids: &[i32]) -> Option<ExactSum> {
        if self.left.is_empty() {
            self.left = pids.to_vec();
        }
        let began = sys::own_cpu_time();
        while let Some(pid) = self.left.pop() {
            self.sum.add(pid);
            if sys::own_cpu_time().saturating_sub(began) > EXACT_A_LOOK && !self.left.is_empty() {
                return None;
            }
        }
        Some(std::mem::take(&mut self.sum))
    }
}

impl ExactSum {
    fn add(&mut self, pid: i32) {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let number = |name| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        if let Some(all) = number("Pss:") {
            self.all += all * 1024;
            self.shared += number("Pss_Shmem:").unwrap_or_default() * 1024;
            self.processes += 1;
        }
    }

    /// The bytes, if shared memory without a file has this size; `None` if nothing is known.
    fn together(self, shared: u64) -> Option<u64> {
        let others = self.all.saturating_sub(self.shared);
        (self.processes > 0).then(|| others + self.shared.max(shared))
    }
}

/// The limit that a sample of these processes exceeds, if there is one.
pub(crate) fn exceeded(
    sample: &ProcessSample,
    pids: &[i32],
    setup: &LauncherSetup,
    walk: &mut ExactWalk,
) -> Option<Limit> {
    let most = &setup.limits;
    let mut together = || {
        if sample.mappings > MOST_MAPPINGS {
            return true;
        }
        if sample.together <= most.tree_memory {
            *walk = ExactWalk::default();
            return false;
        }
        let Some(sum) = walk.go_on(pids) else { return false };
        sum.together(sample.shared).is_none_or(|all| all + sample.kernel > most.tree_memory)
    };
    let all: [(Limit, &mut dyn FnMut() -> bool); 3] = [
        (Limit::Memory, &mut || sample.largest > most.memory),
        (Limit::Processes, &mut || sample.tasks > setup.most_processes()),
        (Limit::TreeMemory, &mut together),
    ];
    all.into_iter().find_map(|(limit, over)| (setup.on(limit) && over()).then_some(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_and_threads_are_read() {
        let status = "Name:\tVmRSS: 7 kB\nVmRSS:\t    1000 kB\nRssAnon:\t     600 kB\n\
                      RssFile:\t     300 kB\nRssShmem:\t     100 kB\nVmPTE:\t 4 kB\nThreads:\t13\n";
        let seen = ProcessUse {
            tasks: 13,
            resident: 1_024_000,
            files: 307_200,
            shared: 102_400,
            tables: 4_096,
        };
        assert_eq!(ProcessUse::in_status(status), Some(seen));
        assert_eq!(
            ProcessUse::in_status("Threads:\t1\n"),
            Some(ProcessUse { tasks: 1, ..ProcessUse::default() })
        );
        assert_eq!(ProcessUse::in_status(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_and_a_process_that_is_not_there_has_none() {
        let own = i32::try_from(std::process::id()).unwrap();
        let sample = |pids: &[i32], unowned| sample(pids, &unowned, &mut MappingsWalk::default());
        let seen = sample(&[own, i32::MAX], Unowned::Sought(Buffers::usual()));
        assert!(seen.tasks >= 1 && seen.largest > 100_000 && seen.together >= seen.largest / 2);
        assert!(seen.mappings > 10, "{seen:?}");
        assert_eq!(sample(&[i32::MAX], Unowned::Counted), ProcessSample::default());
        let exactly = ExactWalk::default().go_on(&[own, i32::MAX]).unwrap().together(0).unwrap();
        assert!(exactly > 100_000 && exactly < 2 * seen.largest, "{exactly} {seen:?}");
    }
}
