//! The threads that matches are played on.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The cores that threads run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cores {
    /// Each thread runs on whichever core the system gives it.
    Any,
    /// Each thread has a core of its own, with the programs that it starts.
    Own,
}

/// The system refuses to start threads.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {source}; try fewer with --threads")]
pub struct ThreadsError {
    /// The number of threads that was asked for.
    pub threads: usize,
    /// The error of the system.
    pub source: ThreadPoolBuildError,
}

/// A pool of this number of threads. A thread's number in the pool is its slot, which selects its
/// core.
///
/// # Errors
/// If the system refuses to start threads.
pub fn pool(threads: usize, cores: Cores) -> Result<ThreadPool, ThreadsError> {
    let settle = move |slot| {
        if cores == Cores::Own {
            keep_to_one_core(u32::try_from(slot).unwrap_or(0));
        }
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).start_handler(settle).build();
    pool.map_err(|source| ThreadsError { threads, source })
}

/// Keeps the calling thread on one of the cores that this process may use, and with it every
/// program that it starts from now on.
///
/// A bot and the referee work in turn, never at once. The next of them is woken in a few
/// microseconds on one core, but takes ten times that on another. A program that keeps many threads
/// busy then slows only its own match. If a core cannot be had, nothing changes.
#[cfg(target_os = "linux")]
pub fn keep_to_one_core(slot: u32) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    // Two runs at once should not both begin with the first core.
    let number = std::process::id().wrapping_add(slot) as usize;
    let Some(&core) = cores.get(number % cores.len().max(1)) else { return };
    let mut one = CpuSet::new();
    one.set(core);
    // If the system refuses, threads only wake more slowly.
    let _ = sched_setaffinity(None, &one);
}

/// Does nothing on a system without core affinity.
#[cfg(not(target_os = "linux"))]
pub fn keep_to_one_core(_slot: u32) {}
