//! The setup of a sandbox, and values derived from it.

use std::ffi::OsString;
use std::io;

use serde::{Deserialize, Serialize};

use crate::{AddressLayout, Isolation, Limit, SandboxLimits, SandboxSpec, Turns};

/// The number of processes that `bwrap` keeps for each program.
const WRAPPER_PROCESSES: u32 = 2;

/// A [`SandboxSpec`] as the launcher gets it: with absolute paths, which may hold any bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LauncherSetup {
    pub(crate) isolation: Isolation,
    pub(crate) limits: SandboxLimits,
    pub(crate) folder: Option<OsString>,
    pub(crate) read_only: Vec<OsString>,
    pub(crate) slot: u32,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) layout: AddressLayout,
    pub(crate) preload: Option<OsString>,
    pub(crate) turns: Turns,
    pub(crate) off: Vec<Limit>,
    /// The parent of working folders that cannot be private.
    pub(crate) temp: OsString,
    /// The harness's process id, which is part of the names of control groups.
    pub(crate) harness: u32,
    /// The user of the programs, chosen by the launcher; `None` if they run as the user who started
    /// them.
    #[serde(skip)]
    pub(crate) user: Option<u32>,
}

impl LauncherSetup {
    pub(crate) fn new(spec: &SandboxSpec) -> io::Result<Self> {
        let preload = spec.preload.as_ref().map(std::path::absolute).transpose()?;
        let read_only =
            spec.read_only.iter().map(|path| Ok(std::path::absolute(path)?.into_os_string()));
        Ok(Self {
            isolation: spec.isolation,
            limits: spec.limits.clone(),
            folder: spec
                .folder
                .as_ref()
                .map(|folder| folder.canonicalize())
                .transpose()?
                .map(Into::into),
            read_only: read_only.collect::<io::Result<_>>()?,
            slot: spec.slot,
            env: spec.env.clone(),
            layout: spec.layout,
            preload: preload.map(Into::into),
            turns: spec.turns,
            off: spec.off.clone(),
            temp: std::env::temp_dir().into_os_string(),
            harness: std::process::id(),
            user: None,
        })
    }

    /// True if programs get a file system of their own.
    pub(crate) fn has_private_files(&self) -> bool {
        cfg!(target_os = "linux") && self.isolation == Isolation::Full && self.on(Limit::Files)
    }

    /// True if programs get a process namespace of their own.
    pub(crate) fn has_private_processes(&self) -> bool {
        cfg!(target_os = "linux") && self.isolation == Isolation::Full && self.on(Limit::Signals)
    }

    /// The most processes and threads allowed, including those of `bwrap`.
    pub(crate) fn most_processes(&self) -> u64 {
        let wrapper = if self.isolation == Isolation::Bwrap { WRAPPER_PROCESSES } else { 0 };
        u64::from(self.limits.processes) + u64::from(wrapper)
    }

    /// The number of our own processes that the kernel may count among the programs' processes.
    pub(crate) fn warm_processes(&self) -> u64 {
        u64::from(self.can_be_warm())
    }

    /// True if turns are to be forked from a warm process.
    pub(crate) fn can_be_warm(&self) -> bool {
        // The kit supports these processors.
        let known = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
        let here = cfg!(target_os = "linux") && known && self.isolation != Isolation::Bwrap;
        here && self.turns == Turns::Warm
    }

    /// True if programs are stopped while it is not their turn.
    pub(crate) fn can_rest(&self) -> bool {
        self.has_private_processes() && self.on(Limit::Rest)
    }

    /// True if a limit is in force.
    pub(crate) fn on(&self, limit: Limit) -> bool {
        !self.off.contains(&limit)
    }
}
