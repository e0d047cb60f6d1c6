//! Writes to a program and reads from it, until it has answered, ended, or used up a limit.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use stoker_sandbox::{Exit, Running};

use super::log::Log;
use super::session::Session;
use super::tape::Tape;
use super::watch::{Bounds, Pause, Stop, Watch};
use super::written::Written;
use crate::contract::Trouble;

/// So much is read at once, or a little more. To give back larger buffers costs more than reading
/// again: the allocator tidies up each time.
const CHUNK: usize = 16 * 1024;
/// A buffer with less room than this grows.
const LEAST_ROOM: usize = 4 * 1024;
/// The capacity of a pipe in bytes, unless the program has changed it.
const PIPE: usize = 64 * 1024;
/// So often is read what a program left behind: more than any pipe holds.
const MOST_LEFT: usize = 256;

/// A program that runs, with what is written to it and read from it.
pub(crate) struct Process {
    running: Running,
    /// What is to be written; the first `written` bytes of it were.
    pub(crate) input: Vec<u8>,
    written: usize,
    stdin: Stdin,
    /// What was read and nobody has used up.
    pub(crate) output: Vec<u8>,
    /// The amount read since the last reset.
    said: Written,
    /// The same of standard error.
    complained: Written,
    stdout_open: bool,
    /// Whether somebody wants to know what it says, and that it says no more.
    heeded: Heeded,
    stderr_open: bool,
    /// How it ended.
    pub(crate) exit: Option<Exit>,
    /// What was written and read since somebody last began to count.
    pub(crate) tape: Tape,
    /// What its clock said when it last counted from the beginning, and when that was.
    clock: (Duration, Instant),
    helpers: Helpers,
    /// The time that these were seen to use in the last turn, if it was long.
    helped: Duration,
}

/// What the processes that a program has started had used when they were last looked at. To look
/// costs more than a short turn, after which it is only noted what they may have used in it.
#[derive(Debug, Clone, Copy, Default)]
struct Helpers {
    seen: Duration,
    since: Duration,
}

/// After turns that are longer it does not matter what it costs to look at all processes.
const SHORT: Duration = Duration::from_millis(20);
/// The same, where a control group counts all processes.
const VERY_SHORT: Duration = Duration::from_millis(1);

/// What becomes of a program's standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stdin {
    /// More may be written.
    Open,
    /// It is closed once all is written.
    Last,
    /// It was closed, by us or by the program.
    Closed,
}

/// Whether somebody wants to know what a program says, and that it says no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heeded {
    /// Its output is kept and counted.
    Yes,
    /// Its output is read and dropped.
    NoMore,
}

/// The result of looking at the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// It has what was waited for.
    Found,
    /// Some of it is left to look at, after the clocks were read.
    Unfinished,
    /// All of it was looked at, and what was waited for is not there.
    InVain,
}

/// What is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Stdin,
    Stdout,
    Stderr,
    Control,
}

impl Process {
    pub(crate) fn new(running: Running) -> Self {
        Self {
            running,
            input: vec![],
            written: 0,
            stdin: Stdin::Open,
            output: vec![],
            said: Written::default(),
            complained: Written::default(),
            stdout_open: true,
            heeded: Heeded::Yes,
            stderr_open: true,
            exit: None,
            tape: Tape::default(),
            clock: (Duration::ZERO, Instant::now()),
            helpers: Helpers::default(),
            helped: Duration::ZERO,
        }
    }

    /// A program that was started with all that it is to read; `exit` is how it ended, if it did.
    pub(crate) fn given(running: Running, input: Vec<u8>, exit: Option<Exit>) -> Self {
        let stdin = if running.stdin.is_some() { Stdin::Last } else { Stdin::Closed };
        let written = running.fed;
        let mut process = Self { input, written, stdin, exit, ..Self::new(running) };
        process.tape.sent.push(&process.input[..written]);
        process
    }

    /// Nothing more is written than what is to be written now.
    pub(crate) fn last_input(&mut self) {
        if self.stdin == Stdin::Open {
            self.stdin = Stdin::Last;
        }
    }

    /// Output counts for nothing any more, nor does its end.
    pub(crate) fn drop_output(&mut self) {
        self.heeded = Heeded::NoMore;
        (self.said, self.complained) = Default::default();
    }

