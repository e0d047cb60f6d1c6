//! When a program's time is up, and what the machine did meanwhile.

use std::sync::LazyLock;
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use super::Limits;
use super::heartbeat::{Heartbeat, Strain};
use super::session::Session;
use super::waiting::Waits;
use super::written::Excess;

/// A program that has closed its output usually ends in a moment: its status tells more.
const GRACE: Duration = Duration::from_millis(250);
/// Processor time is not looked at more often.
const LEAST_NAP: Duration = Duration::from_millis(1);

/// Who wakes us more often in a turn is listened to once in a [`PACE`]: to wake up costs more than
/// to read what a program has written byte by byte.
const OFTEN: u32 = 100;
const PACE: Duration = Duration::from_millis(2);

/// Why nobody waits for a program any longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// It said what was waited for.
    Done,
    /// It ended.
    Exited,
    /// It closed its output and goes on without it.
    Closed,
    /// Time on the wall is up.
    Wall,
    /// Processor time is up.
    Cpu,
    /// It has written too much to standard output.
    Output(Excess),
    /// It has written too much to standard error.
    Complaints(Excess),
}

/// What a program may use until it has answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Since when time on the wall counts.
    pub(super) since: Instant,
    /// Time on the wall.
    pub(super) wall: Duration,
    /// Processor time; as much as it likes if there is none.
    pub(super) cpu: Option<Duration>,
    /// Bytes on standard output, and on standard error.
    pub(super) output: usize,
    /// The most processors that it can keep busy at once.
    pub(super) processors: u32,
}

impl Bounds {
    /// Those of a turn that begins now.
    pub(super) fn of_turn(limits: &Limits) -> Self {
        // Asked once: the system reads several files to answer.
        static PROCESSORS: LazyLock<u64> =
            LazyLock::new(|| available_parallelism().map_or(u64::MAX, |count| count.get() as u64));
        Self {
            since: Instant::now(),
            wall: limits.wall(),
            cpu: Some(limits.cpu()),
            output: usize::try_from(limits.output_kib.saturating_mul(1024)).unwrap_or(usize::MAX),
            processors: u32::try_from((*PROCESSORS).min(limits.processes)).unwrap_or(u32::MAX),
        }
    }

    /// When so much processor time can be used up at the earliest.
    fn earliest(&self, from: Instant, left: Duration) -> Instant {
        from + (left / self.processors.max(1)).max(LEAST_NAP)
    }
}

/// What came of waiting.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pause {
    pub(super) stop: Stop,
    /// What it was given.
    pub(super) bounds: Bounds,
    /// What the machine did meanwhile; only known if time on the wall is up.
    pub(super) strain: Strain,
}

/// When to look at the clocks next.
pub(super) struct Watch {
    now: Instant,
    /// When time on the wall is up.
    wall: Instant,
    /// When processor time can be up.
    cpu: Option<Instant>,
    /// When to look how busy the machine is, to compare with the end.
    glance: Option<Instant>,
    /// When that was, and what was seen.
    seen: Option<(Instant, Waits)>,
    /// When a program that has closed its output should have ended.
    closing: Option<Instant>,
    /// How often it was waited for.
    waits: u32,
    /// When it was waited for last, once that is often.
    waited: Option<Instant>,
}

impl Watch {
    /// `counted` is when processor time was last counted from the beginning.
    pub(super) fn new(bounds: &Bounds, counted: Instant) -> Self {
        Self {
            now: Instant::now(),
            wall: bounds.since + bounds.wall,
            cpu: bounds.cpu.map(|cpu| bounds.earliest(counted, cpu)),
            glance: Some(bounds.since + bounds.wall / 4),
            seen: None,
            closing: None,
            waits: 0,
            waited: None,
        }
    }

    /// Whether something is up; `used` tells the processor time used so far.
    pub(super) fn look(
        &mut self,
        used: impl Fn() -> Duration,
        session: &Session,
        bounds: &Bounds,
    ) -> Option<Stop> {
        self.now = Instant::now();
        if self.cpu.is_some_and(|cpu| self.now >= cpu)
            && let Some(limit) = bounds.cpu
        {
            let left = limit.saturating_sub(used());
            if left.is_zero() {
                return Some(Stop::Cpu);
            }
            self.cpu = Some(bounds.earliest(self.now, left));
        }
        if self.now >= self.wall {
            return Some(Stop::Wall);
        }
        if self.closing.is_some_and(|closing| self.now >= closing) {
            return Some(Stop::Closed);
        }
        if self.glance.is_some_and(|glance| self.now >= glance) {
            self.glance = None;
            self.seen = Some((self.now, session.waits()));
        }
        None
    }

    /// How long nothing can be up.
    pub(super) fn nap(&self) -> Duration {
        let times = [Some(self.wall), self.cpu, self.glance, self.closing];
        let next = times.into_iter().flatten().min().unwrap_or(self.wall);
        next.saturating_duration_since(self.now)
    }

    /// Lets some time pass if the program was waited for often.
    pub(super) fn pace(&mut self) {
        self.waits = self.waits.saturating_add(1);
        if self.waits <= OFTEN {
            return;
        }
        if let Some(waited) = self.waited {
            thread::sleep(PACE.saturating_sub(waited.elapsed()));
            self.now = Instant::now();
        }
        self.waited = Some(self.now);
    }

    /// The program has closed its output.
    pub(super) fn closed(&mut self) {
        self.closing.get_or_insert(Instant::now() + GRACE);
    }

    pub(super) fn strain(&self, session: &Session, bounds: &Bounds, stop: Stop) -> Strain {
        if stop != Stop::Wall {
            return Strain::default();
        }
        let late = Heartbeat::of_this_process().latest_since(bounds.since);
        let (watched, waited) = match &self.seen {
            Some((seen, then)) => (seen.elapsed(), session.waits().longest_since(then)),
            None => (Duration::ZERO, Duration::ZERO),
        };
        Strain { late, watched, waited, used: Duration::ZERO }
    }
}
