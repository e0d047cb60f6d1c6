//! Periodic samples of a program's processes, for limits that this system's kernel does not enforce
//! itself.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use crate::Limit;
use crate::setup::LauncherSetup;

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
}

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

/// Samples these processes. Those that have ended meanwhile do not count.
pub(crate) fn sample(pids: &[i32], unowned: &Unowned) -> ProcessSample {
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
        sample.shared = shared(pids);
        sample.kernel += buffers.map_or(0, Buffers::of_all);
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

/// Bytes of the shared memory without a file that these processes have mapped.
///
/// The full size counts: pages touched by a process that has ended stay in use, and belong to no
/// visible process.
fn shared(pids: &[i32]) -> u64 {
    let mut objects = BTreeMap::new();
    for pid in pids {
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
        for mapping in maps.lines().filter_map(SharedMapping::in_line) {
            let object: &mut u64 = objects.entry(mapping.inode).or_default();
            // Only root can read how much is in use. The size is an upper bound while all of it is
            // mapped.
            let used = fs::metadata(format!("/proc/{pid}/map_files/{}", mapping.range));
            let bytes = used.map_or(mapping.end, |object| object.blocks() * 512);
            *object = bytes.max(*object);
        }
    }
    objects.values().sum()
}

/// A line of `maps` about shared memory without a file.
#[derive(Debug, PartialEq, Eq)]
struct SharedMapping<'l> {
    range: &'l str,
    inode: u64,
    /// Bytes from the beginning of the memory to the end of the mapping.
    end: u64,
}

impl<'l> SharedMapping<'l> {
    /// Parses a line. The kernel names such memory, and mappings of `/dev/zero`, as in `7f00-8f00
    /// rw-s 00000000 00:01 1028 /dev/zero (deleted)`.
    fn in_line(line: &'l str) -> Option<Self> {
        let line = line.strip_suffix("/dev/zero (deleted)")?;
        let mut words = line.split_whitespace();
        let (range, _rights, offset) = (words.next()?, words.next()?, words.next()?);
        let inode = words.nth(1)?.parse().ok()?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let (from, to) = range.split_once('-')?;
        let length = number(to)?.checked_sub(number(from)?)?;
        Some(Self { range, inode, end: number(offset)?.checked_add(length)? })
    }
}

/// Resident bytes of these processes, with shared memory counted once; `None` if the system does
/// not report it. It is slow, because the kernel examines every page. `shared` is the size of the
/// shared memory without a file.
fn exactly(pids: &[i32], shared: u64) -> Option<u64> {
    let part = |pid: &i32| {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        let number = |name| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        Some((number("Pss:")?, number("Pss_Shmem:").unwrap_or_default()))
    };
    let parts: Vec<(u64, u64)> = pids.iter().filter_map(part).collect();
    let all: u64 = parts.iter().map(|(all, _)| all * 1024).sum();
    let seen: u64 = parts.iter().map(|(_, shared)| shared * 1024).sum();
    (!parts.is_empty()).then(|| all.saturating_sub(seen) + seen.max(shared))
}

/// The limit that a sample of these processes exceeds, if there is one.
pub(crate) fn exceeded(
    sample: &ProcessSample,
    pids: &[i32],
    setup: &LauncherSetup,
) -> Option<Limit> {
    let most = &setup.limits;
    let together = || {
        let over = sample.together > most.tree_memory;
        let exactly = || exactly(pids, sample.shared).map(|bytes| bytes + sample.kernel);
        over && exactly().is_none_or(|together| together > most.tree_memory)
    };
    let all: [(Limit, &dyn Fn() -> bool); 3] = [
        (Limit::Memory, &|| sample.largest > most.memory),
        (Limit::Processes, &|| sample.tasks > setup.most_processes()),
        (Limit::TreeMemory, &together),
    ];
    all.into_iter().find(|(limit, over)| setup.on(*limit) && over()).map(|(limit, _)| limit)
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

    #[test]
    fn shared_memory_without_a_file_is_told_from_other_memory() {
        let line = "7f3a00000000-7f3a00200000 rw-s 00001000 00:01 1028   /dev/zero (deleted)";
        let range = "7f3a00000000-7f3a00200000";
        let found = SharedMapping { range, inode: 1028, end: 0x20_1000 };
        assert_eq!(SharedMapping::in_line(line), Some(found));
        let file = "7f3a00000000-7f3a00200000 rw-s 00000000 00:2a 7   /dev/shm/file";
        assert_eq!(SharedMapping::in_line(file), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_and_a_process_that_is_not_there_has_none() {
        let own = i32::try_from(std::process::id()).unwrap();
        let seen = sample(&[own, i32::MAX], &Unowned::Sought(Buffers::usual()));
        assert!(seen.tasks >= 1 && seen.largest > 100_000 && seen.together >= seen.largest / 2);
        assert_eq!(sample(&[i32::MAX], &Unowned::Counted), ProcessSample::default());
        let exactly = exactly(&[own, i32::MAX], 0).unwrap();
        assert!(exactly > 100_000 && exactly < 2 * seen.largest, "{exactly} {seen:?}");
    }
}
