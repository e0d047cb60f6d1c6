//! The harness's side of a sandbox.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;

use crate::hostile_acts::Act;
use crate::running::{Input, Running, pipes};
use crate::setup::LauncherSetup;
use crate::wire::{self, LaunchRefusal, LauncherReply, LauncherRequest, Unexported, Unstarted};
use crate::{Account, Exit, Isolation, Limit, OpenError, SandboxError, SandboxSpec, SpawnError};

/// Turns shorter than this are not worth reading the account.
const SHORT: Duration = Duration::from_millis(1);

/// The first argument that makes a program a launcher.
pub(crate) const LAUNCH: &str = "__stoker-launcher";

/// An environment in which untrusted programs run, one after the other, with one working folder.
///
/// Its launcher is a process of its own, which starts the programs. Dropping the sandbox kills what
/// runs, and waits until every process, folder and control group of it is gone.
///
/// On Linux the launcher also ends when the *thread* that opened the sandbox ends. Open it from a
/// thread that outlives it.
#[derive(Debug)]
pub struct Sandbox {
    launcher: Child,
    control: Arc<UnixStream>,
    isolation: Isolation,
    kept: Vec<(Limit, String)>,
    running: bool,
    account: Arc<Account>,
    /// The account's total when the last program ended, assuming that all of it could be seen;
    /// without the time of warm processes.
    spent: Duration,
    /// CPU time of warm processes, as last reported.
    warm: Duration,
    /// The time when the last program was started.
    began: Instant,
    /// The exit of a program that had ended by the time its start was reported.
    exit: Option<Exit>,
}

impl Sandbox {
    /// Starts a launcher, which makes the working folder and everything around it.
    ///
    /// # Errors
    ///
    /// [`OpenError::Missing`] names a feature that this system lacks. [`OpenError::Folder`] says
    /// why the entrant's folder cannot be copied. The others are failures. Nothing is left behind.
    pub fn open(spec: &SandboxSpec) -> Result<Self, OpenError> {
        let setup = LauncherSetup::new(spec).map_err(|error| OpenError::Folder {
            folder: spec.folder.clone().unwrap_or_default(),
            reason: error.to_string(),
        })?;
        let mut sandbox = launch(spec)?;
        let asked = "open";
        let (reply, fds) = sandbox.ask(asked, &LauncherRequest::Open(Box::new(setup)), &[])?;
        if let LauncherReply::NotOpened(refusal) = reply {
            return Err(refused(refusal, spec));
        }
        let LauncherReply::Opened(kept) = reply else {
            return Err(SandboxError::OutOfTurn { asked }.into());
        };
        sandbox.kept = kept;
        let time = fds.into_iter().next().map(File::from);
        sandbox.account = Arc::new(Account::new(sandbox.launcher.id(), time));
        if sandbox.account.is_exact() {
            sandbox.spent = sandbox.account.used();
        }
        Ok(sandbox)
    }

    /// Starts a program. `argv[0]` is relative to the working folder if it contains a slash, and
    /// searched in `PATH` otherwise.
    ///
    /// # Errors
    ///
    /// [`SpawnError::Program`] if it cannot be executed, with a reason that its author understands;
    /// [`SpawnError::Sandbox`] if the sandbox failed or still runs another program.
    pub fn spawn(&mut self, argv: &[OsString]) -> Result<Running, SpawnError> {
        self.spawn_with(argv, Input::Later)
    }

    /// Starts a program as [`spawn`](Self::spawn) does, with input that it can read from the start.
    /// A turn can then be over before anybody has to wait for it.
    ///
    /// # Errors
    ///
    /// The errors of [`spawn`](Self::spawn).
    pub fn spawn_with(
        &mut self,
        argv: &[OsString],
        input: Input<'_>,
    ) -> Result<Running, SpawnError> {
        let program = argv.first().map(|name| name.to_string_lossy()).unwrap_or_default();
        self.start(&LauncherRequest::Spawn(argv.to_vec()), &program, input)
    }

    /// Carries out a hostile act, confined like a program.
    pub(crate) fn act(&mut self, act: Act) -> Result<Running, SpawnError> {
        self.start(&LauncherRequest::Act(act), "a probe", Input::Later)
    }

    fn start(
        &mut self,
        request: &LauncherRequest,
        program: &str,
        input: Input<'_>,
    ) -> Result<Running, SpawnError> {
        if self.running {
            return Err(SandboxError::StillRunning.into());
        }
        let (mut ours, theirs) = pipes().map_err(|error| failed("make pipes", &error))?;
        self.began = Instant::now();
        ours.feed(input).map_err(|error| failed("write to a pipe", &error))?;
        let fds = theirs.each_ref().map(AsFd::as_fd);
        let asked = "start a program";
        let (reply, fds) = self.ask(asked, request, &fds)?;
        if let LauncherReply::NotStarted(unstarted) = reply {
            return Err(match unstarted {
                Unstarted::Program { reason } => {
                    SpawnError::Program { program: program.to_owned(), reason }
                }
                Unstarted::Failed { what, reason } => SandboxError::Failed { what, reason }.into(),
            });
        }
        if let LauncherReply::Exited(exit, warm) = reply {
            self.exit = Some(self.counted(exit, warm));
        } else if !matches!(reply, LauncherReply::Started) {
            return Err(SandboxError::OutOfTurn { asked }.into());
        }
        self.running = true;
        Ok(Running::new(ours, fds.into_iter().next(), self.isolation))
    }

