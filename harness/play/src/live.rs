//! A run that people watch while it goes on.
//!
//! While nobody looks, nothing is made: the run asks two flags. A page gets the progress about every
//! second. The report so far is made on a thread of its own, and so seldom that this hardly slows
//! the run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use stoker_tournament::run::Snapshot;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::feed::{Feed, MOST_PAGES, PageEvent};
use crate::token;

/// The least time between two signs of progress on a page.
const STATUS: Duration = Duration::from_secs(1);
/// The least time between two reports.
const REPORT: Duration = Duration::from_secs(2);
/// The time between two reports, as a multiple of the time that one takes on one of the run's
/// threads. It bounds what reports cost the run at 1%.
const SELDOM: u32 = 100;

/// A part of the page. Each is shown as it is now; what it was before is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The name of the run, and what can be watched.
    About,
    /// The progress.
    Status,
    /// The faults so far.
    Faults,
    /// The report so far.
    Report,
    /// The end of the run, with its report.
    End,
}

impl Part {
    pub(crate) const ALL: [Self; 5] =
        [Self::About, Self::Status, Self::Faults, Self::Report, Self::End];

    fn name(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Status => "status",
            Self::Faults => "faults",
            Self::Report => "report",
            Self::End => "end",
        }
    }
}

/// The state that the pages show.
#[derive(Debug, Default)]
pub(crate) struct Now {
    /// By part.
    pub(crate) parts: [Option<PageEvent>; Part::ALL.len()],
    /// True if nothing will change any more.
    pub(crate) closed: bool,
}

/// The reason for which a page listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attention {
    /// Somebody looks at it.
    Looks,
    /// It is out of sight, and waits for the end of the run.
    Waits,
}

/// The changes that the maker of reports waits for.
#[derive(Default)]
struct AwaitedReport {
    /// The number of pages that somebody looks at.
    looks: usize,
    /// True if no more reports are to be made.
    ended: bool,
    snapshot: Option<Snapshot>,
}

/// A run that people watch.
pub struct LiveRun {
    secret: String,
    now: watch::Sender<Now>,
    pages: Arc<Semaphore>,
    waiting: Mutex<AwaitedReport>,
    changed: Condvar,
    is_watched: AtomicBool,
    wants_snapshot: AtomicBool,
    told: Mutex<Option<Instant>>,
    /// The events of the match that is watched.
    pub(crate) feed: Feed,
    wants_match: AtomicBool,
    shows_match: AtomicBool,
}

impl LiveRun {
    /// A run with this secret in the address of its page.
    #[must_use]
    pub fn new(secret: String) -> Self {
        Self {
            secret,
            now: watch::Sender::default(),
            pages: Arc::new(Semaphore::new(MOST_PAGES)),
            waiting: Mutex::default(),
            changed: Condvar::new(),
            is_watched: AtomicBool::new(false),
            wants_snapshot: AtomicBool::new(false),
            told: Mutex::default(),
            feed: Feed::default(),
            wants_match: AtomicBool::new(false),
            shows_match: AtomicBool::new(false),
        }
    }

