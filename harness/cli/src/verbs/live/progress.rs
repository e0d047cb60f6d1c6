//! The progress of a run, in the terminal and on its page.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;
use stoker_play::live::{LiveRun, Part};
use stoker_tournament::run::{NewFault, Progress, Snapshot};
use stoker_tournament::standings::Findings;

use crate::terminal::matches::{MatchMeter, fault_line, leading};

/// The most kinds of faults that a page shows.
const MOST_FAULTS: usize = 100;

/// Tells a meter and a page the progress.
pub(super) struct LiveProgress<'m, 'io> {
    meter: &'m MatchMeter<'io>,
    live: &'m LiveRun,
    /// The leaders, in words.
    leaders: Mutex<String>,
    /// The latest new kinds of faults, the last one first.
    faults: Mutex<VecDeque<String>>,
}

impl<'m, 'io> LiveProgress<'m, 'io> {
    pub(super) fn new(meter: &'m MatchMeter<'io>, live: &'m LiveRun) -> Self {
        Self { meter, live, leaders: Mutex::default(), faults: Mutex::default() }
    }
}

/// Nothing here panics half-way, so the value behind the lock is valid.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Progress for LiveProgress<'_, '_> {
    fn progress(&self, done: u64, total: u64) {
        self.meter.progress(done, total);
        if self.live.is_due() {
            let (words, leaders) = (self.meter.state(done, total), held(&self.leaders).clone());
            let status =
                json!({ "done": done, "total": total, "words": words, "leaders": leaders });
            self.live.show(Part::Status, &status);
        }
    }

    fn new_fault(&self, fault: &NewFault<'_>) {
        self.meter.new_fault(fault);
        let mut faults = held(&self.faults);
        faults.push_front(fault_line(fault));
        faults.truncate(MOST_FAULTS);
        self.live.show(Part::Faults, &*faults);
    }

    fn leaders(&self, leaders: &[(&str, &str)]) {
        self.meter.leaders(leaders);
        if !leaders.is_empty() {
            *held(&self.leaders) = leading(leaders);
        }
    }

    fn left(&self, time: Duration) {
        self.meter.left(time);
    }

    fn voids(&self, count: u64) {
        self.meter.voids(count);
    }

    fn resumed(&self, kept: u64, damaged: u64) {
        self.meter.resumed(kept, damaged);
    }

    fn again(&self, voids: u64, final_ones: u64) {
        self.meter.again(voids, final_ones);
    }

    fn faults(&self, count: u64) {
        self.meter.faults(count);
    }

    fn found(&self, findings: &Findings) {
        self.meter.found(findings);
    }

    fn wants_snapshot(&self) -> bool {
        self.live.wants_snapshot()
    }

    fn snapshot(&self, snapshot: Snapshot) {
        self.live.take_snapshot(snapshot);
    }
}
