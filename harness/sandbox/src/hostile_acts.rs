//! Hostile acts, carried out by the probes' child processes. An act ends with [`STOPPED`] if
//! something refused it, and with [`GOT_AWAY`] if nothing did.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType, socket};
use serde::{Deserialize, Serialize};

use crate::sys::{self, Fork, Wait};

/// The first argument that makes a program carry out an act.
pub(crate) const ACT: &str = "__stoker-act";
/// Exit status of an act that was refused.
pub(crate) const STOPPED: i32 = 0;
/// Exit status of an act that nothing prevented.
pub(crate) const GOT_AWAY: i32 = 10;
/// The time for which an act keeps what it got, so that sampling can notice.
const PATIENCE: Duration = Duration::from_millis(150);
/// A time longer than any probe takes.
const FOREVER: Duration = Duration::from_secs(60);
/// An upper bound on the number of an address family; above the highest that Linux knows.
const MOST_FAMILIES: u16 = 50;

/// One thing that a sandbox must prevent. Sizes are bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Act {
    /// Does nothing for a while.
    Sleep,
    /// Uses a processor for a while.
    Spin,
    /// Reserves memory without using it.
    Reserve { bytes: usize },
    /// Uses memory.
    Touch { bytes: usize },
    /// Starts `count` processes.
    Fork { count: u32 },
    /// Prints.
    Print { bytes: usize },
    /// Writes one long file.
    Write { bytes: u64 },
    /// Reads a file and writes into a folder that are not its own, and inspects a process.
    Stray { secret: PathBuf, folder: PathBuf, process: u32 },
    /// Opens a socket of any address family.
    Connect,
    /// Sends a harmless signal to every process that it can reach.
    Signal,
    /// Uses memory in `count` processes.
    Hogs { count: u32, bytes: usize },
    /// Prints the time, and the addresses of parts of the program.
    Look,
    /// Writes files of size `file` until their total is `bytes`.
    Fill { bytes: u64, file: u64 },
}

/// Carries out an act. Returns the exit status.
pub(crate) fn carry_out(act: &Act) -> i32 {
    let refused = match act {
        Act::Sleep => {
            sleep(PATIENCE);
            false
        }
        Act::Spin => spin(),
        Act::Reserve { bytes } => Vec::<u8>::new().try_reserve_exact(*bytes).is_err(),
        Act::Touch { bytes } => touch(*bytes),
        Act::Fork { count } => multiply(*count, 0),
        Act::Print { bytes } => io::stdout().write_all(&vec![b'.'; *bytes]).is_err(),
        Act::Write { bytes } => write(Path::new("long"), *bytes).is_err(),
        Act::Stray { secret, folder, process } => !stray(secret, folder, *process),
        Act::Connect => !connect(),
        Act::Signal => sys::kill(-1, 0).is_err(),
        Act::Look => {
            println!("{}", look());
            false
        }
        Act::Hogs { count, bytes } => multiply(*count, *bytes),
        Act::Fill { bytes, file } => {
            (0..=bytes / file).any(|number| write(&numbered(number), *file).is_err())
        }
    };
    if refused { STOPPED } else { GOT_AWAY }
}

/// Carries out the act that an argument describes.
pub(crate) fn run_named(act: Option<OsString>) -> i32 {
    let act = act.and_then(|act| serde_json::from_str(act.to_str()?).ok());
    act.map_or(2, |act| carry_out(&act))
}

/// Seconds since 1970, then addresses on the stack, on the heap, in the program and in the C
/// library.
fn look() -> String {
    let time = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    let (local, boxed) = (0_u8, Box::new(0_u8));
    let stack = &raw const local;
    let heap = &raw const *boxed;
    let (program, library) = (look as *const (), libc::getppid as *const ());
    format!("{time} {stack:p} {heap:p} {program:p} {library:p}")
}

fn numbered(number: u64) -> PathBuf {
    format!("full-{number}").into()
}

fn spin() -> bool {
    let start = Instant::now();
    while start.elapsed() < PATIENCE * 2 {
        std::hint::spin_loop();
    }
    false
}

/// Uses memory, and keeps it for a while. Returns true if it was refused.
fn touch(bytes: usize) -> bool {
    let memory = take(bytes);
    sleep(PATIENCE);
    std::hint::black_box(&memory);
    memory.is_none()
}

/// Allocates and touches memory; `None` if it is refused.
fn take(bytes: usize) -> Option<Vec<u8>> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    memory.resize(bytes, 1_u8);
    Some(memory)
}

/// Starts processes that each take memory and keep it until all have theirs, and for a while after.
/// Returns true if any of that was refused, or if one of the processes was stopped.
fn multiply(count: u32, bytes: usize) -> bool {
    let Ok((mut all, ready)) = io::pipe() else { return true };
    for _ in 0..count {
        match sys::fork() {
            Err(_) => return true,
            Ok(Fork::Parent(_)) => {}
            Ok(Fork::Child) => hold(bytes, ready),
        }
    }
    drop(ready);
    let mut words = Vec::new();
    let started = all.by_ref().take(count.into()).read_to_end(&mut words);
    sleep(PATIENCE);
    let stopped = sys::reap(-1, Wait::Never).is_ok_and(|child| child.is_some());
    started.is_err() || words.len() < count as usize || words.contains(&REFUSED) || stopped
}

/// The byte that a process writes if it was refused memory.
const REFUSED: u8 = b'n';

/// Reports the result of allocating memory, and keeps the memory until this process is killed.
fn hold(bytes: usize, mut ready: io::PipeWriter) -> ! {
    let memory = take(bytes);
    let _ = ready.write_all(&[if memory.is_some() { b'y' } else { REFUSED }]);
    drop(ready);
    sleep(FOREVER);
    std::hint::black_box(&memory);
    sys::exit(0)
}

fn write(path: &Path, bytes: u64) -> io::Result<()> {
    let mut file = File::create(path)?;
    let block = [1; 4096];
    let mut left = bytes;
    while left > 0 {
        let part = usize::try_from(left).unwrap_or(usize::MAX).min(block.len());
        file.write_all(block.get(..part).unwrap_or_default())?;
        left -= part as u64;
    }
    Ok(())
}

fn stray(secret: &Path, folder: &Path, process: u32) -> bool {
    fs::read(secret).is_ok()
        || fs::read_dir(folder).is_ok()
        || File::create(folder.join("intruder")).is_ok()
        || fs::read(format!("/proc/{process}/environ")).is_ok_and(|found| !found.is_empty())
}

fn connect() -> bool {
    let kinds = [SocketType::STREAM, SocketType::DGRAM, SocketType::RAW, SocketType::SEQPACKET];
    (0..MOST_FAMILIES).any(|family| {
        kinds.iter().any(|&kind| socket(AddressFamily::from_raw(family as _), kind, None).is_ok())
    })
}
