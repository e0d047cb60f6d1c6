//! Writing to a program and reading from it, until it has answered, ended, or used up a limit.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use stoker_sandbox::{Exit, Running};

use super::exchange_log::ExchangeLog;
use super::log::ProgramLog;
use super::session::SandboxSession;
use super::watch::{AnswerLimits, Pause, WaitEnd, Watch};
use super::written::Written;
use crate::contract::Trouble;

/// The number of bytes read at once, sometimes a little more. Freeing larger buffers costs more
/// than reading again, because the allocator tidies up each time.
const CHUNK: usize = 16 * 1024;
/// A buffer with less room than this grows.
const LEAST_ROOM: usize = 4 * 1024;
/// The capacity of a pipe in bytes, unless the program has changed it.
const PIPE: usize = 64 * 1024;
/// The most reads of what a program left behind; that is more than any pipe holds.
const MOST_LEFT: usize = 256;

/// A running program, with its input and output.
pub(crate) struct ProgramProcess {
    running: Running,
    /// The input. The first `written` bytes of it have been written.
    pub(crate) input: Vec<u8>,
    written: usize,
    stdin: Stdin,
    /// Output that was read and not yet consumed.
    pub(crate) output: Vec<u8>,
    /// The amount of output since the last reset.
    stdout_written: Written,
    /// The amount of standard error since the last reset.
    stderr_written: Written,
    stdout_open: bool,
    /// The treatment of its output.
    output_handling: OutputHandling,
    stderr_open: bool,
    /// Its exit, once it has ended.
    pub(crate) exit: Option<Exit>,
    /// The bytes written and read since the last reset.
    pub(crate) exchange_log: ExchangeLog,
    /// Its CPU time at the last reset of the count, and the time of that reset.
    clock: (Duration, Instant),
    helpers: Helpers,
    /// CPU time of the helpers in the last turn, as far as it was measured.
    helped: Duration,
}

/// CPU time of the processes that a program started: as last measured, and the most that they may
/// have used in short turns since. Measuring costs more than a short turn, so after one only the
/// estimate grows.
#[derive(Debug, Clone, Copy, Default)]
struct Helpers {
    seen: Duration,
    since: Duration,
}

/// The turn length above which measuring all processes is cheap in comparison.
const SHORT: Duration = Duration::from_millis(20);
/// The same, if a control group counts all processes.
const VERY_SHORT: Duration = Duration::from_millis(1);

/// The state of a program's standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stdin {
    /// More may be written.
    Open,
    /// It is closed once everything is written.
    Last,
    /// It was closed, by us or by the program.
    Closed,
}

/// The treatment of a program's output, and of the end of its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OutputHandling {
    /// Its output is kept and counted.
    Yes,
    /// Its output is read and discarded.
    NoMore,
}

/// The result of examining the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputScan {
    /// It contains what was waited for.
    Found,
    /// Some of it remains to be examined, after the clocks are read.
    Unfinished,
    /// All of it was examined, and it does not contain what was waited for.
    InVain,
}

/// A descriptor that is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadyStream {
    Stdin,
    Stdout,
    Stderr,
    Control,
}

impl ProgramProcess {
    pub(crate) fn new(running: Running) -> Self {
        Self {
            running,
            input: vec![],
            written: 0,
            stdin: Stdin::Open,
            output: vec![],
            stdout_written: Written::default(),
            stderr_written: Written::default(),
            stdout_open: true,
            output_handling: OutputHandling::Yes,
            stderr_open: true,
            exit: None,
            exchange_log: ExchangeLog::default(),
            clock: (Duration::ZERO, Instant::now()),
            helpers: Helpers::default(),
            helped: Duration::ZERO,
        }
    }

