//! When a program's time is up, and what the machine did meanwhile.

use std::sync::LazyLock;
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use super::heartbeat::Strain;
use super::scene::{Scene, lateness};
use super::session::Session;
use super::written::Excess;
use crate::Limits;

/// A program that has closed its output usually ends in a moment: its status tells more.
const GRACE: Duration = Duration::from_millis(250);
/// Turns shorter than this do not stop the other programs: it would cost more time than these could
/// use.
const QUICK: Duration = Duration::from_micros(300);
/// The longest time between two looks at processor time that can be lost when a process ends.
const SEEN: Duration = Duration::from_millis(50);
/// Processes that start within this time of a turn are not counted; they are seen while they live.
const UNCOUNTED: Duration = Duration::from_millis(20);
/// The most processes and threads that may start in a turn after that. Each can have used some time
/// that is not seen.
const FEW: u32 = 8;
/// Processor time is not looked at more often.
const LEAST_NAP: Duration = Duration::from_millis(1);

/// A program that wakes the harness more often than this in a turn is read once every [`PACE`]:
/// waking up costs more than reading what it has written.
const OFTEN: u32 = 100;
const PACE: Duration = Duration::from_millis(2);

/// Why nobody waits for a program any longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
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
pub(crate) struct Bounds {
    /// Since when time on the wall counts.
    pub(crate) since: Instant,
    /// Time on the wall.
    pub(crate) wall: Duration,
    /// Processor time; as much as it likes if there is none.
    pub(crate) cpu: Option<Duration>,
    /// Bytes on standard output, and on standard error.
    pub(crate) output: usize,
    /// The most processors that it can keep busy at once.
    pub(crate) processors: u32,
}

impl Bounds {
    /// Those of a turn that begins now.
    pub(crate) fn of_turn(limits: &Limits) -> Self {
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

/// The next time to read processor time: `then`, or soon after `from` if some can be lost.
fn soon(then: Instant, from: Instant, session: &Session) -> Instant {
    if session.counts_all() { then } else { then.min(from + SEEN) }
}

/// What came of waiting.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pause {
    pub(crate) stop: Stop,
    /// What it was given.
    pub(crate) bounds: Bounds,
    /// What the machine did meanwhile; only known if time on the wall is up.
    pub(crate) strain: Strain,
}

/// When to look at the clocks next.
pub(crate) struct Watch {
    now: Instant,
    /// When time on the wall is up.
    wall: Instant,
    /// When processor time can be up.
    cpu: Option<Instant>,
    /// When to look how busy the machine is, to compare with the end.
    glance: Option<Instant>,
    /// What the glance saw.
    seen: Option<Scene>,
    /// When a program that has closed its output should have ended.
    closing: Option<Instant>,
    /// The number of waits so far.
    waits: u32,
    /// The time of the last wait, once there were [`OFTEN`] of them.
    waited: Option<Instant>,
    /// The time to start counting new processes, where they can use more time than is seen.
    census: Option<Instant>,
    /// The last process that is not counted.
    newest: Option<u32>,
    /// The time to stop the programs that wait for their turn.
    rest: Option<Instant>,
}

impl Watch {
    /// `counted` is when processor time was last counted from the beginning.
    pub(crate) fn new(bounds: &Bounds, counted: Instant, session: &Session) -> Self {
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

    /// Whether something is up; `used` tells the processor time used so far.
    pub(crate) fn look(
        &mut self,
        used: impl Fn(&Session) -> Duration,
        session: &mut Session,
        bounds: &Bounds,
    ) -> Option<Stop> {
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
                return Some(Stop::Cpu);
            }
            self.cpu = Some(soon(bounds.earliest(self.now, left), self.now, session));
        }
        if self.now >= self.wall {
            return Some(Stop::Wall);
        }
        if self.closing.is_some_and(|closing| self.now >= closing) {
            return Some(Stop::Closed);
        }
        if self.glance.is_some_and(|glance| self.now >= glance) {
            self.glance = None;
            self.seen = Some(Scene::now(session));
        }
        None
    }

    /// Tells if so many processes started in this turn that some may have ended with time that was
    /// never seen.
    fn made_many(&self, session: &mut Session) -> bool {
        let newest = self.newest.and_then(|then| Some(session.newest()?.wrapping_sub(then)));
        newest.is_some_and(|made| made > FEW)
    }

    /// How long nothing can be up.
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

    /// The program has closed its output.
    pub(crate) fn closed(&mut self) {
        self.closing.get_or_insert(Instant::now() + GRACE);
    }

    pub(crate) fn strain(&self, session: &mut Session, bounds: &Bounds, stop: Stop) -> Strain {
        if stop != Stop::Wall {
            return Strain::default();
        }
        let seen = self.seen.as_ref();
        let strain = seen.map(|then| Scene::now(session).strain_since(then, session.seat()));
        let made_many = self.made_many(session);
        Strain { late: lateness(bounds.since), made_many, ..strain.unwrap_or_default() }
    }
}
