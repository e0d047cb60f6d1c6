//! Checks of the clock and the addresses that programs see, made by a program in the sandbox.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant, UNIX_EPOCH};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::hostile_acts::{ACT, Act};
use crate::{Isolation, OpenError, Sandbox, SandboxError, SandboxSpec, SpawnError, Turns};

/// Clocks that differ by less than this count as equal.
const APART: Duration = Duration::from_secs(3_600);
/// The longest time for a check; if it takes longer, something is wrong with the sandbox.
const FOREVER: Duration = Duration::from_secs(30);

/// The clock and the addresses that programs of a sandbox see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockAndAddresses {
    /// Two processes see the same time, which is not the real one.
    pub still_clock: bool,
    /// Stack, heap, program and C library are at the same addresses in two processes.
    pub fixed_addresses: bool,
    /// The times and addresses seen, as text.
    pub detail: String,
}

/// Runs two processes, one after the other, that report the clock and their addresses. They run
/// this same program, and are started like every program of such a sandbox.
///
/// # Errors
///
/// The errors of [`Sandbox::open`]; [`OpenError::Sandbox`] also if the program cannot be started in
/// the sandbox.
pub fn probe_clock_and_addresses(spec: &SandboxSpec) -> Result<ClockAndAddresses, OpenError> {
    let own = spec.launcher.clone().map_or_else(std::env::current_exe, Ok);
    let own: PathBuf = own
        .and_then(|own| own.canonicalize())
        .map_err(|error| OpenError::Launch { program: "this program".into(), error })?;
    let mut spec = SandboxSpec { folder: None, turns: Turns::Process, ..spec.clone() };
    spec.read_only.push(own.clone());
    let act = serde_json::to_string(&Act::Look).unwrap_or_default();
    let argv = [own.into_os_string(), ACT.into(), act.into()];
    let mut sandbox = Sandbox::open(&spec)?;
    let mut look = || look(&mut sandbox, spec.isolation, &argv);
    let seen = [look()?, look()?];
    let real = UNIX_EPOCH.elapsed().unwrap_or_default();
    Ok(compared(&seen, real))
}

fn compared(seen: &[String; 2], real: Duration) -> ClockAndAddresses {
    let parts = seen.each_ref().map(|seen| seen.trim().split_once(' '));
    let [Some((first, here)), Some((second, there))] = parts else {
        let detail = format!("a program said {:?} and {:?}", seen[0], seen[1]);
        return ClockAndAddresses { still_clock: false, fixed_addresses: false, detail };
    };
    let moment = first.parse().map(Duration::from_secs).unwrap_or(real);
    ClockAndAddresses {
        still_clock: first == second && moment.abs_diff(real) > APART,
        fixed_addresses: here == there,
        detail: format!(
            "two processes saw the times {first} and {second}, the addresses {here} and {there}"
        ),
    }
}

/// Runs the program to its end; returns what it printed.
fn look(
    sandbox: &mut Sandbox,
    isolation: Isolation,
    argv: &[OsString],
) -> Result<String, SandboxError> {
    let failed = |reason: String| SandboxError::Failed { what: "run its probe".into(), reason };
    // Under `bwrap` acts run as programs already, and find this program wherever it is.
    let started = match isolation {
        Isolation::Bwrap => sandbox.act(Act::Look),
        Isolation::Full | Isolation::None => sandbox.spawn(argv),
    };
    let running = match started {
        Ok(running) => running,
        Err(SpawnError::Sandbox { error }) => return Err(error),
        Err(error @ SpawnError::Program { .. }) => return Err(failed(error.to_string())),
    };
    let start = Instant::now();
    while sandbox.try_exit()?.is_none() {
        if start.elapsed() > FOREVER {
            sandbox.kill()?;
            break;
        }
        let mut fds = [PollFd::from_borrowed_fd(sandbox.control(), PollFlags::IN)];
        // The loop checks again even if the wait was interrupted.
        let _ = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 10_000_000 }));
    }
    let mut printed = String::new();
    let read = File::from(running.stdout).read_to_string(&mut printed);
    read.map_err(|error| failed(error.to_string()))?;
    Ok(printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_goes_and_addresses_that_move_are_noticed() {
        let seen = |first: &str, second: &str| {
            let both = [first, second].map(str::to_owned);
            let found = compared(&both, Duration::from_secs(1_000_000));
            (found.still_clock, found.fixed_addresses)
        };
        assert_eq!(seen("5 0x1 0x2\n", "5 0x1 0x2\n"), (true, true));
        assert_eq!(seen("5 0x1 0x2", "6 0x1 0x3"), (false, false));
        assert_eq!(seen("1000000 0x1", "1000000 0x1"), (false, true), "the real clock");
        assert_eq!(seen("", "5 0x1"), (false, false));
    }
}