    /// A program that was given its whole input at the start. `exit` is its exit, if it has ended.
    pub(crate) fn given(running: Running, input: Vec<u8>, exit: Option<Exit>) -> Self {
        let stdin = if running.stdin.is_some() { Stdin::Last } else { Stdin::Closed };
        let written = running.fed;
        let mut process = Self { input, written, stdin, exit, ..Self::new(running) };
        process.exchange_log.sent.push(&process.input[..written]);
        process
    }

    /// Closes standard input after the pending input is written.
    pub(crate) fn last_input(&mut self) {
        if self.stdin == Stdin::Open {
            self.stdin = Stdin::Last;
        }
    }

    /// Discards output from now on; its end no longer matters either.
    pub(crate) fn drop_output(&mut self) {
        self.output_handling = OutputHandling::NoMore;
        (self.stdout_written, self.stderr_written) = Default::default();
    }

    /// Resets the count of output.
    pub(crate) fn count_output(&mut self) {
        (self.stdout_written, self.stderr_written) =
            (Written::of(&self.output), Written::default());
        self.exchange_log = ExchangeLog::default();
    }

    /// Resets the count of CPU time. Returns the time used until now.
    pub(crate) fn count_cpu(&mut self) -> Duration {
        let used = self.cpu();
        self.clock = (self.clock.0 + used, Instant::now());
        used + self.helped
    }

    /// The part of this CPU time of all its processes that was used since the last reset.
    pub(crate) fn since_counted(&self, cpu: Duration) -> Duration {
        let Helpers { seen, since } = self.helpers;
        cpu.saturating_sub(self.clock.0 + seen + since)
    }

    /// CPU time of the main process since the last reset.
    fn cpu(&self) -> Duration {
        self.running.cpu_time().saturating_sub(self.clock.0)
    }

    /// CPU time of all its processes since the last reset.
    fn cpu_of_all(&self, session: &SandboxSession) -> Duration {
        let Helpers { seen, since } = self.helpers;
        self.cpu() + self.cpu_of_helpers(session).saturating_sub(seen + since)
    }

    fn cpu_of_helpers(&self, session: &SandboxSession) -> Duration {
        session.cpu_time().saturating_sub(self.running.cpu_time())
    }

    /// Ends a turn: the CPU time that its helpers have used until now does not count for the next
    /// one.
    fn settle(&mut self, session: &SandboxSession, bounds: &AnswerLimits) {
        let turn = bounds.since.elapsed();
        self.helped = Duration::ZERO;
        let short = if session.counts_all() { VERY_SHORT } else { SHORT };
        let Helpers { seen, since } = self.helpers;
        // The time that short turns leave unmeasured must not pile up either.
        if turn > short || since + turn * bounds.processors > short * bounds.processors {
            let now = self.cpu_of_helpers(session);
            self.helped = now.saturating_sub(seen + since);
            self.helpers = Helpers { seen: now, since: Duration::ZERO };
        } else {
            self.helpers.since += turn * bounds.processors;
        }
    }

    /// Writes and reads until `done` finds in the output what was waited for, or something else
    /// ends the wait. `done` gets the output whenever there is more of it, one piece at a time. The
    /// clocks run meanwhile, so its work counts as the program's time.
    pub(crate) fn wait(
        &mut self,
        session: &mut SandboxSession,
        log: &mut ProgramLog,
        bounds: &AnswerLimits,
        mut done: impl FnMut(&mut Vec<u8>) -> OutputScan,
    ) -> Result<Pause, Trouble> {
        let mut watch = Watch::new(bounds, self.clock.1, session);
        self.write();
        if self.exit.is_some() {
            self.drain(log, bounds.output);
        }
        // Output left over from an earlier turn may contain what is waited for.
        let mut unseen = !self.output.is_empty();
        let stop = loop {
            if unseen {
                match done(&mut self.output) {
                    OutputScan::Found => break WaitEnd::Done,
                    OutputScan::Unfinished => unseen = true,
                    OutputScan::InVain => unseen = false,
                }
            }
            if !unseen && let Some(stop) = self.finished(&mut watch) {
                break stop;
            }
            if let Some(stop) = watch.look(|session| self.cpu_of_all(session), session, bounds) {
                break stop;
            }
            if !unseen {
                watch.pace();
                let nap = if session.has_exit() { Duration::ZERO } else { watch.nap() };
                let ready = self.ready(session, nap)?;
                unseen = self.exchange(&ready, session, log, bounds)?;
            }
        };
        if stop == WaitEnd::Done && !self.stderr_written.is_empty() {
            self.hear_rest(log, bounds.output);
        }
        if self.exit.is_none() {
            self.settle(session, bounds);
        }
        Ok(Pause { stop, bounds: *bounds, strain: watch.strain(session, bounds, stop) })
    }

