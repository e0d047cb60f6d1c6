//! The journal writer of a run.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::worker::Chunk;
use crate::journal::SegmentWriter;
use crate::results::LogWriter;
use crate::storage::FolderError;

/// The longest time before a finished match is handed to the operating system. Matches of this time
/// are lost if the process is killed.
const BATCH: Duration = Duration::from_millis(50);

/// The longest time before a finished match is on the disk. Matches of this time are lost if the
/// power fails.
const SYNC: Duration = Duration::from_secs(1);

/// Writes finished matches and their logs, and passes the matches on.
///
/// It has a thread of its own, so that waiting for a disk holds up neither the workers nor the
/// fold.
pub(super) struct JournalWriter {
    pages: SegmentWriter,
    logs: LogWriter,
    flushed: Instant,
    synced: Instant,
    /// True if something was written since the last flush.
    to_flush: bool,
    to_sync: bool,
}

impl JournalWriter {
    pub(super) fn new(pages: SegmentWriter, logs: LogWriter) -> Self {
        let now = Instant::now();
        Self { pages, logs, flushed: now, synced: now, to_flush: false, to_sync: false }
    }

    /// Writes until no more chunks come. A chunk is written before it is passed on.
    ///
    /// # Errors
    /// The first write that failed.
    pub(super) fn work(
        mut self,
        played: &Receiver<Chunk>,
        written: &Sender<Chunk>,
    ) -> Result<(), FolderError> {
        loop {
            match played.recv_timeout(self.patience()) {
                Ok(chunk) => {
                    self.keep(&chunk)?;
                    // Matches are kept even if the fold no longer waits for them.
                    let _ = written.send(chunk);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.sync(),
            }
            self.keep_up()?;
        }
    }

    /// Writes a chunk, logs first: a match in the journal is not played again.
    fn keep(&mut self, chunk: &Chunk) -> Result<(), FolderError> {
        for (number, logs) in &chunk.logs {
            self.logs.add(*number, logs)?;
        }
        self.pages.write(chunk.lines.as_bytes())?;
        (self.to_flush, self.to_sync) = (true, true);
        Ok(())
    }

    /// The time until a flush or sync is due, if no chunk comes.
    fn patience(&self) -> Duration {
        let left = |asked: bool, most: Duration, since: Instant| {
            if asked { most.saturating_sub(since.elapsed()) } else { SYNC }
        };
        left(self.to_flush, BATCH, self.flushed).min(left(self.to_sync, SYNC, self.synced))
    }

    /// Flushes and syncs lines that have waited for long enough.
    fn keep_up(&mut self) -> Result<(), FolderError> {
        if self.to_sync && self.synced.elapsed() >= SYNC {
            self.sync()?;
            self.synced = Instant::now();
            (self.to_sync, self.to_flush) = (false, false);
        }
        if self.to_flush && self.flushed.elapsed() >= BATCH {
            self.pages.flush()?;
            self.flushed = Instant::now();
            self.to_flush = false;
        }
        Ok(())
    }

    /// Syncs logs and journal, logs first.
    fn sync(&mut self) -> Result<(), FolderError> {
        self.logs.sync()?;
        self.pages.sync()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    use stoker_engine::Game as _;

    use super::*;
    use crate::journal::Journal;
    use crate::results::Logs;
    use crate::testing::*;
    use stoker_files::untrusted::Folder;

    fn journal_writer(run: &Path) -> JournalWriter {
        let run = Arc::new(Folder::named(run).unwrap());
        let mut journal = Journal::open(&run, "plan", 0..9).unwrap();
        let logs = Logs::new(&run, Toy::of(Layout::Pair, 9).sides());
        JournalWriter::new(journal.append(0).unwrap(), logs.writer())
    }

    fn chunk(number: u64) -> Chunk {
        let lines = format!("match {number}\n");
        Chunk { number, entries: vec![], lines, logs: vec![], error: None }
    }

    #[test]
    fn a_match_waits_at_most_a_second_for_the_disk_whatever_else_comes() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal_writer = journal_writer(dir.path());
        journal_writer.synced = Instant::now().checked_sub(Duration::from_millis(900)).unwrap();
        (journal_writer.to_flush, journal_writer.to_sync) = (false, true);
        assert!(journal_writer.patience() <= Duration::from_millis(100));
        journal_writer.to_flush = true;
        assert!(journal_writer.patience() <= BATCH);
        (journal_writer.to_flush, journal_writer.to_sync) = (false, false);
        assert_eq!(journal_writer.patience(), SYNC);
    }

    #[test]
    fn a_finished_match_is_handed_to_the_system_although_no_other_follows() {
        let dir = tempfile::tempdir().unwrap();
        let journal_writer = journal_writer(dir.path());
        let (play, played) = channel();
        let (written, _passed_on) = channel();
        let kept = |number: u64| {
            let text = fs::read_to_string(dir.path().join("journal/segment-000001")).unwrap();
            text.contains(&format!("match {number}\n"))
        };
        std::thread::scope(|scope| {
            scope.spawn(move || journal_writer.work(&played, &written).unwrap());
            let waits = (0..5).map(|number| {
                play.send(chunk(number)).unwrap();
                let sent = Instant::now();
                while !kept(number) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                sent.elapsed()
            });
            // A busy machine may be late sometimes, but not every time.
            let quickest = waits.min().unwrap();
            drop(play);
            assert!(quickest < 4 * BATCH, "{quickest:?}");
        });
    }
}