    /// Output is counted from the beginning.
    pub(crate) fn count_output(&mut self) {
        (self.said, self.complained) = (Written::of(&self.output), Written::default());
        self.tape = Tape::default();
    }

    /// Processor time is counted from the beginning. Gives what was used until now.
    pub(crate) fn count_cpu(&mut self) -> Duration {
        let used = self.cpu();
        self.clock = (self.clock.0 + used, Instant::now());
        used + self.helped
    }

    /// The part of this processor time of all its processes that was used since the last reset.
    pub(crate) fn since_counted(&self, cpu: Duration) -> Duration {
        let Helpers { seen, since } = self.helpers;
        cpu.saturating_sub(self.clock.0 + seen + since)
    }

    /// Processor time of the main process since it was last counted from the beginning.
    fn cpu(&self) -> Duration {
        self.running.cpu_time().saturating_sub(self.clock.0)
    }

    /// Processor time of all of its processes since it was last counted from the beginning.
    fn cpu_of_all(&self, session: &Session) -> Duration {
        let Helpers { seen, since } = self.helpers;
        self.cpu() + self.cpu_of_helpers(session).saturating_sub(seen + since)
    }

    fn cpu_of_helpers(&self, session: &Session) -> Duration {
        session.cpu_time().saturating_sub(self.running.cpu_time())
    }

    /// A turn is over: what its helpers have used until now is not the next one's.
    fn settle(&mut self, session: &Session, bounds: &Bounds) {
        let turn = bounds.since.elapsed();
        self.helped = Duration::ZERO;
        let short = if session.counts_all() { VERY_SHORT } else { SHORT };
        let Helpers { seen, since } = self.helpers;
        // What short turns leave unseen does not pile up either.
        if turn > short || since + turn * bounds.processors > short * bounds.processors {
            let now = self.cpu_of_helpers(session);
            self.helped = now.saturating_sub(seen + since);
            self.helpers = Helpers { seen: now, since: Duration::ZERO };
        } else {
            self.helpers.since += turn * bounds.processors;
        }
    }