    /// The reason for ending the wait that lies in the program's own actions, if there is one.
    fn finished(&self, watch: &mut Watch) -> Option<WaitEnd> {
        if self.output_handling == OutputHandling::Yes {
            if let Some(excess) = self.stdout_written.over {
                return Some(WaitEnd::Output(excess));
            }
            if let Some(excess) = self.stderr_written.over {
                return Some(WaitEnd::Complaints(excess));
            }
            if !self.stdout_open {
                watch.closed();
            }
        }
        self.exit.is_some().then_some(WaitEnd::Exited)
    }

    /// Writes and reads what is possible without waiting. Returns true if there is more output.
    fn exchange(
        &mut self,
        ready: &[ReadyStream],
        session: &mut SandboxSession,
        log: &mut ProgramLog,
        bounds: &AnswerLimits,
    ) -> Result<bool, Trouble> {
        if ready.contains(&ReadyStream::Stdin) {
            self.write();
        }
        if ready.contains(&ReadyStream::Stderr) {
            self.hear(log, bounds.output);
        }
        let mut fresh = ready.contains(&ReadyStream::Stdout) && self.read(bounds.output);
        if (ready.contains(&ReadyStream::Control) || session.has_exit())
            && let Some(exit) = session.exit()?
        {
            self.exit = Some(exit);
            fresh |= self.drain(log, bounds.output);
        }
        Ok(fresh)
    }

    /// Ends the program, unless it has ended by itself, and reads what it left in its pipes.
    pub(crate) fn end(
        &mut self,
        session: &mut SandboxSession,
        log: &mut ProgramLog,
        bounds: &AnswerLimits,
    ) -> Result<(), Trouble> {
        if self.exit.is_none() {
            self.exit = Some(session.kill()?);
        }
        self.drain(log, bounds.output);
        Ok(())
    }

    /// Reads what an ended program left in its pipes. Returns true if there was any output.
    fn drain(&mut self, log: &mut ProgramLog, most: usize) -> bool {
        let mut rest = 0..MOST_LEFT;
        while self.stderr_open && rest.next().is_some() && self.hear(log, most) {}
        let mut fresh = false;
        while self.stdout_open && self.stdout_written.over.is_none() && self.read(most) {
            fresh = true;
        }
        fresh
    }

