//! The clocks of a program's turn, and the state of the machine meanwhile.

use std::sync::LazyLock;
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use super::core_usage::{CoreUsage, lateness};
use super::heartbeat::Strain;
use super::session::SandboxSession;
use super::written::Excess;
use crate::Limits;

/// The time for a program to end after it has closed its output. Most do so in a moment, and the
/// status says more.
const GRACE: Duration = Duration::from_millis(250);
/// The length of turns that do not stop the other programs: stopping them would take more time than
/// they could use.
const QUICK: Duration = Duration::from_micros(300);
/// The longest time between two readings of CPU time that can be lost when a process ends.
const SEEN: Duration = Duration::from_millis(50);
/// The time at the beginning of a turn in which new processes are not counted. They are seen while
/// they live.
const UNCOUNTED: Duration = Duration::from_millis(20);
/// The most processes and threads that may start in a turn after that. Each may have used some time
/// unseen.
const FEW: u32 = 8;
/// The shortest time between two readings of CPU time.
const LEAST_NAP: Duration = Duration::from_millis(1);

/// The number of wake-ups in a turn after which a program is read only once every [`PACE`]: waking
/// up costs more than reading.
const OFTEN: u32 = 100;
const PACE: Duration = Duration::from_millis(2);

/// The reason for ending the wait for a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitEnd {
    /// It wrote what was waited for.
    Done,
    /// It ended.
    Exited,
    /// It closed its output and keeps running.
    Closed,
    /// The wall clock time is up.
    Wall,
    /// The CPU time is up.
    Cpu,
    /// It wrote too much to standard output.
    Output(Excess),
    /// It wrote too much to standard error.
    Complaints(Excess),
}

/// The limits on a program until it has answered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerLimits {
    /// The start of the wall clock time.
    pub(crate) since: Instant,
    /// Wall clock time.
    pub(crate) wall: Duration,
    /// CPU time; `None` means no limit.
    pub(crate) cpu: Option<Duration>,
    /// Bytes on standard output, and on standard error.
    pub(crate) output: usize,
    /// The most processors that it can keep busy at once.
    pub(crate) processors: u32,
}

impl AnswerLimits {
    /// The limits of a turn that begins now.
    pub(crate) fn of_turn(limits: &Limits) -> Self {
        // Determined once, because the system reads several files to answer.
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

    /// The earliest moment at which this much CPU time can be used up.
    fn earliest(&self, from: Instant, left: Duration) -> Instant {
        from + (left / self.processors.max(1)).max(LEAST_NAP)
    }
}

/// The next time to read CPU time: `then`, or soon after `from` if some time can be lost.
fn soon(then: Instant, from: Instant, session: &SandboxSession) -> Instant {
    if session.counts_all() { then } else { then.min(from + SEEN) }
}

/// The result of waiting.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pause {
    pub(crate) stop: WaitEnd,
    /// The limits.
    pub(crate) bounds: AnswerLimits,
    /// The machine's effect on it; only known if the wall clock time is up.
    pub(crate) strain: Strain,
}

/// The times at which to read the clocks next.
pub(crate) struct Watch {
    now: Instant,
    /// The end of the wall clock time.
    wall: Instant,
    /// The earliest end of the CPU time.
    cpu: Option<Instant>,
    /// The time for a snapshot of the machine, to compare with the end.
    glance: Option<Instant>,
    /// The snapshot.
    seen: Option<CoreUsage>,
    /// The time by which a program that has closed its output should have ended.
    closing: Option<Instant>,
    /// The number of waits so far.
    waits: u32,
    /// The time of the last wait, once there were [`OFTEN`] of them.
    waited: Option<Instant>,
    /// The time from which new processes are counted, if they can use time unseen.
    census: Option<Instant>,
    /// The last process that is not counted.
    newest: Option<u32>,
    /// The time at which the waiting programs are stopped.
    rest: Option<Instant>,
}

impl Watch {
    /// `counted` is the time of the last reset of the CPU time count.
    pub(crate) fn new(bounds: &AnswerLimits, counted: Instant, session: &SandboxSession) -> Self {
        Self {
            now: Instant::now(),
            wall: bounds.since + bounds.wall,
            cpu: bounds.cpu.map(|cpu| soon(bounds.earliest(counted, cpu), bounds.since, session)),
            glance: Some(bounds.since + bounds.wall / 4),
            seen: None,
            closing: None,
            waits: 0,
            waited: None,
            census: (!session.counts_all()).then(|| bounds.since + UNCOUNTED),
            newest: None,
            rest: session.others_run().then(|| bounds.since + QUICK),
        }
    }

    /// Reads the clocks. Returns the reason for ending the wait, if there is one. `used` returns
    /// the CPU time used so far.
    pub(crate) fn look(
        &mut self,
        used: impl Fn(&SandboxSession) -> Duration,
        session: &mut SandboxSession,
        bounds: &AnswerLimits,
    ) -> Option<WaitEnd> {
        self.now = Instant::now();
        if self.rest.is_some_and(|rest| self.now >= rest) {
            self.rest = None;
            session.rest_others();
        }
        if self.census.is_some_and(|census| self.now >= census) {
            self.census = None;
            self.newest = session.newest();
        }
        if self.cpu.is_some_and(|cpu| self.now >= cpu)
            && let Some(limit) = bounds.cpu
        {
            let since = self.now.saturating_duration_since(bounds.since);
            let used = if self.made_many(session) { since } else { used(session) };
            let left = limit.saturating_sub(used);
            if left.is_zero() {
                return Some(WaitEnd::Cpu);
            }
            self.cpu = Some(soon(bounds.earliest(self.now, left), self.now, session));
        }
        if self.now >= self.wall {
            return Some(WaitEnd::Wall);
        }
        if self.closing.is_some_and(|closing| self.now >= closing) {
            return Some(WaitEnd::Closed);
        }
        if self.glance.is_some_and(|glance| self.now >= glance) {
            self.glance = None;
            self.seen = Some(CoreUsage::now(session));
        }
        None
    }

    /// True if so many processes started in this turn that some may have used time unseen and
    /// ended.
    fn made_many(&self, session: &mut SandboxSession) -> bool {
        let newest = self.newest.and_then(|then| Some(session.newest()?.wrapping_sub(then)));
        newest.is_some_and(|made| made > FEW)
    }

    /// The time until something can be due.
    pub(crate) fn nap(&self) -> Duration {
        let times = [Some(self.wall), self.cpu, self.glance, self.closing, self.rest, self.census];
        let next = times.into_iter().flatten().min().unwrap_or(self.wall);
        next.saturating_duration_since(self.now)
    }

    /// Sleeps a little if there were many waits.
    pub(crate) fn pace(&mut self) {
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

    /// Records that the program has closed its output.
    pub(crate) fn closed(&mut self) {
        self.closing.get_or_insert(Instant::now() + GRACE);
    }

    pub(crate) fn strain(
        &self,
        session: &mut SandboxSession,
        bounds: &AnswerLimits,
        stop: WaitEnd,
    ) -> Strain {
        if stop != WaitEnd::Wall {
            return Strain::default();
        }
        let seen = self.seen.as_ref();
        let strain = seen.map(|then| CoreUsage::now(session).strain_since(then, session.seat()));
        let made_many = self.made_many(session);
        Strain { late: lateness(bounds.since), made_many, ..strain.unwrap_or_default() }
    }
}
