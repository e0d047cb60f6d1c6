//! The matches that workers have played, put in order.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::RunError;
use super::chunk_queue::ChunkQueue;
use super::worker::Chunk;
use crate::journal::Entry;
use crate::referee::RefereeError;

/// The interval at which progress is reported while no match ends: a match can take minutes.
const PATIENCE: Duration = Duration::from_secs(1);

/// Chunks as they arrive, and the matches whose turn has come.
pub(super) struct ReorderBuffer<'r> {
    chunks: Receiver<Chunk>,
    chunk_queue: &'r ChunkQueue,
    /// Chunks that arrived before their turn, by number.
    waiting: BTreeMap<u64, Chunk>,
    /// The number of chunks whose turn has come.
    begun: u64,
    current: VecDeque<Entry>,
    /// The match after the current ones, if it could not be played.
    error: Option<(u64, RefereeError)>,
}

/// The answer to a request for a match.
#[expect(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub(super) enum NextEntry {
    /// The match.
    Entry(Entry),
    /// It has not arrived yet.
    NotYet,
    /// It will never arrive.
    Never,
}

impl<'r> ReorderBuffer<'r> {
    pub(super) fn new(chunks: Receiver<Chunk>, chunk_queue: &'r ChunkQueue) -> Self {
        let (waiting, current) = (BTreeMap::new(), VecDeque::new());
        Self { chunks, chunk_queue, waiting, begun: 0, current, error: None }
    }

    /// The next match, which has this number.
    pub(super) fn take(&mut self, number: u64) -> Result<NextEntry, RunError> {
        loop {
            if let Some(entry) = self.current.pop_front() {
                // A chunk that was cut short is followed by matches after the gap.
                let next = entry.number == number;
                return Ok(if next { NextEntry::Entry(entry) } else { NextEntry::Never });
            }
            if let Some((number, source)) = self.error.take() {
                return Err(RunError::Match { number, source });
            }
            let Some(chunk) = self.waiting.remove(&self.begun) else {
                return Ok(NextEntry::NotYet);
            };
            self.begun += 1;
            self.chunk_queue.folded(self.begun);
            (self.current, self.error) = (chunk.entries.into(), chunk.error);
            if self.current.is_empty() && self.error.is_none() {
                return Ok(NextEntry::Never);
            }
        }
    }

    /// Waits for a chunk, but at most until progress is to be reported. Returns false if no more
    /// come.
    pub(super) fn wait(&mut self) -> bool {
        match self.chunks.recv_timeout(PATIENCE) {
            Ok(chunk) => {
                self.waiting.insert(chunk.number, chunk);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }
}