    /// The descriptors that become ready within this time.
    fn ready(
        &self,
        session: &SandboxSession,
        nap: Duration,
    ) -> Result<ArrayVec<ReadyStream, 4>, Trouble> {
        let lost = || Trouble::Void("the sandbox is gone".to_owned());
        let control = session.control().ok_or_else(lost)?;
        let mut ends: ArrayVec<(ReadyStream, BorrowedFd<'_>, PollFlags), 4> = ArrayVec::new();
        ends.push((ReadyStream::Control, control.as_fd(), PollFlags::IN));
        if self.stdout_open {
            ends.push((ReadyStream::Stdout, self.running.stdout.as_fd(), PollFlags::IN));
        }
        if self.stderr_open {
            ends.push((ReadyStream::Stderr, self.running.stderr.as_fd(), PollFlags::IN));
        }
        if let Some(stdin) = self.running.stdin.as_ref().filter(|_| self.has_more_to_write()) {
            ends.push((ReadyStream::Stdin, stdin.as_fd(), PollFlags::OUT));
        }
        let mut fds: ArrayVec<PollFd<'_>, 4> =
            ends.iter().map(|(_, fd, flags)| PollFd::from_borrowed_fd(*fd, *flags)).collect();
        let nap = Timespec {
            tv_sec: i64::try_from(nap.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: nap.subsec_nanos().into(),
        };
        match poll(&mut fds, Some(&nap)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Trouble::Void(format!("cannot wait for a program: {error}"))),
        }
        let ready = |(&(end, ..), fd): (&(ReadyStream, _, _), &PollFd<'_>)| {
            (!fd.revents().is_empty()).then_some(end)
        };
        Ok(ends.iter().zip(&fds).filter_map(ready).collect())
    }

    fn has_more_to_write(&self) -> bool {
        self.stdin != Stdin::Closed && self.written < self.input.len()
    }

    /// Reads the output that it wrote before it is asked: at most what a pipe holds, and what it
    /// may write in a turn.
    pub(crate) fn look_ahead(&mut self, most: usize) {
        let mut rest = 0..PIPE.div_ceil(CHUNK);
        while self.stdout_open && rest.next().is_some() && self.read(most) {}
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self) {
        while let Some(stdin) = self.running.stdin.as_ref().filter(|_| self.has_more_to_write()) {
            match rustix::io::write(stdin, &self.input[self.written..]) {
                Ok(count) => {
                    self.exchange_log.sent.push(&self.input[self.written..self.written + count]);
                    self.written += count;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // It has closed its input, which is allowed.
                Err(_) => {
                    self.exchange_log.sent.push(&self.input[self.written..]);
                    self.close_stdin();
                }
            }
        }
        self.input.clear();
        self.written = 0;
        if self.stdin == Stdin::Last {
            self.close_stdin();
        }
    }

    fn close_stdin(&mut self) {
        self.stdin = Stdin::Closed;
        self.running.stdin = None;
    }

    /// Reads standard output once, and keeps what is within bounds. Returns true if there was more.
    fn read(&mut self, most: usize) -> bool {
        match read(&self.running.stdout, &mut self.output) {
            Some(0) => self.stdout_open = false,
            Some(_) if self.output_handling == OutputHandling::NoMore => self.output.clear(),
            Some(count) => {
                let start = self.output.len() - count;
                let within = self.stdout_written.add(&self.output[start..], most);
                self.exchange_log.received.push(&self.output[start..]);
                self.output.truncate(start + within);
                return true;
            }
            None => {}
        }
        false
    }

    /// Reads what it wrote to standard error before it answered, at most what a pipe holds.
    fn hear_rest(&mut self, log: &mut ProgramLog, most: usize) {
        let mut rest = 0..PIPE.div_ceil(CHUNK);
        while self.stderr_open && rest.next().is_some() && self.hear(log, most) {}
    }

    /// Reads standard error once. Returns true if there was more.
    fn hear(&mut self, log: &mut ProgramLog, most: usize) -> bool {
        let mut words = vec![];
        match read(&self.running.stderr, &mut words) {
            Some(0) => self.stderr_open = false,
            Some(_) => {
                self.stderr_written.add(&words, most);
                log.hear(&words);
                return true;
            }
            None => {}
        }
        false
    }
}

/// Appends the bytes available now. Returns their number: `None` if there are none yet, 0 at the
/// end.
fn read(from: &OwnedFd, into: &mut Vec<u8>) -> Option<usize> {
    if into.capacity() - into.len() < LEAST_ROOM {
        into.reserve(CHUNK);
    }
    match retry_on_intr(|| rustix::io::read(from, spare_capacity(into))) {
        Ok(count) => Some(count),
        Err(Errno::AGAIN) => None,
        Err(_) => Some(0),
    }
}
