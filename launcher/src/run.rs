//! A program that runs, as the server sees it.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use crate::sampler::INTERVAL;
use crate::sys::Reaped;
use crate::wire::Setup;
use crate::{Exit, Limit, Status};

/// A program that runs.
pub(crate) struct Run {
    pub(crate) pid: i32,
    /// Readable once the main process ends; none yet, or where there are no such.
    pub(crate) handle: Option<OwnedFd>,
    pub(crate) next_sample: Instant,
    pub(crate) exit: Exit,
    pub(crate) ended: bool,
    /// Whether it was seen with as many processes as it may have.
    pub(crate) crowded: bool,
    /// Whether its processes are stopped.
    pub(crate) rests: bool,
}

impl Run {
    pub(crate) fn new(pid: i32) -> Self {
        let exit = Exit {
            status: Status::Signal(libc::SIGKILL),
            cpu: Duration::ZERO,
            peak_memory: 0,
            hit: None,
        };
        Self {
            pid,
            handle: None,
            next_sample: Instant::now() + INTERVAL,
            exit,
            ended: false,
            crowded: false,
            rests: false,
        }
    }

    pub(crate) fn note(&mut self, reaped: &Reaped) {
        self.exit.cpu += reaped.cpu;
        self.exit.peak_memory = self.exit.peak_memory.max(reaped.peak);
        if reaped.pid == self.pid && !self.ended {
            self.exit.status = reaped.status;
            self.ended = true;
        }
    }

    /// Reads the status of a wrapper, which tells a signal as 128 and more.
    pub(crate) fn unwrap_status(&mut self) {
        if let Status::Code(code @ 129..=192) = self.exit.status {
            self.exit.status = Status::Signal(code - 128);
        }
    }

    /// The limit that the way it ended tells of.
    pub(crate) fn told_by_status(&self, setup: &Setup) -> Option<Limit> {
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
