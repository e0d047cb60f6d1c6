//! Whether it was the machine that stood still, when a program did not answer in time.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the heart beats.
const BEAT: Duration = Duration::from_millis(50);
/// A machine that stood still for less is only busy.
const LEAST: Duration = Duration::from_millis(100);
/// A machine that stood still for so long is never only busy.
const MOST: Duration = Duration::from_millis(500);
/// How many late beats are remembered.
const MEMORY: usize = 1_000;

/// What the machine did to a program that ran out of time on the wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Strain {
    /// How late the latest beat of our own heart was meanwhile.
    pub(super) late: Duration,
    /// For how long the program was watched.
    pub(super) watched: Duration,
    /// For how long of that it waited for a processor.
    pub(super) waited: Duration,
    /// How much processor time it used itself, children included.
    pub(super) used: Duration,
}

impl Strain {
    /// Why the time that ran out is not the program's, if that is so; `wall` and `cpu` are its
    /// limits of time.
    pub(super) fn excuse(&self, wall: Duration, cpu: Duration) -> Option<&'static str> {
        if self.late >= (wall / 4).clamp(LEAST, MOST) {
            return Some("the machine stood still");
        }
        // One that keeps the processors busy itself is not to be excused for that.
        let starved = self.watched >= LEAST && self.waited > self.watched / 2 && self.used < cpu;
        starved.then_some("the machine had no processor to spare")
    }
}

/// The thread that notices when this process does not get to run.
#[derive(Debug)]
pub(super) struct Heartbeat(Mutex<Beats>);

#[derive(Debug)]
struct Beats {
    last: Instant,
    /// When a late beat came, and by how much it was late.
    late: VecDeque<(Instant, Duration)>,
}

static HEARTBEAT: LazyLock<Heartbeat> = LazyLock::new(|| {
    let beat = thread::Builder::new().name("heartbeat".to_owned());
    // Without the thread every long wait would look like a machine that stands still.
    let alive = beat.spawn(|| HEARTBEAT.run()).is_ok();
    let last = Instant::now();
    let far = last + Duration::from_secs(60 * 60 * 24 * 365 * 10);
    let last = if alive { last } else { far };
    Heartbeat(Mutex::new(Beats { last, late: VecDeque::new() }))
});

impl Heartbeat {
    /// That of this process; it begins with the first call.
    pub(super) fn of_this_process() -> &'static Self {
        &HEARTBEAT
    }

    /// How late a beat was at most since then, including one that has not come yet.
    pub(super) fn latest_since(&self, since: Instant) -> Duration {
        let beats = self.beats();
        let past = beats.late.iter().filter(|(came, _)| *came > since).map(|(_, late)| *late);
        past.fold(lateness(beats.last, Instant::now()), Duration::max)
    }

    fn run(&self) {
        loop {
            thread::sleep(BEAT);
            self.beats().beat(Instant::now());
        }
    }

    fn beats(&self) -> MutexGuard<'_, Beats> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Beats {
    fn beat(&mut self, now: Instant) {
        let late = lateness(self.last, now);
        self.last = now;
        if late >= LEAST / 2 {
            self.late.truncate(MEMORY - 1);
            self.late.push_front((now, late));
        }
    }
}

fn lateness(last: Instant, now: Instant) -> Duration {
    now.saturating_duration_since(last).saturating_sub(BEAT)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Duration = Duration::from_secs(6);
    const CPU: Duration = Duration::from_millis(1_500);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_machine_that_stood_still_for_long_is_an_excuse() {
        let late = |ms| Strain { late: Duration::from_millis(ms), ..Strain::default() };
        assert_eq!(late(499).excuse(WALL, CPU), None);
        assert!(late(500).excuse(WALL, CPU).is_some());
        assert!(late(200).excuse(ms(800), CPU).is_some());
        assert_eq!(late(199).excuse(ms(800), CPU), None);
        assert_eq!(late(99).excuse(ms(10), CPU), None);
    }

    #[test]
    fn a_program_that_had_to_wait_for_a_processor_is_excused_unless_it_kept_them_busy() {
        let strain =
            Strain { watched: ms(4_000), waited: ms(2_001), used: ms(900), ..Strain::default() };
        assert!(strain.excuse(WALL, CPU).is_some());
        assert_eq!(Strain { waited: ms(2_000), ..strain }.excuse(WALL, CPU), None);
        assert_eq!(Strain { used: CPU, ..strain }.excuse(WALL, CPU), None);
        assert_eq!(Strain::default().excuse(WALL, CPU), None);
    }

    #[test]
    fn late_beats_are_remembered_and_those_of_earlier_times_do_not_count() {
        let start = Instant::now();
        let mut beats = Beats { last: start, late: VecDeque::new() };
        beats.beat(start + ms(60));
        assert!(beats.late.is_empty());
        beats.beat(start + ms(1_110));
        assert_eq!(beats.late, [(start + ms(1_110), ms(1_000))]);
        beats.last = Instant::now();
        let heartbeat = Heartbeat(Mutex::new(beats));
        assert_eq!(heartbeat.latest_since(start), ms(1_000));
        assert!(heartbeat.latest_since(start + ms(1_110)) < ms(1_000));
    }

    #[test]
    fn the_heart_beats() {
        let heartbeat = Heartbeat::of_this_process();
        let last = || heartbeat.beats().last;
        let before = last();
        for _ in 0..100 {
            thread::sleep(BEAT);
            if last() > before {
                return;
            }
        }
        panic!("no beat in five seconds");
    }
}
