//! A sandbox in which a submission is built.

use std::ffi::OsString;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use stoker_sandbox::{
    Exit, Limit, MeteredMemory, OpenError, Sandbox, SandboxError, SandboxLimits, SandboxSpec,
    SpawnError, Status,
};

use super::log::BuildLog;
use super::{BuildError, Workbench};

/// The default wall clock time of a whole build.
pub(super) const WALL: Duration = Duration::from_secs(120);
/// The interval of checks for an interruption.
const STEP: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
const MIB: u64 = 1 << 20;
/// The most bytes that a command whose output is read may print.
const MOST_HEARD: usize = 8 << 20;

/// The limits of a build.
fn limits() -> SandboxLimits {
    SandboxLimits {
        memory: 2_048 * MIB,
        memory_by: MeteredMemory::AddressSpace,
        processes: 256,
        file: 512 * MIB,
        disk: 512 * MIB,
        cpu: Duration::from_secs(60),
        // Files in the working folder count as memory too.
        tree_memory: (2_048 + 512) * MIB,
    }
}

/// A sandbox with a copy of a submission, and a log of the output.
#[derive(Debug)]
pub(super) struct Workshop<'c> {
    sandbox: Sandbox,
    log: BuildLog,
    wall: Duration,
    end: Instant,
    stop: &'c AtomicBool,
    out_of_time: bool,
}

/// The result of a command of a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommandEnd {
    /// Success.
    Well,
    /// Failure, with the output.
    Badly(String),
    /// It was ended, for this reason; that may be different next time.
    Cut(String),
    /// It exceeded the time for this command alone, as the text says.
    Late(String),
    /// The program does not exist, or cannot be executed.
    NoProgram(String),
}

/// The output of a command, and its result.
#[derive(Debug)]
pub(super) struct CommandOutput {
    pub(super) ended: CommandEnd,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// The reason why a build has no result to remember.
#[derive(Debug)]
pub(super) enum Undone {
    /// A reason that may not apply next time.
    Reason(String),
    /// This machine cannot build.
    Machine(BuildError),
}

impl<E> From<E> for Undone
where
    BuildError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Machine(error.into())
    }
}

/// The raw result of a command.
enum RawEnd {
    Ended(Status),
    Cut(Limit),
    NoProgram(String),
}

/// The destination of a command's output.
enum OutputSink<'l> {
    /// The log.
    Log,
    /// Standard output and standard error separately, and not to the log.
    Apart(&'l mut [BuildLog; 2]),
}

impl OutputSink<'_> {
    fn log<'s>(&'s mut self, index: usize, log: &'s mut BuildLog) -> &'s mut BuildLog {
        match self {
            Self::Log => log,
            Self::Apart(logs) => &mut logs[index],
        }
    }

    /// True if the command printed more than the limit.
    fn is_full(&self) -> bool {
        match self {
            Self::Log => false,
            Self::Apart(logs) => logs.iter().any(BuildLog::is_full),
        }
    }
}

