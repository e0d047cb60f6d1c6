//! What only Linux offers to confine a process with: another user, no privileges, refused system
//! calls and files.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;

use rustix::process::{
    DumpableBehavior, Signal, set_dumpable_behavior, set_parent_process_death_signal,
};

use crate::place::Place;
use crate::setup::Setup;
use crate::sys;
use crate::wire::Refusal;
use crate::{Isolation, Layout, Limit};

/// Walls around a process, ready to be put up.
#[derive(Debug)]
pub(crate) struct Walls {
    user: Option<u32>,
    /// Where the kernel may have to choose whom of a group to end when memory is short.
    badness: Option<Badness>,
    /// The rules for files and signals, where there are any.
    files: Option<OwnedFd>,
    /// True if all privileges are given up.
    powerless: bool,
}

/// What failed, and what the system said.
pub(crate) type Failure = (&'static str, io::Error);

impl Walls {
    /// Prepares them, and puts those up around this process, the server, that do not hinder it:
    /// programs inherit them, and each is spared the time.
    ///
    /// `joined` are the limits that a control group keeps, and how.
    pub(crate) fn prepare(
        setup: &Setup,
        place: &Place,
        joined: &[(Limit, &str)],
    ) -> Result<Self, Refusal> {
        let failed = |what: &str, reason: String| Refusal::Failed { what: what.into(), reason };
        let in_group = joined.iter().any(|&(limit, _)| limit == Limit::TreeMemory);
        let badness = if in_group { Badness::open() } else { None };
        let powerless = setup.isolation == Isolation::Full;
        if setup.layout == Layout::Fixed {
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

    /// As long as the offer lives the kernel would choose this process when memory is short, and
    /// whom this process forks meanwhile for good.
    pub(crate) fn offer(&self) -> Option<Offer<'_>> {
        self.badness.as_ref().map(Offer::new)
    }

    /// Puts them up around the calling process, for good. Leaves the memory as it is.
    pub(crate) fn enter(&self) -> Result<(), Failure> {
        if let Some(user) = self.user {
            sys::become_user(user).map_err(|error| ("become the sandbox's user", error))?;
            // Whether one can be looked into belongs to the memory, which the server may share, and
            // a change of user resets it.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        }
        // A change of user forgets it, so it comes after that.
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

/// Refuses system calls to this process and to all that it starts: the server needs none of them
/// once everything is made.
fn refuse_calls(setup: &Setup) -> Result<(), Failure> {
    let calls = crate::seccomp::filter(setup).map_err(|error| ("prepare seccomp", error))?;
    rustix::thread::set_no_new_privs(true).map_err(|error| ("give up privileges", error.into()))?;
    seccompiler::apply_filter(&calls)
        .map_err(|error| ("enter seccomp", io::Error::other(error.to_string())))
}

/// How readily the kernel ends this process when memory is short: programs rather than the server,
/// which is in the same group.
#[derive(Debug)]
struct Badness {
    file: File,
    /// What it was.
    usual: String,
}

impl Badness {
    /// `None` where the system does not have it, or does not let us write it.
    fn open() -> Option<Self> {
        const PATH: &str = "/proc/self/oom_score_adj";
        let usual = std::fs::read_to_string(PATH).ok()?;
        // A process that cannot be looked into cannot open that of itself. No program runs yet.
        let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
        let file = File::options().write(true).open(PATH);
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        Some(Self { file: file.ok()?, usual })
    }

    fn set(&self, value: &str) {
        // Without it the kernel still chooses who has most.
        let _ = self.file.write_at(value.as_bytes(), 0);
    }
}

/// While it lives, this process is the first that the kernel would end.
///
/// Children inherit that. Each could write it itself, but would have to open the file for it.
#[derive(Debug)]
pub(crate) struct Offer<'a> {
    badness: &'a Badness,
}

impl<'a> Offer<'a> {
    fn new(badness: &'a Badness) -> Self {
        badness.set("1000");
        Self { badness }
    }
}

impl Drop for Offer<'_> {
    fn drop(&mut self) {
        self.badness.set(&self.badness.usual);
    }
}
