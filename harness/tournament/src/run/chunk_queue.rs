//! Hands out chunks, and holds back workers that would run too far ahead.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The most matches per thread that may be played but not yet folded.
const WINDOW: u64 = 512;

/// The most such matches over all threads, unless this is less than two chunks per thread. Their
/// records wait in memory.
const MOST: u64 = 8_192;

/// The next chunk to play, as long as it is not too far ahead of the fold.
#[derive(Debug)]
pub(super) struct ChunkQueue {
    state: Mutex<QueueState>,
    moved: Condvar,
    window: u64,
}

#[derive(Debug)]
struct QueueState {
    next: u64,
    folded: u64,
    closed: bool,
}

/// The most chunks that may be out at once.
fn window(threads: u64, size: u64) -> u64 {
    ((WINDOW * threads).min(MOST) / size).max(2 * threads)
}

impl ChunkQueue {
    /// A queue for this number of threads, and chunks of `size` matches.
    pub(super) fn new(threads: usize, size: u64) -> Self {
        let state = Mutex::new(QueueState { next: 0, folded: 0, closed: false });
        Self { state, moved: Condvar::new(), window: window(threads as u64, size) }
    }

    /// The most chunks that may be out at once.
    pub(super) fn window(&self) -> u64 {
        self.window
    }

    /// The number of the next chunk; `None` once closed. Waits while that chunk is too far ahead.
    ///
    /// The chunk that the fold waits for is never held back, so at least one worker can always go
    /// on.
    pub(super) fn take(&self) -> Option<u64> {
        let held_back =
            |state: &mut QueueState| !state.closed && state.next >= state.folded + self.window;
        let state = self.moved.wait_while(self.state(), held_back);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return None;
        }
        state.next += 1;
        Some(state.next - 1)
    }

    /// Notes the number of chunks that are folded.
    pub(super) fn folded(&self, chunks: u64) {
        self.state().folded = chunks;
        self.moved.notify_all();
    }

    /// Closes the queue: nothing more is to be played.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.moved.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the queue when a worker panics; otherwise the others would wait for its chunk for ever.
pub(super) struct ClosesOnPanic<'g>(pub(super) &'g ChunkQueue);

impl Drop for ClosesOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}
