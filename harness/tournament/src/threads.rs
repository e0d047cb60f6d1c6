//! The threads that matches are played on.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
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

/// What `work` returns for each number below `count`, in order, computed on the threads of the pool.
///
/// Work is a trait object because rayon would otherwise be compiled again for each caller and each
/// game; here it is compiled for each kind of result.
///
/// # Errors
/// Those of `work`. After the first, no more of it is begun.
pub fn in_parallel_on<T: Send, E: Send>(
    pool: &ThreadPool,
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    pool.install(|| in_parallel(count, work))
}

/// The same on the threads of the pool that this thread is part of, otherwise on all cores.
///
/// # Errors
/// Those of `work`. After the first, no more of it is begun.
pub fn in_parallel<T: Send, E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    (0..count).into_par_iter().map(work).collect()
}

/// Items of which each is given to one thread: work can share them even if threads cannot share an
/// item.
pub struct Handouts<T>(Vec<Mutex<Option<T>>>);

impl<T> Handouts<T> {
    /// The number of items, those that were given away among them.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Gives the item of this number away. There is one if it was not given away before.
    pub fn take(&self, number: usize) -> Option<T> {
        self.0.get(number)?.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T> FromIterator<T> for Handouts<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().map(|item| Mutex::new(Some(item))).collect())
    }
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