impl<'c> Workshop<'c> {
    /// Opens a workshop with a copy of the submission.
    pub(super) fn open(
        folder: &Path,
        mut read_only: Vec<PathBuf>,
        bench: &Workbench<'c>,
    ) -> Result<Self, Undone> {
        let Workbench { sandbox_options, slot, wall, stop, .. } = *bench;
        read_only.extend(sandbox_options.read_only.iter().cloned());
        let spec = SandboxSpec {
            limits: limits(),
            folder: Some(folder.to_owned()),
            read_only,
            slot,
            off: sandbox_options.off.clone(),
            launcher: sandbox_options.launcher.clone(),
            ..SandboxSpec::new(sandbox_options.isolation)
        };
        match Sandbox::open(&spec) {
            Ok(sandbox) => {
                let (log, end) = (BuildLog::default(), Instant::now() + wall);
                Ok(Self { sandbox, log, wall, end, stop, out_of_time: false })
            }
            Err(OpenError::Folder { reason, .. }) => Err(Undone::Reason(reason)),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs a command, and waits for its end.
    pub(super) fn run_command(&mut self, command: &[String]) -> Result<CommandEnd, BuildError> {
        let from = self.log.len();
        Ok(match self.attend_to(command, OutputSink::Log, self.end)? {
            RawEnd::Ended(Status::Code(0)) => CommandEnd::Well,
            RawEnd::Ended(_) => CommandEnd::Badly(self.log.text_from(from)),
            RawEnd::Cut(limit) => CommandEnd::Cut(self.cut(limit)),
            RawEnd::NoProgram(reason) => CommandEnd::NoProgram(reason),
        })
    }

    /// Runs a command and returns its output, which is not logged. Ends it after `wall` on the wall
    /// clock, or if it prints too much.
    pub(super) fn listen(
        &mut self,
        command: &[String],
        wall: Duration,
    ) -> Result<CommandOutput, BuildError> {
        let mut logs = [BuildLog::of(MOST_HEARD), BuildLog::of(MOST_HEARD)];
        let end = self.end.min(Instant::now() + wall);
        let ended = match self.attend_to(command, OutputSink::Apart(&mut logs), end)? {
            RawEnd::Ended(Status::Code(0)) => CommandEnd::Well,
            RawEnd::Ended(_) => CommandEnd::Badly(logs[1].text_from(0)),
            RawEnd::NoProgram(reason) => CommandEnd::NoProgram(reason),
            RawEnd::Cut(_) if logs.iter().any(BuildLog::is_full) => CommandEnd::Cut(
                self.noted(format!("it printed more than {} MiB", MOST_HEARD >> 20)),
            ),
            RawEnd::Cut(Limit::Wall) => {
                CommandEnd::Late(self.noted(format!("it took more than {} s", wall.as_secs())))
            }
            RawEnd::Cut(limit) => CommandEnd::Cut(self.cut(limit)),
        };
        let [stdout, stderr] = logs.map(|log| log.text_from(0));
        Ok(CommandOutput { ended, stdout, stderr })
    }

    /// True if something failed for lack of time.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.out_of_time
    }

    /// Writes a line of our own to the log.
    pub(super) fn note(&mut self, text: &str) {
        self.log.note(text);
    }

    /// Writes the output of a command to the log.
    pub(super) fn print(&mut self, text: &str) {
        self.log.add(text.as_bytes());
    }

    fn noted(&mut self, text: String) -> String {
        self.log.note(&text);
        text
    }

    fn attend_to(
        &mut self,
        command: &[String],
        output_sink: OutputSink<'_>,
        end: Instant,
    ) -> Result<RawEnd, BuildError> {
        self.log.note(&shlex::try_join(command.iter().map(String::as_str)).unwrap_or_default());
        let argv: Vec<OsString> = command.iter().map(OsString::from).collect();
        let running = match self.sandbox.spawn(&argv) {
            Ok(running) => running,
            Err(SpawnError::Sandbox { error }) => return Err(error.into()),
            Err(error @ SpawnError::Program { .. }) => {
                return Ok(RawEnd::NoProgram(self.noted(error.to_string())));
            }
        };
        drop(running.stdin);
        let exit = self.attend([running.stdout, running.stderr], output_sink, end)?;
        Ok(match exit {
            // A program may reach a limit and recover: a compiler tries again with less.
            Some(Exit { status: status @ Status::Code(0), .. }) => RawEnd::Ended(status),
            Some(Exit { hit: Some(limit), .. }) => RawEnd::Cut(limit),
            None => RawEnd::Cut(Limit::Wall),
            Some(Exit { status, hit: None, .. }) => {
                self.log.note(&match status {
                    Status::Code(code) => format!("exit status {code}"),
                    Status::Signal(signal) => format!("ended by signal {signal}"),
                });
                RawEnd::Ended(status)
            }
        })
    }

    /// The reason why a build that reached a limit was ended.
    fn cut(&mut self, limit: Limit) -> String {
        self.out_of_time |= matches!(limit, Limit::Wall | Limit::Cpu);
        let reason = if limit == Limit::Wall {
            format!("the build took more than {} s", self.wall.as_secs())
        } else if limit == Limit::Cpu {
            format!("the build used more than {} s of processor time", limits().cpu.as_secs())
        } else {
            format!("the build reached its limit on {limit}")
        };
        self.noted(reason)
    }

    /// Reads the output until the end; `None` if the time is up.
    fn attend(
        &mut self,
        outputs: [OwnedFd; 2],
        mut output_sink: OutputSink<'_>,
        end: Instant,
    ) -> Result<Option<Exit>, BuildError> {
        let mut outputs: Vec<(usize, OwnedFd)> = outputs.into_iter().enumerate().collect();
        loop {
            let mut fds: Vec<PollFd<'_>> = outputs
                .iter()
                .map(|(_, output)| output.as_fd())
                .chain([self.sandbox.control()])
                .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
                .collect();
            // The loop handles an interrupted wait.
            let _ = poll(&mut fds, Some(&STEP));
            let log = &mut self.log;
            outputs
                .retain(|(index, output)| output_sink.log(*index, log).take(output) == More::Maybe);
            if let Some(exit) = self.sandbox.try_exit()? {
                // All writers are gone, so the pipes hold the rest of the output.
                for (index, output) in &outputs {
                    output_sink.log(*index, &mut self.log).take(output);
                }
                return Ok(Some(exit));
            }
            if self.stop.load(Ordering::Relaxed) {
                self.sandbox.kill()?;
                return Err(BuildError::Interrupted);
            }
            if Instant::now() > end || output_sink.is_full() {
                self.sandbox.kill()?;
                return Ok(None);
            }
        }
    }

    /// Copies all files that exist now. They are the submission's, and may be too large or nested
    /// too deep.
    pub(super) fn export(&mut self, to: &Path) -> Result<(), Undone> {
        self.sandbox.export(to).map_err(|error| match error {
            SandboxError::Folder { reason } => {
                Undone::Reason(format!("what was built cannot be kept: {reason}"))
            }
            error @ (SandboxError::Gone(_)
            | SandboxError::OutOfTurn { .. }
            | SandboxError::NotRunning
            | SandboxError::StillRunning
            | SandboxError::Failed { .. }) => error.into(),
        })
    }

    /// The log as text.
    pub(super) fn into_log(self) -> Vec<u8> {
        self.log.into_text().into_bytes()
    }
}

/// The prospect of more output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum More {
    Maybe,
    Never,
}

impl BuildLog {
    /// Reads the output available now.
    fn take(&mut self, output: &OwnedFd) -> More {
        let mut chunk = [0; 16 << 10];
        // The loop is bounded, so that endless output does not keep the clock from being read.
        for _ in 0..64 {
            match rustix::io::read(output, &mut chunk) {
                Ok(0) => return More::Never,
                Ok(count) => self.add(&chunk[..count]),
                Err(Errno::AGAIN | Errno::INTR) => return More::Maybe,
                Err(_) => return More::Never,
            }
        }
        More::Maybe
    }
}
