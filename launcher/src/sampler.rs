//! Looking at what a program's processes use, every so often: for limits that this system's kernel
//! does not keep by itself.

use std::fs;
use std::time::Duration;

use crate::Limit;

/// How often.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// What was seen of all processes at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Processes and threads.
    pub(crate) tasks: u64,
    /// Bytes: the largest resident size of one process.
    pub(crate) largest: u64,
    /// Bytes: what all have resident for themselves alone, and the largest part that one shares.
    pub(crate) together: u64,
}

/// Looks at these processes. Those that ended meanwhile count nothing.
pub(crate) fn sample(pids: &[i32]) -> Sample {
    let page = u64::try_from(rustix::param::page_size()).unwrap_or(4096);
    let mut sample = Sample::default();
    let mut shared_most = 0;
    for pid in pids {
        let read = |file: &str| fs::read_to_string(format!("/proc/{pid}/{file}")).ok();
        let Some((resident, shared)) = read("statm").and_then(|text| pages(&text)) else {
            continue;
        };
        sample.tasks += read("stat").and_then(|text| threads(&text)).unwrap_or(1);
        sample.largest = sample.largest.max(resident * page);
        sample.together += resident.saturating_sub(shared) * page;
        shared_most = shared_most.max(shared * page);
    }
    sample.together += shared_most;
    sample
}

/// Resident and shared pages in `statm`.
fn pages(statm: &str) -> Option<(u64, u64)> {
    let mut fields = statm.split(' ').skip(1);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// The number of threads in `stat`, whose second field, a name, may hold anything.
fn threads(stat: &str) -> Option<u64> {
    stat.rsplit_once(") ")?.1.split(' ').nth(17)?.parse().ok()
}

/// The limit that a sample exceeds, if one does.
pub(crate) fn exceeded(sample: &Sample, limits: &crate::wire::Setup) -> Option<Limit> {
    let most = &limits.limits;
    let all = [
        (Limit::Memory, sample.largest > most.memory),
        (Limit::Processes, sample.tasks > limits.most_processes()),
        (Limit::TreeMemory, sample.together > most.tree_memory),
    ];
    all.into_iter().find(|&(limit, over)| over && limits.on(limit)).map(|(limit, _)| limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_found_behind_a_name_with_spaces_and_brackets() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 99 0 0 0 1 2 0 0 20 0 13 0 100 1000 50 18446744073709551615";
        assert_eq!(threads(stat), Some(13));
        assert_eq!(pages("1000 250 40 1 0 300 0\n"), Some((250, 40)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_and_a_process_that_is_not_there_has_none() {
        let own = i32::try_from(std::process::id()).unwrap();
        let seen = sample(&[own, i32::MAX]);
        assert!(seen.tasks >= 1 && seen.largest > 100_000 && seen.together >= seen.largest / 2);
        assert_eq!(sample(&[i32::MAX]), Sample::default());
    }
}
