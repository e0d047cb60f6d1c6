//! Warm processes: each has loaded a program, and is copied for every turn.
//!
//! ```text
//! server ── socket of packets ── warm process: loaded, has run none of the program's code
//!    └────── process of a turn, its copy, and a child of the server's (`CLONE_PARENT`)
//! ```
//!
//! The warm process runs code of the C kit, `player/warm.h`. The server trusts nothing that it
//! says. The id of a turn's process comes from the kernel, and status, time and limits are those of
//! a child of the server like any other. A warm process is used again only if it is all that the
//! previous turn left, and if it is still as it was started.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::sockopt::{Timeout, set_socket_passcred, set_socket_timeout};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::child::{self, ChildTask, Surroundings};
use crate::confine::Confinement;
use crate::sys::{self, Reaped, Wait};
use crate::wire::retry;

/// The longest time for the start of a warm process or of a copy, after which the machine is to
/// blame.
const PATIENCE: Duration = Duration::from_secs(10);
/// A time that most turns do not exceed. Their end is awaited once, before the copy's id is read.
const AT_ONCE: Duration = Duration::from_millis(2);
/// The interval of checks that a warm process can still answer.
const GLANCE: Duration = Duration::from_millis(50);
/// Bytes for at least two process ids; more are not needed.
const ROOM: usize = 32;
/// Makes the loader resolve all functions at once, instead of in each copy again. The kit removes
/// this variable, the last one, from the environment.
const LOAD_AT_ONCE: (&str, &str) = ("LD_BIND_NOW", "1");

/// The warm process of a sandbox, if there is one.
#[derive(Debug, Default)]
pub(crate) struct Warmth {
    warm: Option<Warm>,
    /// The list of the server's children, provided by the kernel.
    children: Option<File>,
    /// CPU time of warm processes that have ended.
    spent: Duration,
}

/// The result of asking for a copy.
#[derive(Debug)]
pub(crate) enum Copied {
    /// The copy is the process with this id.
    As(i32),
    /// There is no copy, and none of the program's code has run.
    Not,
    /// It is unknown if there is a copy.
    Lost(io::Error),
}

/// A process that has loaded a program.
#[derive(Debug)]
struct Warm {
    argv: Vec<OsString>,
    pid: i32,
    socket: OwnedFd,
    file: Stamp,
}

/// The identity and state of a file, to detect changes.
#[derive(Debug, PartialEq, Eq)]
struct Stamp([i64; 5]);

impl Stamp {
    /// The stamp of a program in the working folder; `None` if the program is elsewhere or missing.
    fn of(argv: &[OsString], work: &Path) -> Option<Self> {
        let path = PathBuf::from(argv.first()?);
        let below = path.is_relative() && path.as_os_str().as_bytes().contains(&b'/');
        let found =
            fs::symlink_metadata(work.join(path)).ok().filter(|found| below && found.is_file())?;
        let [node, size] = [found.ino(), found.size()].map(u64::cast_signed);
        Some(Self([node, size, found.ctime(), found.ctime_nsec(), found.mode().into()]))
    }
}

impl Warmth {
    /// Has a copy of the warm process play a turn with these streams.
    pub(crate) fn copy(
        &mut self,
        argv: &[OsString],
        streams: &[OwnedFd],
        surroundings: &mut Surroundings,
        confinement: &Confinement,
    ) -> Copied {
        if self.warm.as_ref().is_some_and(|warm| warm.is_sound(argv, &surroundings.work))
            && let found @ (Copied::As(_) | Copied::Lost(_)) = self.ask(streams)
        {
            return found;
        }
        // A signal from the previous turn may have taken effect only now. No process is left that
        // could send others.
        self.end();
        self.warm = Warm::start(argv, surroundings, confinement);
        self.ask(streams)
    }

    /// Asks the warm process for a copy; ends the warm process if it makes none.
    fn ask(&mut self, streams: &[OwnedFd]) -> Copied {
        let Some(warm) = &self.warm else { return Copied::Not };
        let copied = warm.copy(streams);
        if matches!(copied, Copied::As(_)) {
            return copied;
        }
        self.end();
        // Without the warm process no copy can be made any more, so an empty list means that there
        // was none.
        let nobody = self.children(&mut [0; ROOM]).is_some_and(str::is_empty);
        if nobody { Copied::Not } else { copied }
    }

    /// True if the server has no other child than the warm process. Since orphans become the
    /// server's children, nothing is then left of a turn whose process has been waited for.
    pub(crate) fn is_all_that_is_left(&mut self) -> bool {
        let Some(pid) = self.pid() else { return false };
        self.children(&mut [0; ROOM]).is_some_and(|children| children.parse() == Ok(pid))
    }

