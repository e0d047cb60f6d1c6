//! Messages between the harness's side and the launcher: a length, then that many bytes of
//! `postcard`, with file descriptors attached to the length. They use stream sockets, because macOS
//! has no sequenced packets.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, send, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::hostile_acts::Act;
use crate::setup::LauncherSetup;
use crate::{Exit, Limit};

/// The most descriptors in one message: the three ends of a program's pipes.
const MOST_FDS: usize = 3;
/// Bytes of a message's length.
const LENGTH: usize = 4;
/// Bytes of the longest message that is read. Command lines are far shorter.
const LONGEST: u32 = 16 << 20;

/// Requests of the harness's side.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum LauncherRequest {
    Open(Box<LauncherSetup>),
    /// Starts a program. Three descriptors come with it, as with `Act`.
    Spawn(Vec<OsString>),
    /// Carries out a hostile act where a program would be executed.
    Act(Act),
    Kill,
    /// Stops all processes of the program until `Go`. Neither is answered.
    Rest,
    Go,
    /// Asks for the newest process or thread.
    Newest,
    /// Copies the working folder to the folder that comes with it.
    Export,
}

/// Answers of the launcher. `Exited` is also sent without a request.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum LauncherReply {
    /// The limits that the launcher enforces, with the means. If the system has one, a file that
    /// shows the sandbox's CPU time comes with it.
    Opened(Vec<(Limit, String)>),
    NotOpened(LaunchRefusal),
    /// The program runs. A handle of its main process comes with it, on systems that have such
    /// handles.
    Started,
    NotStarted(Unstarted),
    /// The program's exit, and the CPU time of warm processes so far. It replaces `Started` if the
    /// program ended at once.
    Exited(Exit, Duration),
    /// The number of the newest process in the sandbox's own namespace; numbers rise by one. `None`
    /// if there is no such namespace.
    Newest(Option<u32>),
    Exported,
    NotExported(Unexported),
}

/// The reason why the launcher did not open a sandbox.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum LaunchRefusal {
    Missing { what: String, reason: String, remedy: String },
    Folder { reason: String },
    Failed { what: String, reason: String },
}

/// The reason why the launcher did not copy a working folder.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Unexported {
    Folder { reason: String },
    Failed { reason: String },
}

/// The reason why the launcher did not start a program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Unstarted {
    Program { reason: String },
    Failed { what: String, reason: String },
}

/// Sends one message. `fds` are duplicated into the receiver.
pub(crate) fn say(
    socket: impl AsFd,
    message: &impl Serialize,
    fds: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut whole = postcard::to_extend(message, vec![0; LENGTH]).map_err(io::Error::other)?;
    let length = u32::try_from(whole.len() - LENGTH).map_err(io::Error::other)?;
    whole[..LENGTH].copy_from_slice(&length.to_le_bytes());
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !fds.is_empty() && !control.push(SendAncillaryMessage::ScmRights(fds)) {
        return Err(io::Error::other("more descriptors than a message can carry"));
    }
    let flags = send_flags();
    let sent = retry(|| sendmsg(&socket, &[IoSlice::new(&whole)], &mut control, flags))?;
    let mut rest = whole.get(sent..).unwrap_or_default();
    while !rest.is_empty() {
        let more = retry(|| send(&socket, rest, flags))?;
        rest = rest.get(more..).unwrap_or_default();
    }
    Ok(())
}

/// The flag that makes a broken connection an error instead of a signal. (macOS has no such flag;
/// there the Rust runtime ignores the signal.)
fn send_flags() -> SendFlags {
    #[cfg(target_os = "linux")]
    return SendFlags::NOSIGNAL;
    #[cfg(not(target_os = "linux"))]
    return SendFlags::empty();
}

/// Waits for one message; `None` if the other side has closed.
pub(crate) fn hear<T: DeserializeOwned>(
    socket: impl AsFd,
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut length = [0; LENGTH];
    let mut fds = Vec::new();
    let first = receive(&socket, &mut length, &mut fds)?;
    if first == 0 {
        return Ok(None);
    }
    fill(&socket, &mut length, first, &mut fds)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::other("a message is too long"));
    }
    let mut body = vec![0; length as usize];
    fill(&socket, &mut body, 0, &mut fds)?;
    Ok(Some((postcard::from_bytes(&body).map_err(io::Error::other)?, fds)))
}

fn fill(
    socket: impl AsFd,
    buffer: &mut [u8],
    mut filled: usize,
    fds: &mut Vec<OwnedFd>,
) -> io::Result<()> {
    while filled < buffer.len() {
        let more = receive(&socket, buffer.get_mut(filled..).unwrap_or_default(), fds)?;
        if more == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        filled += more;
    }
    Ok(())
}

fn receive(socket: impl AsFd, buffer: &mut [u8], fds: &mut Vec<OwnedFd>) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    let got = retry(|| recvmsg(&socket, &mut [IoSliceMut::new(buffer)], &mut control, flags))?;
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            fds.extend(rights);
        }
    }
    #[cfg(not(target_os = "linux"))]
    for fd in fds.iter() {
        rustix::io::fcntl_setfd(fd, rustix::io::FdFlags::CLOEXEC)?;
    }
    Ok(got.bytes)
}

/// Repeats a call while a signal interrupts it.
pub(crate) fn retry<T>(mut call: impl FnMut() -> rustix::io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(rustix::io::Errno::INTR) => {}
            result => return result.map_err(Into::into),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn a_message_arrives_with_its_descriptors() {
        let (here, there) = UnixStream::pair().unwrap();
        let (mut reader, writer) = std::io::pipe().unwrap();
        say(&here, &LauncherRequest::Spawn(vec!["./player".into()]), &[writer.as_fd()]).unwrap();
        drop(writer);
        let (request, fds) = hear::<LauncherRequest>(&there).unwrap().unwrap();
        assert!(matches!(request, LauncherRequest::Spawn(argv) if argv == ["./player"]));
        assert_eq!(fds.len(), 1);
        drop(fds);
        assert_eq!(reader.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn a_closed_connection_is_an_end_and_half_a_message_an_error() {
        let (here, there) = UnixStream::pair().unwrap();
        drop(here);
        assert!(hear::<LauncherRequest>(&there).unwrap().is_none());
        let (mut here, there) = UnixStream::pair().unwrap();
        std::io::Write::write_all(&mut here, &[9, 0, 0, 0, b'"']).unwrap();
        drop(here);
        assert!(hear::<LauncherRequest>(&there).is_err());
    }

    #[test]
    fn a_message_of_a_megabyte_arrives_whole() {
        let (here, there) = UnixStream::pair().unwrap();
        let long = OsString::from("x".repeat(300_000));
        let sent = long.clone();
        let sender =
            std::thread::spawn(move || say(&here, &LauncherRequest::Spawn(vec![sent]), &[]));
        let (request, _) = hear::<LauncherRequest>(&there).unwrap().unwrap();
        sender.join().unwrap().unwrap();
        assert!(matches!(request, LauncherRequest::Spawn(argv) if argv == [long]));
    }
}
