//! A sandbox as it was asked for, and what follows from that alone.

use std::ffi::OsString;
use std::io;

use serde::{Deserialize, Serialize};

use crate::{Isolation, Layout, Limit, Limits, SandboxSpec, Turns};

/// How many processes of its own `bwrap` keeps for each program.
const WRAPPER_PROCESSES: u32 = 2;

/// A [`SandboxSpec`] as the launcher gets it: paths absolute, and any bytes in them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) isolation: Isolation,
    pub(crate) limits: Limits,
    pub(crate) folder: Option<OsString>,
    pub(crate) read_only: Vec<OsString>,
    pub(crate) slot: u32,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) layout: Layout,
    pub(crate) preload: Option<OsString>,
    pub(crate) turns: Turns,
    pub(crate) off: Vec<Limit>,
    /// Where working folders are made that cannot be private.
    pub(crate) temp: OsString,
    /// The harness's process, after which control groups are named.
    pub(crate) harness: u32,
    /// The user that its programs run as, which the launcher chooses; none if they run as their
    /// starter.
    #[serde(skip)]
    pub(crate) user: Option<u32>,
}

impl Setup {
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

    /// How many processes and threads there may be, with those that `bwrap` keeps.
    pub(crate) fn most_processes(&self) -> u64 {
        let wrapper = if self.isolation == Isolation::Bwrap { WRAPPER_PROCESSES } else { 0 };
        u64::from(self.limits.processes) + u64::from(wrapper)
    }

    /// How many processes of ours there may be among those that the kernel counts as programs'.
    pub(crate) fn warm_processes(&self) -> u64 {
        u64::from(self.can_be_warm())
    }

    /// True if turns are to be forked from a warm process.
    pub(crate) fn can_be_warm(&self) -> bool {
        // The kit knows how on these processors.
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
