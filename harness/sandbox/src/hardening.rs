//! Confinement that only Linux offers: another user, no privileges, and restrictions on system
//! calls and files.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;

use rustix::process::{
    DumpableBehavior, Signal, set_dumpable_behavior, set_parent_process_death_signal,
};

use crate::program_paths::ProgramPaths;
use crate::setup::LauncherSetup;
use crate::sys;
use crate::wire::LaunchRefusal;
use crate::{AddressLayout, Isolation, Limit};

/// Restrictions of a process, ready to be applied.
#[derive(Debug)]
pub(crate) struct Hardening {
    user: Option<u32>,
    /// Set if the kernel may have to choose a process of a group to kill when memory is short.
    badness: Option<Badness>,
    /// The rules for files and signals, if there are any.
    files: Option<OwnedFd>,
    /// True if all privileges are given up.
    powerless: bool,
}

/// The step that failed, and the system's error.
pub(crate) type HardeningFailure = (&'static str, io::Error);

impl Hardening {
    /// Prepares the restrictions. Applies those that do not hinder the server to this process, the
    /// server: programs inherit them, which saves each of them the time.
    ///
    /// `joined` are the limits that a control group enforces, with the means.
    pub(crate) fn prepare(
        setup: &LauncherSetup,
        place: &ProgramPaths,
        joined: &[(Limit, &str)],
    ) -> Result<Self, LaunchRefusal> {
        let failed =
            |what: &str, reason: String| LaunchRefusal::Failed { what: what.into(), reason };
        let in_group = joined.iter().any(|&(limit, _)| limit == Limit::TreeMemory);
        let badness = if in_group { Badness::open() } else { None };
        let powerless = setup.isolation == Isolation::Full;
        if setup.layout == AddressLayout::Fixed {
            sys::fix_addresses().map_err(|error| failed("fix addresses", error.to_string()))?;
        }
        let mut files = None;
        if powerless {
            files = crate::landlock::rules(setup, place)
                .map_err(|error| failed("prepare Landlock", error.to_string()))?;
            refuse_calls(setup).map_err(|(what, error)| failed(what, error.to_string()))?;
        }
        Ok(Self { user: setup.user, badness, files, powerless })
    }

    /// While the returned value lives, the kernel would kill this process first when memory is
    /// short. Processes forked meanwhile keep that property.
    pub(crate) fn offer(&self) -> Option<KillOffer<'_>> {
        self.badness.as_ref().map(KillOffer::new)
    }

    /// Applies the restrictions to the calling process, for good. Leaves the memory as it is.
    pub(crate) fn enter(&self) -> Result<(), HardeningFailure> {
        if let Some(user) = self.user {
            sys::become_user(user).map_err(|error| ("become the sandbox's user", error))?;
            // Dumpability belongs to the memory, which the server may share, and a change of user
            // resets it.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        }
        // A change of user resets this signal, so it is set after that.
        set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(|error| ("ask to end with the server", error.into()))?;
        if self.powerless {
            sys::drop_capabilities().map_err(|error| ("drop capabilities", error))?;
        }
        if let Some(files) = &self.files {
            sys::enter_landlock(files.as_fd()).map_err(|error| ("enter Landlock", error))?;
        }
        Ok(())
    }
}

/// Refuses system calls to this process and its descendants. The server needs none of them any
/// more.
fn refuse_calls(setup: &LauncherSetup) -> Result<(), HardeningFailure> {
    let calls = crate::seccomp::filter(setup).map_err(|error| ("prepare seccomp", error))?;
    rustix::thread::set_no_new_privs(true).map_err(|error| ("give up privileges", error.into()))?;
    seccompiler::apply_filter(&calls)
        .map_err(|error| ("enter seccomp", io::Error::other(error.to_string())))
}

/// The kernel's preference for killing this process when memory is short. It should kill programs
/// rather than the server, which is in the same group.
#[derive(Debug)]
struct Badness {
    file: File,
    /// The original value.
    usual: String,
}

impl Badness {
    /// Returns `None` if the system does not have it, or does not let us write it.
    fn open() -> Option<Self> {
        const PATH: &str = "/proc/self/oom_score_adj";
        let usual = std::fs::read_to_string(PATH).ok()?;
        // A process that is not dumpable cannot open its own file. No program runs yet.
        let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
        let file = File::options().write(true).open(PATH);
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        Some(Self { file: file.ok()?, usual })
    }

    fn set(&self, value: &str) {
        // If this fails, the kernel still chooses the process with the most memory.
        let _ = self.file.write_at(value.as_bytes(), 0);
    }
}

/// While this value lives, this process is the first that the kernel would kill.
///
/// Children inherit that. Each could write it itself, but would have to open the file for that.
#[derive(Debug)]
pub(crate) struct KillOffer<'a> {
    badness: &'a Badness,
}

impl<'a> KillOffer<'a> {
    fn new(badness: &'a Badness) -> Self {
        badness.set("1000");
        Self { badness }
    }
}

impl Drop for KillOffer<'_> {
    fn drop(&mut self) {
        self.badness.set(&self.badness.usual);
    }
}