    /// Ends the program and all that it started at once. Returns its exit; if it had ended by
    /// itself just before, that is the exit returned.
    ///
    /// # Errors
    ///
    /// [`SandboxError::NotRunning`] if no program runs, or if its exit was returned already.
    pub fn kill(&mut self) -> Result<Exit, SandboxError> {
        if !self.running {
            return Err(SandboxError::NotRunning);
        }
        if let Some(exit) = self.exit.take() {
            self.running = false;
            return Ok(exit);
        }
        // The launcher may be gone already, with an exit still to be read.
        let asked = wire::say(&*self.control, &LauncherRequest::Kill, &[]);
        self.hear_exit().map_err(|error| asked.err().map_or(error, SandboxError::Gone))
    }

    /// The program's exit, if it has ended. Never waits. An exit is returned once.
    ///
    /// With [`Turns::Warm`](crate::Turns::Warm), call this right after [`spawn`](Self::spawn):
    /// nothing becomes readable for a turn that was over by then.
    ///
    /// # Errors
    ///
    /// [`SandboxError::NotRunning`] if no program runs, or if its exit was returned already.
    pub fn try_exit(&mut self) -> Result<Option<Exit>, SandboxError> {
        if !self.running {
            return Err(SandboxError::NotRunning);
        }
        if let Some(exit) = self.exit.take() {
            self.running = false;
            return Ok(Some(exit));
        }
        if readable(&self.control)? { self.hear_exit().map(Some) } else { Ok(None) }
    }

    /// True if [`try_exit`](Self::try_exit) would return an exit that [`control`](Self::control)
    /// does not announce any more.
    #[must_use]
    pub fn has_exit(&self) -> bool {
        self.exit.is_some()
    }

    /// The number of the newest process or thread in the sandbox. Numbers rise by one and wrap
    /// around. `None` if processes outside the sandbox count too, or if the system does not report
    /// it. Waits for the server's answer; check [`has_exit`](Self::has_exit) afterwards.
    pub fn newest(&mut self) -> Option<u32> {
        wire::say(&*self.control, &LauncherRequest::Newest, &[]).ok()?;
        loop {
            let reply = self.hear().ok()?.0;
            if let LauncherReply::Newest(newest) = reply {
                return newest;
            }
            let LauncherReply::Exited(exit, warm) = reply else { return None };
            self.exit = Some(self.counted(exit, warm));
        }
    }

    fn hear_exit(&mut self) -> Result<Exit, SandboxError> {
        let LauncherReply::Exited(exit, warm) = self.hear().map_err(SandboxError::Gone)?.0 else {
            return Err(SandboxError::OutOfTurn { asked: "end a program" });
        };
        self.running = false;
        Ok(self.counted(exit, warm))
    }

    /// Adds up the CPU time of processes that does not belong to the next program.
    fn counted(&mut self, mut exit: Exit, warm: Duration) -> Exit {
        self.warm = warm;
        // A shorter turn can lose less than reading the account costs.
        if self.account.is_exact() && self.began.elapsed() > SHORT {
            exit.cpu = exit.cpu.max(self.cpu_time());
        }
        self.account.forget();
        self.spent += exit.cpu;
        exit
    }

    /// CPU time in user and kernel mode of all processes of the running program, so far. If no
    /// control group counts it ([`Account::is_exact`]), it is the time of living processes, to the
    /// nanosecond, plus that of processes somebody waited for, rounded down to the clock tick. Zero
    /// on all systems but Linux.
    ///
    /// [`Running::cpu_time`] is cheaper, but counts the main process only.
    #[must_use]
    pub fn cpu_time(&self) -> Duration {
        self.account.used().saturating_sub(self.spent + self.warm)
    }

    /// The account of its programs' CPU time.
    #[must_use]
    pub fn account(&self) -> Arc<Account> {
        Arc::clone(&self.account)
    }

