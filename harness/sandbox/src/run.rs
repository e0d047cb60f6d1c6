//! The server's view of a running program.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use crate::mappings::MappingsWalk;
use crate::sampler::{ExactWalk, INTERVAL};
use crate::setup::LauncherSetup;
use crate::sys::Reaped;
use crate::{Exit, Limit, Status};

/// A running program.
pub(crate) struct RunningProgram {
    pub(crate) pid: i32,
    /// Readable once the main process ends. `None` at first, and on systems without such handles.
    pub(crate) handle: Option<OwnedFd>,
    pub(crate) next_sample: Instant,
    started: Instant,
    pub(crate) exit: Exit,
    pub(crate) ended: bool,
    /// The program was seen with the most processes that it may have, or must have had that many
    /// between two looks.
    pub(crate) crowded: bool,
    /// The newest process at the last regular look.
    last_made: i32,
    /// The program's processes are stopped.
    pub(crate) rests: bool,
    /// The walk through the mappings of its processes.
    pub(crate) mappings: MappingsWalk,
    /// The exact sum of their memory.
    pub(crate) exact: ExactWalk,
    pace: Pace,
}

/// Keeps the looks at a program from taking more than 1% of the time, beyond a constant.
#[derive(Debug)]
struct Pace {
    /// Processor time of the looks so far that is more than 1% of the time since.
    ahead: Duration,
    last: Instant,
}

impl Pace {
    /// The processor time that looks may take at once.
    const AT_ONCE: Duration = Duration::from_millis(3);

    /// Records a look that has just ended. Returns the delay after which another one of the same
    /// cost may follow.
    fn after(&mut self, cost: Duration, now: Instant) -> Duration {
        let paid = now.saturating_duration_since(self.last) / 100;
        self.ahead = self.ahead.saturating_sub(paid) + cost;
        self.last = now;
        100 * (self.ahead + cost).saturating_sub(Self::AT_ONCE)
    }
}

impl RunningProgram {
    /// A program that starts now, with the delay of the first look at it.
    pub(crate) fn new(pid: i32, first_look: Duration) -> Self {
        let exit = Exit {
            status: Status::Signal(libc::SIGKILL),
            cpu: Duration::ZERO,
            peak_memory: 0,
            hit: None,
        };
        let started = Instant::now();
        Self {
            pid,
            handle: None,
            next_sample: started + first_look,
            started,
            exit,
            ended: false,
            crowded: false,
            last_made: pid,
            rests: false,
            mappings: MappingsWalk::default(),
            exact: ExactWalk::default(),
            pace: Pace { ahead: Duration::ZERO, last: started },
        }
    }

    /// True if it has run for less than the usual time between two looks. Until then only its
    /// processes are counted. Orphans count until somebody waits for them, which shows if the limit
    /// was reached.
    pub(crate) fn is_new(&self) -> bool {
        self.started.elapsed() < INTERVAL
    }

    /// Records the number of processes, and the newest one if they have a namespace of their own.
    ///
    /// The peak can lie between two looks. A program may have half of the allowed processes, and
    /// the new ones since the last look, with the first one, may reach the limit. Then some were
    /// refused.
    pub(crate) fn see_crowd(&mut self, crowd: u64, last_made: Option<i32>, most: u64) {
        let last_made = last_made.unwrap_or(self.last_made);
        let made = u64::try_from(last_made.saturating_sub(self.last_made)).unwrap_or_default();
        self.crowded |= crowd >= most || crowd >= most.div_ceil(2) && made + 1 >= most;
        if !self.is_new() {
            self.last_made = last_made;
        }
    }

    /// Postpones the next look by the time that it has run so far, or by the usual interval if that
    /// is shorter; and by more if this look took `cost` of processor time, so that looks at many
    /// processes remain cheap.
    pub(crate) fn look_again(&mut self, cost: Duration) {
        let now = Instant::now();
        let usual = INTERVAL.min(self.started.elapsed());
        self.next_sample = now + usual.max(self.pace.after(cost, now));
    }

    pub(crate) fn note(&mut self, reaped: &Reaped) {
        self.exit.cpu += reaped.cpu;
        self.exit.peak_memory = self.exit.peak_memory.max(reaped.peak);
        if reaped.pid == self.pid && !self.ended {
            self.exit.status = reaped.status;
            self.ended = true;
        }
    }

    /// Translates the status of a wrapper, which reports a signal as 128 plus its number.
    pub(crate) fn unwrap_status(&mut self) {
        if let Status::Code(code @ 129..=192) = self.exit.status {
            self.exit.status = Status::Signal(code - 128);
        }
    }

    /// The limit that its end points to.
    pub(crate) fn told_by_status(&self, setup: &LauncherSetup) -> Option<Limit> {
        let limits = &setup.limits;
        let near = limits.memory - limits.memory / 10;
        let hit = match self.exit.status {
            Status::Signal(libc::SIGXFSZ) => Limit::FileSize,
            Status::Signal(libc::SIGXCPU) => Limit::Cpu,
            Status::Signal(libc::SIGKILL) if self.exit.cpu > limits.cpu => Limit::Cpu,
            Status::Code(0) => return None,
            Status::Code(_) | Status::Signal(_) if self.exit.peak_memory >= near => Limit::Memory,
            Status::Code(_) | Status::Signal(_) if self.crowded => Limit::Processes,
            Status::Code(_) | Status::Signal(_) => return None,
        };
        setup.on(hit).then_some(hit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_take_a_hundredth_of_the_time_beyond_what_they_may_take_at_once() {
        let began = Instant::now();
        let ms = Duration::from_millis;
        let mut pace = Pace { ahead: Duration::ZERO, last: began };
        assert_eq!(pace.after(ms(1), began), ms(0));
        assert_eq!(pace.after(ms(1), began), ms(0));
        assert_eq!(pace.after(ms(1), began), ms(100));
        let (mut now, mut used) = (began + ms(100), ms(3));
        for _ in 0..50 {
            used += ms(2);
            now += pace.after(ms(2), now).max(INTERVAL);
        }
        let most = Pace::AT_ONCE + (now - began) / 100;
        assert!(used <= most && used > most - ms(3), "{used:?} of {:?}", now - began);
        assert_eq!(pace.after(ms(1), now + ms(10_000)), ms(0), "time that passed is not saved up");
        assert_eq!(pace.after(ms(3), now + ms(10_000)), ms(400));
    }

    #[test]
    fn a_program_that_multiplied_between_two_looks_was_crowded() {
        let seen = |looks: &[(u64, i32)]| {
            let mut run = RunningProgram::new(2, INTERVAL);
            looks.iter().for_each(|&(crowd, last)| run.see_crowd(crowd, Some(last), 16));
            run.crowded
        };
        assert!(seen(&[(16, 17)]) && seen(&[(3, 4), (13, 18)]));
        assert!(!seen(&[(13, 14)]), "it has many, and made no more");
        assert!(!seen(&[(2, 40)]), "it made many, one after the other");
    }
}
