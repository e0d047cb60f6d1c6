//! The signal to stop playing.

use std::sync::atomic::{AtomicBool, Ordering};

/// The signal to stop playing, either because the user asked for it or because the fold has ended.
#[derive(Debug)]
pub(super) struct Halt<'s> {
    asked: &'s AtomicBool,
    over: AtomicBool,
}

impl<'s> Halt<'s> {
    pub(super) fn new(asked: &'s AtomicBool) -> Self {
        Self { asked, over: AtomicBool::new(false) }
    }

    /// Stops play: later matches no longer count.
    pub(super) fn now(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed)
    }
}
