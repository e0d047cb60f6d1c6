//! Detection of a machine that stood still, when a program did not answer in time.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use stoker_engine::Seat;

/// The interval of beats.
const BEAT: Duration = Duration::from_millis(50);
/// The shortest standstill; a shorter delay means only that the machine is busy.
const LEAST: Duration = Duration::from_millis(100);
/// A delay that is always a standstill, whatever the time limit.
const MOST: Duration = Duration::from_millis(500);
/// The number of late beats that are remembered.
const MEMORY: usize = 1_000;

/// The machine's effect on a program that exceeded its wall clock time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Strain {
    /// The longest delay of our own beats meanwhile.
    pub(crate) late: Duration,
    /// The time for which the program was observed.
    pub(crate) watched: Duration,
    /// The longest part of that time for which one of its tasks waited for a processor.
    pub(crate) waited: Duration,
    /// The time for which its tasks had a processor or waited for one, summed over the tasks.
    pub(crate) ready: Duration,
    /// True if its processes may have used more time than was seen.
    pub(crate) made_many: bool,
    /// The CPU time that its sandbox used.
    pub(crate) used: Duration,
    /// The time for which its core was busy with programs from outside the match.
    pub(crate) outside: Duration,
    /// The other program at the table with the most CPU time meanwhile, and that time.
    pub(crate) other: Option<(Seat, Duration)>,
}

impl Strain {
    /// The excuse, if nobody at the table is to blame for a timeout. `wall` is its limit.
    pub(crate) fn excuse(&self, wall: Duration) -> Option<&'static str> {
        if self.late >= (wall / 4).clamp(LEAST, MOST) {
            return Some("the machine stood still");
        }
        let starved = self.is_starved() && self.outside > self.watched / 2;
        starved.then_some("the machine had no processor to spare")
    }

    /// The other program at the table that kept it from running, and that program's CPU time.
    pub(crate) fn starved_by(&self) -> Option<(Seat, Duration)> {
        self.other.filter(|(_, used)| self.is_starved() && *used > self.watched / 2)
    }

    /// True if other programs kept it from running, and not its own tasks.
    fn is_starved(&self) -> bool {
        let waited = self.watched >= LEAST && self.waited > self.watched / 2;
        waited && !self.made_many && self.used <= self.watched / 2 && self.ready <= 2 * self.watched
    }
}

/// The thread that detects when this process does not get to run.
#[derive(Debug)]
pub(crate) struct Heartbeat(Mutex<Beats>);

#[derive(Debug)]
struct Beats {
    last: Instant,
    /// The times of late beats, with their delays.
    late: VecDeque<(Instant, Duration)>,
}

static HEARTBEAT: LazyLock<Heartbeat> = LazyLock::new(|| {
    let beat = thread::Builder::new().name("heartbeat".to_owned());
    // Without the thread, every long wait would look like a standstill.
    let alive = beat.spawn(|| HEARTBEAT.beat()).is_ok();
    let last = Instant::now();
    let far = last + Duration::from_secs(60 * 60 * 24 * 365 * 10);
    let last = if alive { last } else { far };
    Heartbeat(Mutex::new(Beats { last, late: VecDeque::new() }))
});

impl Heartbeat {
    /// The heartbeat of this process, which begins with the first call.
    pub(crate) fn of_this_process() -> &'static Self {
        &HEARTBEAT
    }

    /// The longest delay of a beat since then, including one that is still due.
    pub(crate) fn latest_since(&self, since: Instant) -> Duration {
        let beats = self.beats();
        let past = beats.late.iter().filter(|(came, _)| *came > since).map(|(_, late)| *late);
        past.fold(lateness(beats.last, Instant::now()), Duration::max)
    }

    fn beat(&self) {
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
    /// A program that had to wait for most of four seconds.
    const STARVED: Strain = Strain {
        late: Duration::ZERO,
        watched: ms(4_000),
        waited: ms(2_001),
        ready: ms(4_000),
        made_many: false,
        used: ms(900),
        outside: Duration::ZERO,
        other: None,
    };
    /// A program that kept its core busy itself.
    const BUSY: Strain = Strain { waited: ms(100), used: ms(3_900), ..STARVED };

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_machine_that_stood_still_for_long_is_an_excuse() {
        let late = |ms| Strain { late: Duration::from_millis(ms), ..BUSY };
        assert_eq!(late(499).excuse(WALL), None);
        assert!(late(500).excuse(WALL).is_some());
        assert!(late(200).excuse(ms(800)).is_some());
        assert_eq!(late(199).excuse(ms(800)), None);
        assert_eq!(late(99).excuse(ms(10)), None);
    }

    #[test]
    fn a_program_is_excused_if_others_from_outside_kept_it_from_running() {
        let starved = Strain { outside: ms(2_001), ..STARVED };
        assert!(starved.excuse(WALL).is_some());
        for no in [
            Strain { outside: ms(2_000), ..starved },
            Strain { waited: ms(2_000), ..starved },
            Strain { used: ms(2_001), ..starved },
            Strain { ready: ms(8_001), ..starved },
            Strain { made_many: true, ..starved },
            Strain { watched: ms(99), waited: ms(99), outside: ms(99), ..Strain::default() },
            Strain::default(),
        ] {
            assert_eq!((no.excuse(WALL), no.starved_by()), (None, None), "{no:?}");
        }
    }

    #[test]
    fn a_program_that_starves_another_is_found() {
        let by = |used| Strain { other: Some((Seat(4), ms(used))), ..STARVED };
        assert_eq!(by(2_001).starved_by(), Some((Seat(4), ms(2_001))));
        assert_eq!(by(2_001).excuse(WALL), None);
        assert_eq!(by(2_000).starved_by(), None);
        assert_eq!(Strain { used: ms(2_001), ..by(2_001) }.starved_by(), None);
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
