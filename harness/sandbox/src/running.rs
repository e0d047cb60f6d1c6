//! The harness's view of a started program.

use std::cell::OnceCell;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use crate::Isolation;

/// A program that runs in a sandbox: the harness's ends of its pipes.
///
/// They do not block, and are closed on `exec`. Dropping this closes them; it does not end the
/// program.
#[derive(Debug)]
pub struct Running {
    /// The program's standard input; `None` if it was given everything.
    pub stdin: Option<OwnedFd>,
    /// The program's standard output.
    pub stdout: OwnedFd,
    /// The program's standard error.
    pub stderr: OwnedFd,
    /// Bytes of input that it was given before it started.
    pub fed: usize,
    process: MainProcess,
}

/// The main process of a program.
#[derive(Debug)]
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "CPU time of others is only read on Linux")
)]
struct MainProcess {
    /// A handle that identifies it, as long as it lives.
    handle: Option<OwnedFd>,
    /// Its process id in this namespace, once it was requested.
    outer: OnceCell<Option<i32>>,
    isolation: Isolation,
}

impl Running {
    pub(crate) fn new(
        Ends { stdin, stdout, stderr, fed }: Ends,
        handle: Option<OwnedFd>,
        isolation: Isolation,
    ) -> Self {
        Self {
            stdin,
            stdout,
            stderr,
            fed,
            process: MainProcess { handle, outer: OnceCell::new(), isolation },
        }
    }

    /// CPU time in user and kernel mode that the main process has used so far.
    ///
    /// Children are not counted here; [`Exit::cpu`](crate::Exit::cpu) counts them. Under
    /// [`Isolation::Bwrap`] they are counted, because there the main process is `bwrap` itself.
    /// Zero once the process is gone, and on all systems but Linux.
    #[must_use]
    pub fn cpu_time(&self) -> Duration {
        self.process.cpu_time().unwrap_or_default()
    }

    /// True if the main process is stopped; `false` on all systems but Linux.
    pub(crate) fn is_stopped(&self) -> bool {
        self.process.is_stopped()
    }
}

#[cfg(not(target_os = "linux"))]
impl MainProcess {
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

#[cfg(target_os = "linux")]
impl MainProcess {
    /// Its process id in this namespace.
    fn outer(&self) -> Option<i32> {
        use std::os::fd::AsRawFd;
        let handle = self.handle.as_ref()?;
        let outer = *self.outer.get_or_init(|| {
            let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", handle.as_raw_fd()))
                .ok()?;
            info.lines().find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok())
        });
        outer.filter(|&pid| pid > 0)
    }

    fn is_stopped(&self) -> bool {
        let stat = self
            .outer()
            .and_then(|outer| std::fs::read_to_string(format!("/proc/{outer}/stat")).ok());
        stat.is_some_and(|stat| {
            stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
        })
    }

    fn cpu_time(&self) -> Option<Duration> {
        use std::os::fd::AsFd;
        let (handle, outer) = (self.handle.as_ref()?, self.outer()?);
        // A handle is readable once its process has ended. By then another process may have its id.
        let mut fds =
            [rustix::event::PollFd::from_borrowed_fd(handle.as_fd(), rustix::event::PollFlags::IN)];
        let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
        if rustix::event::poll(&mut fds, Some(&now)).ok()? > 0 {
            return None;
        }
        match self.isolation {
            Isolation::Bwrap => {
                Some(crate::tree::family(outer).filter_map(crate::sys::cpu_clock).sum())
            }
            Isolation::Full | Isolation::None => crate::sys::cpu_clock(outer),
        }
    }
}

/// The input of a program.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Written to [`Running::stdin`] once it runs.
    Later,
    /// These bytes, and then the end. [`Running::fed`] tells how many the pipe took at once; the
    /// rest is left to be written.
    Whole(&'a [u8]),
}

/// Our ends of a program's pipes.
#[derive(Debug)]
pub(crate) struct Ends {
    stdin: Option<OwnedFd>,
    stdout: OwnedFd,
    stderr: OwnedFd,
    fed: usize,
}

impl Ends {
    /// Writes as much as the pipe takes before the program starts.
    pub(crate) fn feed(&mut self, input: Input<'_>) -> io::Result<()> {
        let (Input::Whole(bytes), Some(stdin)) = (input, &self.stdin) else { return Ok(()) };
        // One write fills at most the pipe.
        match rustix::io::write(stdin, bytes) {
            Ok(count) => self.fed = count,
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if self.fed == bytes.len() {
            self.stdin = None;
        }
        Ok(())
    }
}

/// The ends of a program's three pipes, ours and the program's, in the order of the descriptors.
pub(crate) fn pipes() -> io::Result<(Ends, [OwnedFd; 3])> {
    let (their_in, our_in) = one_pipe()?;
    let (our_out, their_out) = one_pipe()?;
    let (our_err, their_err) = one_pipe()?;
    for end in [&our_in, &our_out, &our_err] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    let ours = Ends { stdin: Some(our_in), stdout: our_out, stderr: our_err, fed: 0 };
    Ok((ours, [their_in, their_out, their_err]))
}

fn one_pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    #[cfg(target_os = "linux")]
    let ends = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    #[cfg(not(target_os = "linux"))]
    let ends = {
        let ends = rustix::pipe::pipe()?;
        rustix::io::fcntl_setfd(&ends.0, rustix::io::FdFlags::CLOEXEC)?;
        rustix::io::fcntl_setfd(&ends.1, rustix::io::FdFlags::CLOEXEC)?;
        ends
    };
    Ok(ends)
}
