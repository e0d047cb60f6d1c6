//! Warm processes: they have loaded a program, and are copied for every turn.
//!
//! ```text
//! server ── socket of packets ── warm process: loaded, has run none of the program's code
//!    └────── process of a turn, its copy, and a child of the server's (`CLONE_PARENT`)
//! ```
//!
//! What the warm process does is in the C kit, `player/warm.h`. Nothing that it says is believed:
//! the id of a turn's process comes from the kernel, and status, time and limits are those of a
//! child of the server's as any other. A warm process is used again only if the turn before left
//! nothing but it, and it is still as it was started.

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

use crate::child::{self, Surroundings, Task};
use crate::confine::Confinement;
use crate::sys::{self, Reaped, Wait};
use crate::wire::retry;

/// How long the start of a warm process or of a copy may take before this machine is to blame.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most turns take no longer. Their end is waited for, once, before who plays them is asked after.
const AT_ONCE: Duration = Duration::from_millis(2);
/// How often it is asked meanwhile whether it still can.
const GLANCE: Duration = Duration::from_millis(50);
/// Bytes for two process ids or more: with a third there is more than one anyhow.
const ROOM: usize = 32;
/// Has the loader look up all functions at once, and not in each copy again. The kit takes this
/// variable, the last one, out of the environment.
const LOAD_AT_ONCE: (&str, &str) = ("LD_BIND_NOW", "1");

/// The warm process of a sandbox, if there is one.
#[derive(Debug, Default)]
pub(crate) struct Warmth {
    warm: Option<Warm>,
    /// The server's own children, as the kernel lists them.
    children: Option<File>,
    /// CPU time of warm processes that have ended.
    spent: Duration,
}

/// What came of asking for a copy.
#[derive(Debug)]
pub(crate) enum Copied {
    /// It is the process with this id.
    As(i32),
    /// There is none, and no code of the program's has run.
    Not,
    /// It is not known whether there is one.
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

/// What tells that a file is the same as before.
#[derive(Debug, PartialEq, Eq)]
struct Stamp([i64; 5]);

impl Stamp {
    /// That of a program in the working folder; `None` if it is elsewhere, or not there.
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
        // A signal of the turn before may have taken effect only now: nobody is left to send others.
        self.end();
        self.warm = Warm::start(argv, surroundings, confinement);
        self.ask(streams)
    }

    /// Asks the warm process for a copy; ends it if there is none.
    fn ask(&mut self, streams: &[OwnedFd]) -> Copied {
        let Some(warm) = &self.warm else { return Copied::Not };
        let copied = warm.copy(streams);
        if matches!(copied, Copied::As(_)) {
            return copied;
        }
        self.end();
        // Without it no copy can be made any more: there is one now, or there never was.
        let nobody = self.children(&mut [0; ROOM]).is_some_and(str::is_empty);
        if nobody { Copied::Not } else { copied }
    }

    /// True if the server has no other child than the warm process: then nothing is left of a turn
    /// whose process has been waited for, since orphans are the server's.
    pub(crate) fn is_all_that_is_left(&mut self) -> bool {
        let Some(pid) = self.pid() else { return false };
        self.children(&mut [0; ROOM]).is_some_and(|children| children.parse() == Ok(pid))
    }

    /// The server's own children, as far as they have room; `None` if the kernel does not tell.
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

    /// Takes note of a child that ended, if it is the warm process; whether it is.
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
        // One that has ended is still to be waited for.
        let _ = sys::kill(pid, libc::SIGKILL);
        if let Ok(Some(reaped)) = sys::reap(pid, Wait::UntilOne) {
            self.note(&reaped);
        }
        self.warm = None;
    }
}

impl Warm {
    /// Starts one, which waits to be asked for copies. `None` if this program or system cannot.
    fn start(
        argv: &[OsString],
        surroundings: &mut Surroundings,
        confinement: &Confinement,
    ) -> Option<Self> {
        let file = Stamp::of(argv, &surroundings.work)?;
        let (socket, theirs) = sockets().ok()?;
        // What it would print comes to the socket too, where nothing of that kind is expected.
        let streams = [theirs.try_clone().ok()?, theirs.try_clone().ok()?, theirs];
        surroundings.env.push((LOAD_AT_ONCE.0.into(), LOAD_AT_ONCE.1.into()));
        let started =
            child::start(&Task::Program(argv.to_vec()), &streams, surroundings, confinement);
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
        // The word that an earlier child has ended is not of interest any more.
        sys::await_child(Duration::ZERO);
        if self.ask(&fds).is_err() {
            return Copied::Not;
        }
        // Whatever ended: to look is cheap, and to look too early does no harm.
        sys::await_child(AT_ONCE);
        match self.hear() {
            Ok(Some(copy)) if copy != self.pid && is_child(copy) => Copied::As(copy),
            // It has ended, and tells so where it cannot copy itself.
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

    /// Waits for one packet, and says who sent it, as the kernel tells; `None` if there is nobody
    /// left who could.
    fn hear(&self) -> io::Result<Option<i32>> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut word = [0; 2];
        let end = Instant::now() + PATIENCE;
        let got = loop {
            let mut part = [IoSliceMut::new(&mut word)];
            match recvmsg(&self.socket, &mut part, &mut control, RecvFlags::CMSG_CLOEXEC) {
                Err(Errno::INTR) => {}
                // What an earlier turn did to it may have taken effect only now.
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

/// The two ends of a connection: ours tells who sends, and does not wait for ever.
fn sockets() -> io::Result<(OwnedFd, OwnedFd)> {
    let (ours, theirs) =
        socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    set_socket_passcred(&ours, true)?;
    set_socket_timeout(&ours, Timeout::Recv, Some(GLANCE))?;
    Ok((ours, theirs))
}

/// True if this process is a child of the server's, which it has not waited for.
fn is_child(copy: i32) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(pid(copy)), options).is_ok()
}

/// Ids from the kernel are positive.
fn pid(id: i32) -> Pid {
    Pid::from_raw(id).unwrap_or(Pid::INIT)
}