    /// The secret.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.secret
    }

    pub(crate) fn knows(&self, secret: &str) -> bool {
        token::equal(&self.secret, secret)
    }

    fn waiting(&self) -> MutexGuard<'_, AwaitedReport> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if somebody looks.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.is_watched.load(Ordering::Relaxed)
    }

    /// True if somebody looks, and the progress was not shown a moment ago.
    #[must_use]
    pub fn is_due(&self) -> bool {
        if !self.is_watched() {
            return false;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = told.is_none_or(|told| told.elapsed() >= STATUS);
        if is_due {
            *told = Some(Instant::now());
        }
        is_due
    }

    /// Shows a part of the page.
    pub fn show(&self, part: Part, data: &impl Serialize) {
        let event = PageEvent::new(part.name(), data);
        self.now.send_modify(|now| now.parts[part as usize] = Some(event));
    }

    /// Ends the making of reports: the run has no more results.
    pub fn end_reports(&self) {
        self.waiting().ended = true;
        self.changed.notify_all();
    }

    /// True if a page is open, seen or not.
    #[must_use]
    pub fn has_pages(&self) -> bool {
        self.pages.available_permits() < MOST_PAGES
    }

    /// Closes the pages, with data for their end. Streams of events end once they have told it.
    pub fn close(&self, end: &impl Serialize) {
        self.end_reports();
        self.feed.close();
        let event = PageEvent::new(Part::End.name(), end);
        self.now.send_modify(|now| {
            now.parts[Part::End as usize] = Some(event);
            now.closed = true;
        });
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.now.borrow().closed
    }

    /// True if a snapshot is wanted for a report.
    #[must_use]
    pub fn wants_snapshot(&self) -> bool {
        self.wants_snapshot.load(Ordering::Relaxed)
    }

    /// Takes the snapshot that is wanted.
    pub fn take_snapshot(&self, snapshot: Snapshot) {
        self.wants_snapshot.store(false, Ordering::Relaxed);
        self.waiting().snapshot = Some(snapshot);
        self.changed.notify_all();
    }

    /// Makes reports with this function while somebody looks, until they are ended. The run has
    /// this number of threads.
    pub fn report_with(&self, threads: usize, make: &dyn Fn(&Snapshot) -> Option<String>) {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
        let (mut due, mut shown) = (Instant::now(), None);
        while self.wait_for_look(due) {
            self.wants_snapshot.store(true, Ordering::Relaxed);
            let Some(snapshot) = self.wait_for_snapshot() else { return };
            let begun = Instant::now();
            if shown != Some(snapshot.done())
                && let Some(report) = make(&snapshot)
            {
                self.show(Part::Report, &report);
            }
            shown = Some(snapshot.done());
            due = Instant::now() + REPORT.max(begun.elapsed() * SELDOM / threads);
        }
    }

    /// Waits until somebody looks and a report is due. False if reports are ended.
    fn wait_for_look(&self, due: Instant) -> bool {
        let mut waiting = self.waiting();
        loop {
            let left = due.saturating_duration_since(Instant::now());
            if waiting.ended || waiting.looks > 0 && left.is_zero() {
                return !waiting.ended;
            }
            let wait = if waiting.looks > 0 { left } else { Duration::MAX };
            let waited = self.changed.wait_timeout(waiting, wait);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits for the snapshot. `None` if reports are ended.
    fn wait_for_snapshot(&self) -> Option<Snapshot> {
        let waits = |waiting: &mut AwaitedReport| !waiting.ended && waiting.snapshot.is_none();
        let waiting = self.changed.wait_while(self.waiting(), waits);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        if waiting.ended { None } else { waiting.snapshot.take() }
    }

    /// Asks that the next match is shown.
    pub(crate) fn ask_for_match(&self) {
        self.wants_match.store(true, Ordering::Relaxed);
    }

    /// True if the match that begins now is to be shown. It is the only one until it
    /// [ends](Self::end_match).
    pub(crate) fn begin_match(&self) -> bool {
        if !self.wants_match.load(Ordering::Relaxed)
            || self.shows_match.swap(true, Ordering::Relaxed)
        {
            return false;
        }
        // Another one may have begun and ended meanwhile.
        let is_wanted = self.wants_match.swap(false, Ordering::Relaxed);
        if !is_wanted {
            self.end_match();
        }
        is_wanted
    }

    /// Ends the match that is shown.
    pub(crate) fn end_match(&self) {
        self.shows_match.store(false, Ordering::Relaxed);
    }

    /// The state that the pages show, as it changes, if there is room for one more page.
    pub(crate) fn listen(self: &Arc<Self>, attention: Attention) -> Option<Listener> {
        let room = Arc::clone(&self.pages).try_acquire_owned().ok()?;
        if attention == Attention::Looks {
            self.count_looks(|looks| looks + 1);
        }
        Some(Listener { run: Arc::clone(self), now: self.now.subscribe(), attention, _room: room })
    }

    fn count_looks(&self, count: impl FnOnce(usize) -> usize) {
        let mut waiting = self.waiting();
        waiting.looks = count(waiting.looks);
        self.is_watched.store(waiting.looks > 0, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// A page that listens.
pub(crate) struct Listener {
    run: Arc<LiveRun>,
    pub(crate) now: watch::Receiver<Now>,
    pub(crate) attention: Attention,
    _room: OwnedSemaphorePermit,
}

impl Drop for Listener {
    fn drop(&mut self) {
        if self.attention == Attention::Looks {
            self.run.count_looks(|looks| looks - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_nobody_looks_nothing_is_due() {
        let run = Arc::new(LiveRun::new("secret".to_owned()));
        assert!(!run.is_due() && !run.wants_snapshot() && !run.begin_match());
        let waits = run.listen(Attention::Waits);
        assert!(!run.is_watched());
        let looks = run.listen(Attention::Looks).unwrap();
        assert!(run.is_due() && !run.is_due());
        drop((looks, waits));
        assert!(!run.is_watched());
    }

    #[test]
    fn one_match_is_shown_at_a_time_and_each_is_asked_for() {
        let run = LiveRun::new("secret".to_owned());
        run.ask_for_match();
        assert!(run.begin_match() && !run.begin_match());
        run.ask_for_match();
        assert!(!run.begin_match());
        run.end_match();
        assert!(run.begin_match());
        run.end_match();
        assert!(!run.begin_match());
    }

    #[test]
    fn reports_end_with_the_run_although_somebody_looks() {
        let run = Arc::new(LiveRun::new("secret".to_owned()));
        let _looks = run.listen(Attention::Looks).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| run.report_with(1, &|_| None));
            run.end_reports();
        });
    }
}
