//! Runs untrusted programs in a sandbox.
//!
//! A [`Sandbox`] is opened once per match and side. Programs are spawned in it one after the other.
//! They share its working folder, a fresh copy of the entrant's folder. The *launcher* starts them:
//! it is this executable, started again with a private first argument. So every `main` has to begin
//! with [`enter_if_launched`].
//!
//! ```text
//! harness ── control socket ── server, PID 1 of its own process namespace ── program
//!    └────── launcher, which waits for the server and clears up after it
//! ```
//!
//! Programs that can be copied for every turn have a *warm* process between server and turns
//! ([`Turns::Warm`]). The copies are the server's children, like all other programs.
//!
//! The server forks a confined child for every program. So a turn of a program that is started for
//! every turn costs a fork of a small process, not a sandbox. Everything ends when the control
//! socket closes, because the sandbox was dropped or the harness was killed.
//!
//! # Examples
//! ```
//! stoker_sandbox::enter_if_launched(); // the first statement of every `main`
//! ```

mod account;
mod bwrap;
mod cgroup;
mod child;
mod clock_and_addresses;
mod confine;
mod copy;
#[cfg(target_os = "linux")]
mod hardening;
mod hostile_acts;
#[cfg(target_os = "linux")]
mod landlock;
mod launch;
mod mappings;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespaces;
mod outcome;
mod probe;
mod program_paths;
mod run;
mod running;
mod sampler;
mod sandbox;
#[cfg(target_os = "linux")]
mod seccomp;
mod server;
mod setup;
mod spec;
mod sys;
mod tree;
mod users;
#[cfg_attr(not(target_os = "linux"), path = "no_warm.rs")]
mod warm;
mod wire;

pub use account::Account;
pub use clock_and_addresses::{ClockAndAddresses, probe_clock_and_addresses};
pub use copy::{CopyError, copy_folder};
pub use outcome::{Exit, OpenError, SandboxError, SpawnError, Status};
pub use probe::{Probe, probe};
pub use program_paths::Temporary;
pub use running::{Input, Running};
pub use sandbox::{Rest, Sandbox};
pub use spec::{
    AddressLayout, Isolation, Limit, MeteredMemory, SandboxLimits, SandboxSpec, Turns, UnknownName,
};

/// Runs the launcher if this process was started for that. Then it never returns.
///
/// Call it as the first statement of `main`, before any thread is started, because the launcher
/// forks.
pub fn enter_if_launched() {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next() {
        Some(first) if first == sandbox::LAUNCH => {
            sys::forget_ignored();
            sys::exit(launch::launch())
        }
        Some(first) if first == hostile_acts::ACT => {
            sys::exit(hostile_acts::run_named(arguments.next()))
        }
        _ => sys::hear_of_children(),
    }
}
