//! When to play no more.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether to play no more: because someone asked to stop, or because nobody counts any more.
#[derive(Debug)]
pub(super) struct Halt<'s> {
    asked: &'s AtomicBool,
    over: AtomicBool,
}

impl<'s> Halt<'s> {
    pub(super) fn new(asked: &'s AtomicBool) -> Self {
        Self { asked, over: AtomicBool::new(false) }
    }

    /// Nothing that is played from now on counts.
    pub(super) fn now(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed)
    }
}