    /// A descriptor that becomes readable when [`try_exit`](Self::try_exit) has an exit, or when
    /// the launcher is gone. It is for polling, not for reading.
    #[must_use]
    pub fn control(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// The process id of the launcher, for checks of what is left behind.
    #[must_use]
    pub fn launcher(&self) -> u32 {
        self.launcher.id()
    }

    /// Limits that the launcher enforces, with the means, as in [`Probe::how`](crate::Probe::how).
    #[must_use]
    pub fn kept(&self) -> &[(Limit, String)] {
        &self.kept
    }

    /// The means to stop the program while it is not its turn; `None` if it cannot be stopped
    /// together with all that it started.
    #[must_use]
    pub fn rest(&self) -> Option<Rest> {
        let kept = self.kept.iter().any(|(limit, _)| *limit == Limit::Rest);
        kept.then(|| Rest { control: Arc::clone(&self.control) })
    }

    /// Copies the working folder into the folder `to`, which is made if it is missing and has to be
    /// empty. Only plain files, folders and symbolic links that stay inside are copied. The limit
    /// on all files applies.
    ///
    /// # Errors
    ///
    /// [`SandboxError::StillRunning`] while a program runs; [`SandboxError::Folder`] if the folder
    /// is too large or nested too deep; [`SandboxError::Failed`] if something else fails, because
    /// the disk is full, say. A part may have been copied by then.
    pub fn export(&mut self, to: &Path) -> Result<(), SandboxError> {
        if self.running {
            return Err(SandboxError::StillRunning);
        }
        let what = format!("make {}", to.display());
        std::fs::create_dir_all(to).map_err(|error| failed(&what, &error))?;
        let folder =
            openat(CWD, to, OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY, Mode::empty())
                .map_err(|error| failed(&what, &error.into()))?;
        let asked = "copy the working folder";
        let reply = self.ask(asked, &LauncherRequest::Export, &[folder.as_fd()])?.0;
        if let LauncherReply::NotExported(unexported) = reply {
            return Err(match unexported {
                Unexported::Folder { reason } => SandboxError::Folder { reason },
                Unexported::Failed { reason } => {
                    SandboxError::Failed { what: asked.to_owned(), reason }
                }
            });
        }
        let LauncherReply::Exported = reply else {
            return Err(SandboxError::OutOfTurn { asked });
        };
        Ok(())
    }

    fn ask(
        &mut self,
        asked: &'static str,
        request: &LauncherRequest,
        fds: &[BorrowedFd<'_>],
    ) -> Result<(LauncherReply, Vec<OwnedFd>), SandboxError> {
        let lost = |error: io::Error| {
            SandboxError::Gone(io::Error::new(error.kind(), format!("cannot {asked}: {error}")))
        };
        wire::say(&*self.control, request, fds).map_err(lost)?;
        self.hear().map_err(lost)
    }

    fn hear(&mut self) -> io::Result<(LauncherReply, Vec<OwnedFd>)> {
        wire::hear(&*self.control)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

/// Stops and continues the program of a sandbox, from any thread.
///
/// Neither call waits. The program reads what is written after [`go`](Self::go) once it has
/// continued. Once the sandbox is gone, nothing happens.
#[derive(Debug)]
pub struct Rest {
    control: Arc<UnixStream>,
}

impl Rest {
    /// Stops all processes of the program until [`go`](Self::go).
    pub fn rest(&self) {
        self.say(&LauncherRequest::Rest);
    }

    /// Continues all processes of the program.
    pub fn go(&self) {
        self.say(&LauncherRequest::Go);
    }

    fn say(&self, request: &LauncherRequest) {
        // If the sandbox is gone, the next request to it fails.
        let _ = wire::say(&*self.control, request, &[]);
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // The launcher cleans up and ends when the connection closes.
        let _ = self.control.shutdown(std::net::Shutdown::Both);
        let _ = self.launcher.wait();
    }
}

/// Starts the launcher with the control socket as its standard input, so no descriptor of the
/// harness can leak into it, and no environment. Without `pre_exec` this is a `posix_spawn`, whose
/// cost does not grow with the harness.
fn launch(spec: &SandboxSpec) -> Result<Sandbox, OpenError> {
    let program = match &spec.launcher {
        Some(program) => program.clone(),
        None => own_executable()
            .map_err(|error| OpenError::Launch { program: "this program".into(), error })?,
    };
    let started = UnixStream::pair().and_then(|(ours, theirs)| {
        let launcher = Command::new(&program)
            .arg(LAUNCH)
            .env_clear()
            .current_dir("/")
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .spawn()?;
        Ok((launcher, ours))
    });
    let (launcher, control) = started.map_err(|error| OpenError::Launch { program, error })?;
    Ok(Sandbox {
        launcher,
        control: Arc::new(control),
        isolation: spec.isolation,
        kept: Vec::new(),
        running: false,
        account: Arc::new(Account::none()),
        spent: Duration::ZERO,
        warm: Duration::ZERO,
        began: Instant::now(),
        exit: None,
    })
}

/// This executable. On Linux it is a link that stays right when the file is replaced by a newer
/// build.
fn own_executable() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

fn refused(refusal: LaunchRefusal, spec: &SandboxSpec) -> OpenError {
    match refusal {
        LaunchRefusal::Missing { what, reason, remedy } => {
            OpenError::Missing { what, reason, remedy }
        }
        LaunchRefusal::Folder { reason } => {
            OpenError::Folder { folder: spec.folder.clone().unwrap_or_default(), reason }
        }
        LaunchRefusal::Failed { what, reason } => SandboxError::Failed { what, reason }.into(),
    }
}

fn failed(what: &str, error: &io::Error) -> SandboxError {
    SandboxError::Failed { what: what.to_owned(), reason: error.to_string() }
}

fn readable(socket: &UnixStream) -> Result<bool, SandboxError> {
    let mut fds = [PollFd::new(socket, PollFlags::IN)];
    match poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(SandboxError::Gone(error.into())),
    }
}