    /// Writes and reads until `done` says that the output has what was waited for, or something
    /// else stops it. `done` sees the output whenever there is more of it, and a piece at a time:
    /// the clocks go on while it looks, so that its work is on the program's time.
    pub(crate) fn wait(
        &mut self,
        session: &mut Session,
        log: &mut Log,
        bounds: &Bounds,
        mut done: impl FnMut(&mut Vec<u8>) -> Look,
    ) -> Result<Pause, Trouble> {
        let mut watch = Watch::new(bounds, self.clock.1, session);
        self.write();
        if self.exit.is_some() {
            self.drain(log, bounds.output);
        }
        // What an earlier turn left over may be what is waited for.
        let mut unseen = !self.output.is_empty();
        let stop = loop {
            if unseen {
                match done(&mut self.output) {
                    Look::Found => break Stop::Done,
                    Look::Unfinished => unseen = true,
                    Look::InVain => unseen = false,
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
        if stop == Stop::Done && !self.complained.is_empty() {
            self.hear_rest(log, bounds.output);
        }
        if self.exit.is_none() {
            self.settle(session, bounds);
        }
        Ok(Pause { stop, bounds: *bounds, strain: watch.strain(session, bounds, stop) })
    }

    /// The reason to stop waiting that lies in its own actions, if there is one.
    fn finished(&self, watch: &mut Watch) -> Option<Stop> {
        if self.heeded == Heeded::Yes {
            if let Some(excess) = self.said.over {
                return Some(Stop::Output(excess));
            }
            if let Some(excess) = self.complained.over {
                return Some(Stop::Complaints(excess));
            }
            if !self.stdout_open {
                watch.closed();
            }
        }
        self.exit.is_some().then_some(Stop::Exited)
    }

    /// Writes and reads what is possible without waiting. Returns true if there is more output.
    fn exchange(
        &mut self,
        ready: &[End],
        session: &mut Session,
        log: &mut Log,
        bounds: &Bounds,
    ) -> Result<bool, Trouble> {
        if ready.contains(&End::Stdin) {
            self.write();
        }
        if ready.contains(&End::Stderr) {
            self.hear(log, bounds.output);
        }
        let mut fresh = ready.contains(&End::Stdout) && self.read(bounds.output);
        if (ready.contains(&End::Control) || session.has_exit())
            && let Some(exit) = session.exit()?
        {
            self.exit = Some(exit);
            fresh |= self.drain(log, bounds.output);
        }
        Ok(fresh)
    }

    /// Ends it, if it has not ended by itself, and reads what it left in its pipes.
    pub(crate) fn end(
        &mut self,
        session: &mut Session,
        log: &mut Log,
        bounds: &Bounds,
    ) -> Result<(), Trouble> {
        if self.exit.is_none() {
            self.exit = Some(session.kill()?);
        }
        self.drain(log, bounds.output);
        Ok(())
    }

    /// Reads what a program that has ended left in its pipes; whether there was any output.
    fn drain(&mut self, log: &mut Log, most: usize) -> bool {
        let mut rest = 0..MOST_LEFT;
        while self.stderr_open && rest.next().is_some() && self.hear(log, most) {}
        let mut fresh = false;
        while self.stdout_open && self.said.over.is_none() && self.read(most) {
            fresh = true;
        }
        fresh
    }

    /// What is ready to be read or written within this time.
    fn ready(&self, session: &Session, nap: Duration) -> Result<ArrayVec<End, 4>, Trouble> {
        let lost = || Trouble::Void("the sandbox is gone".to_owned());
        let control = session.control().ok_or_else(lost)?;
        let mut ends: ArrayVec<(End, BorrowedFd<'_>, PollFlags), 4> = ArrayVec::new();
        ends.push((End::Control, control.as_fd(), PollFlags::IN));
        if self.stdout_open {
            ends.push((End::Stdout, self.running.stdout.as_fd(), PollFlags::IN));
        }
        if self.stderr_open {
            ends.push((End::Stderr, self.running.stderr.as_fd(), PollFlags::IN));
        }
        if let Some(stdin) = self.running.stdin.as_ref().filter(|_| self.has_more_to_write()) {
            ends.push((End::Stdin, stdin.as_fd(), PollFlags::OUT));
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
        let ready = |(&(end, ..), fd): (&(End, _, _), &PollFd<'_>)| {
            (!fd.revents().is_empty()).then_some(end)
        };
        Ok(ends.iter().zip(&fds).filter_map(ready).collect())
    }

    fn has_more_to_write(&self) -> bool {
        self.stdin != Stdin::Closed && self.written < self.input.len()
    }

    /// Reads what it wrote before it is asked: no more than a pipe holds, and than it may write in a
    /// turn.
    pub(crate) fn look_ahead(&mut self, most: usize) {
        let mut rest = 0..PIPE.div_ceil(CHUNK);
        while self.stdout_open && rest.next().is_some() && self.read(most) {}
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self) {
        while let Some(stdin) = self.running.stdin.as_ref().filter(|_| self.has_more_to_write()) {
            match rustix::io::write(stdin, &self.input[self.written..]) {
                Ok(count) => {
                    self.tape.sent.push(&self.input[self.written..self.written + count]);
                    self.written += count;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // It reads no more, which it need not.
                Err(_) => {
                    self.tape.sent.push(&self.input[self.written..]);
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
            Some(_) if self.heeded == Heeded::NoMore => self.output.clear(),
            Some(count) => {
                let start = self.output.len() - count;
                let within = self.said.add(&self.output[start..], most);
                self.tape.received.push(&self.output[start..]);
                self.output.truncate(start + within);
                return true;
            }
            None => {}
        }
        false
    }

    /// Reads what it wrote to standard error before it answered: no more than a pipe holds.
    fn hear_rest(&mut self, log: &mut Log, most: usize) {
        let mut rest = 0..PIPE.div_ceil(CHUNK);
        while self.stderr_open && rest.next().is_some() && self.hear(log, most) {}
    }

    /// Reads standard error once; whether there was more.
    fn hear(&mut self, log: &mut Log, most: usize) -> bool {
        let mut words = vec![];
        match read(&self.running.stderr, &mut words) {
            Some(0) => self.stderr_open = false,
            Some(_) => {
                self.complained.add(&words, most);
                log.hear(&words);
                return true;
            }
            None => {}
        }
        false
    }
}

/// Appends what can be read at once; `None` if there is nothing yet, 0 at the end.
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
