//! The signal to stop playing.

use std::sync::atomic::{AtomicBool, Ordering};

/// The signal to stop playing, either because the user asked for it or because the fold has ended.
#[derive(Debug)]
pub(super) struct Halt<'s> {
    stop_requested: &'s AtomicBool,
    fold_ended: AtomicBool,
}

impl<'s> Halt<'s> {
    pub(super) fn new(stop_requested: &'s AtomicBool) -> Self {
        Self { stop_requested, fold_ended: AtomicBool::new(false) }
    }

    /// Stops play: later matches no longer count.
    pub(super) fn now(&self) {
        self.fold_ended.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.stop_requested.load(Ordering::Relaxed) || self.fold_ended.load(Ordering::Relaxed)
    }
}
