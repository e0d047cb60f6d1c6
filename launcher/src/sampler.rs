//! Looking at what a program's processes use, every so often: for limits that this system's kernel
//! does not keep by itself.

use std::fs;
use std::time::Duration;

use crate::Limit;
use crate::wire::Setup;

/// How often.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// What was seen of all processes at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Processes and threads.
    pub(crate) tasks: u64,
    /// Bytes: the largest resident size of one process.
    pub(crate) largest: u64,
    /// Bytes: what all have resident that is no file, and the largest part that one has of files.
    /// Memory that several share counts for each of them.
    pub(crate) together: u64,
}

/// What one process was seen to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    tasks: u64,
    /// Bytes resident.
    resident: u64,
    /// Bytes of that which are parts of files.
    files: u64,
}

/// Looks at these processes. Those that ended meanwhile count nothing.
pub(crate) fn sample(pids: &[i32]) -> Sample {
    let mut sample = Sample::default();
    let mut most_files = 0;
    let seen = pids.iter().filter_map(|pid| {
        fs::read_to_string(format!("/proc/{pid}/status"))
            .ok()
            .and_then(|text| Seen::in_status(&text))
    });
    for seen in seen {
        sample.tasks += seen.tasks;
        sample.largest = sample.largest.max(seen.resident);
        sample.together += seen.resident.saturating_sub(seen.files);
        most_files = most_files.max(seen.files);
    }
    sample.together += most_files;
    sample
}

impl Seen {
    /// One that has ended, and is only waited for, has no memory.
    fn in_status(status: &str) -> Option<Self> {
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        let bytes = |name: &str| number(name).unwrap_or_default() * 1024;
        let tasks = number("Threads:")?;
        Some(Self { tasks, resident: bytes("VmRSS:"), files: bytes("RssFile:") })
    }
}

/// Bytes that these processes have resident, with what several share counted once; `None` if the
/// system does not tell. Takes its time: it looks at every page.
fn exactly(pids: &[i32]) -> Option<u64> {
    let part = |pid: &i32| {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let parts: Vec<u64> = pids.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.iter().sum::<u64>() * 1024)
}

/// The limit that a sample of these processes exceeds, if one does.
pub(crate) fn exceeded(sample: &Sample, pids: &[i32], setup: &Setup) -> Option<Limit> {
    let most = &setup.limits;
    let together = || {
        let over = sample.together > most.tree_memory;
        over && exactly(pids).is_none_or(|together| together > most.tree_memory)
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
                      RssFile:\t     300 kB\nRssShmem:\t     100 kB\nThreads:\t13\n";
        let seen = Seen { tasks: 13, resident: 1_024_000, files: 307_200 };
        assert_eq!(Seen::in_status(status), Some(seen));
        assert_eq!(Seen::in_status("Threads:\t1\n"), Some(Seen { tasks: 1, ..Seen::default() }));
        assert_eq!(Seen::in_status(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_and_a_process_that_is_not_there_has_none() {
        let own = i32::try_from(std::process::id()).unwrap();
        let seen = sample(&[own, i32::MAX]);
        assert!(seen.tasks >= 1 && seen.largest > 100_000 && seen.together >= seen.largest / 2);
        assert_eq!(sample(&[i32::MAX]), Sample::default());
        let exactly = exactly(&[own, i32::MAX]).unwrap();
        assert!(exactly > 100_000 && exactly < 2 * seen.largest, "{exactly} {seen:?}");
    }
}
