//! What only Linux offers to confine a process with: another user, no privileges, refused system
//! calls and files.

use std::io;

use rustix::process::{
    DumpableBehavior, Signal, set_dumpable_behavior, set_parent_process_death_signal,
};

use crate::place::{Place, own_user};
use crate::sys;
use crate::wire::{Refusal, Setup};
use crate::{Isolation, Layout};

/// Walls around a process, ready to be put up.
#[derive(Debug)]
pub(crate) struct Walls {
    user: Option<u32>,
    /// Whether the kernel may have to choose whom of a group to end when memory is short.
    in_group: bool,
    layout: Layout,
    filters: Option<Filters>,
}

/// What refuses system calls; only under full isolation.
#[derive(Debug)]
struct Filters {
    calls: seccompiler::BpfProgram,
    files: landlock::RulesetCreated,
}

/// What failed, and what the system said.
pub(crate) type Failure = (&'static str, io::Error);

impl Walls {
    pub(crate) fn prepare(setup: &Setup, place: &Place, in_group: bool) -> Result<Self, Refusal> {
        let full = setup.isolation == Isolation::Full;
        let filters = full.then(|| Filters::prepare(setup, place)).transpose()?;
        Ok(Self { user: own_user(setup), in_group, layout: setup.layout, filters })
    }

    /// Puts them up around the calling process, for good, which can be done once in a process.
    pub(crate) fn enter(&mut self) -> Result<(), Failure> {
        if self.in_group {
            offer_oneself();
        }
        if let Some(user) = self.user {
            sys::become_user(user).map_err(|error| ("become the slot's user", error))?;
        }
        // A change of user forgets it, so it comes after that.
        set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(|error| ("ask to end with the server", error.into()))?;
        if self.layout == Layout::Fixed {
            sys::fix_addresses().map_err(|error| ("fix addresses", error))?;
        }
        self.filters.take().map_or(Ok(()), Filters::enter)
    }
}

impl Filters {
    fn prepare(setup: &Setup, place: &Place) -> Result<Self, Refusal> {
        let failed = |what: &str, reason: String| Refusal::Failed { what: what.into(), reason };
        let calls = crate::seccomp::filter(setup);
        let files = crate::landlock::rules(setup, place);
        Ok(Self {
            calls: calls.map_err(|error| failed("prepare seccomp", error.to_string()))?,
            files: files.map_err(|error| failed("prepare Landlock", error.to_string()))?,
        })
    }

    fn enter(self) -> Result<(), Failure> {
        sys::drop_capabilities().map_err(|error| ("drop capabilities", error))?;
        rustix::thread::set_no_new_privs(true)
            .map_err(|error| ("give up privileges", error.into()))?;
        self.files
            .restrict_self()
            .map_err(|error| ("enter Landlock", io::Error::other(error.to_string())))?;
        seccompiler::apply_filter(&self.calls)
            .map_err(|error| ("enter seccomp", io::Error::other(error.to_string())))
    }
}

/// Has the kernel choose this process rather than the server, which is in the same group, when
/// memory is short. A process that cannot be looked into cannot write that about itself.
fn offer_oneself() {
    let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}