    /// The server's children, as many as fit; `None` if the kernel does not list them.
    fn children<'t>(&mut self, text: &'t mut [u8; ROOM]) -> Option<&'t str> {
        if self.children.is_none() {
            self.children = crate::tree::own_children().ok();
        }
        let length = self.children.as_ref()?.read_at(text, 0).ok()?;
        Some(std::str::from_utf8(text.get(..length)?).ok()?.trim())
    }

    /// The process id of the warm process.
    pub(crate) fn pid(&self) -> Option<i32> {
        self.warm.as_ref().map(|warm| warm.pid)
    }

    /// CPU time of all warm processes so far.
    pub(crate) fn cpu(&self) -> Duration {
        self.spent + self.pid().and_then(sys::cpu_clock).unwrap_or_default()
    }

    /// Records a child that ended, if it is the warm process. Returns true if it is.
    pub(crate) fn note(&mut self, reaped: &Reaped) -> bool {
        let ours = self.pid() == Some(reaped.pid);
        if ours {
            self.spent += reaped.cpu;
            self.warm = None;
        }
        ours
    }

    /// Ends the warm process.
    fn end(&mut self) {
        let Some(pid) = self.pid() else { return };
        // A process that has ended still has to be waited for.
        let _ = sys::kill(pid, libc::SIGKILL);
        if let Ok(Some(reaped)) = sys::reap(pid, Wait::UntilOne) {
            self.note(&reaped);
        }
        self.warm = None;
    }
}

impl Warm {
    /// Starts a warm process, which waits to be asked for copies. `None` if this program or system
    /// does not support it.
    fn start(
        argv: &[OsString],
        surroundings: &mut Surroundings,
        confinement: &Confinement,
    ) -> Option<Self> {
        let file = Stamp::of(argv, &surroundings.work)?;
        let (socket, theirs) = sockets().ok()?;
        // Its output goes to the socket too, where none is expected.
        let streams = [theirs.try_clone().ok()?, theirs.try_clone().ok()?, theirs];
        surroundings.env.push((LOAD_AT_ONCE.0.into(), LOAD_AT_ONCE.1.into()));
        let started =
            child::start(&ChildTask::Program(argv.to_vec()), &streams, surroundings, confinement);
        surroundings.env.pop();
        drop(streams);
        let warm = Self { argv: argv.to_vec(), pid: started.ok()?, socket, file };
        if matches!(warm.hear(), Ok(Some(pid)) if pid == warm.pid) {
            return Some(warm);
        }
        let _ = sys::kill(warm.pid, libc::SIGKILL);
        let _ = sys::reap(warm.pid, Wait::UntilOne);
        None
    }

    /// True if it can be asked for a copy of this program: nobody has ended or stopped it, or
    /// changed the file that it was loaded from.
    fn is_sound(&self, argv: &[OsString], work: &Path) -> bool {
        self.argv == argv && self.is_up() && Stamp::of(argv, work).as_ref() == Some(&self.file)
    }

    /// True if it has neither ended nor been stopped.
    fn is_up(&self) -> bool {
        let options = WaitIdOptions::EXITED
            | WaitIdOptions::STOPPED
            | WaitIdOptions::NOHANG
            | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(pid(self.pid)), options), Ok(None))
    }

    fn copy(&self, streams: &[OwnedFd]) -> Copied {
        let fds: Vec<BorrowedFd<'_>> = streams.iter().map(AsFd::as_fd).collect();
        // Discards the pending signal of an earlier child.
        sys::await_child(Duration::ZERO);
        if self.ask(&fds).is_err() {
            return Copied::Not;
        }
        // Any signal will do: reading is cheap, and reading too early does no harm.
        sys::await_child(AT_ONCE);
        match self.hear() {
            Ok(Some(copy)) if copy != self.pid && is_child(copy) => Copied::As(copy),
            // The warm process has ended, which it also does if it cannot copy itself.
            Ok(None) => Copied::Not,
            Ok(Some(_)) => Copied::Lost(io::Error::other("a warm process said something")),
            Err(error) => Copied::Lost(error),
        }
    }

    fn ask(&self, streams: &[BorrowedFd<'_>]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !control.push(SendAncillaryMessage::ScmRights(streams)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let part = [IoSlice::new(&[0])];
        retry(|| sendmsg(&self.socket, &part, &mut control, SendFlags::NOSIGNAL))?;
        Ok(())
    }

    /// Waits for one packet. Returns its sender's process id as the kernel reports it; `None` if no
    /// sender is left.
    fn hear(&self) -> io::Result<Option<i32>> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut word = [0; 2];
        let end = Instant::now() + PATIENCE;
        let got = loop {
            let mut part = [IoSliceMut::new(&mut word)];
            match recvmsg(&self.socket, &mut part, &mut control, RecvFlags::CMSG_CLOEXEC) {
                Err(Errno::INTR) => {}
                // The effect of an earlier turn on the warm process may have come only now.
                Err(Errno::AGAIN) if self.is_up() && Instant::now() < end => {}
                got => break got?,
            }
        };
        let mut sender = None;
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmCredentials(told) = message {
                sender = Some(told.pid.as_raw_nonzero().get());
            }
        }
        match (got.bytes, sender) {
            (0, _) => Ok(None),
            (1, Some(sender)) => Ok(Some(sender)),
            _ => Err(io::Error::other("a warm process said something")),
        }
    }
}

/// The two ends of a connection. Ours reports the sender of a packet, and does not block for ever.
fn sockets() -> io::Result<(OwnedFd, OwnedFd)> {
    let (ours, theirs) =
        socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    set_socket_passcred(&ours, true)?;
    set_socket_timeout(&ours, Timeout::Recv, Some(GLANCE))?;
    Ok((ours, theirs))
}

/// True if this process is a child of the server that has not been waited for.
fn is_child(copy: i32) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(pid(copy)), options).is_ok()
}

/// The id as a `Pid`; ids from the kernel are positive.
fn pid(id: i32) -> Pid {
    Pid::from_raw(id).unwrap_or(Pid::INIT)
}
