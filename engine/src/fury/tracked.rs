//! A value that remembers what it was before it was changed.

use std::ops::{Deref, DerefMut};

/// A value, with what it was when its changes were last told if it may have changed since.
///
/// The first change copies the value. Most values stay as they are from one question to the next,
/// and are neither copied nor compared.
#[derive(Debug, Clone)]
pub(super) struct Tracked<T> {
    now: T,
    before: Option<T>,
}

impl<T> Tracked<T> {
    /// The value as it was when its changes were last told; `None` if nobody has touched it since.
    #[inline]
    pub(super) const fn before(&self) -> Option<&T> {
        self.before.as_ref()
    }

    /// True if somebody has touched the value since its changes were last told.
    #[inline]
    pub(super) const fn is_touched(&self) -> bool {
        self.before.is_some()
    }

    /// The changes have been told.
    #[inline]
    pub(super) fn settle(&mut self) {
        self.before = None;
    }
}

impl<T> From<T> for Tracked<T> {
    fn from(now: T) -> Self {
        Self { now, before: None }
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.now
    }
}

impl<T: Clone> DerefMut for Tracked<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        if self.before.is_none() {
            self.before = Some(self.now.clone());
        }
        &mut self.now
    }
}
