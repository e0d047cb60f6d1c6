//! A sandbox for one match and side, and the process in it.

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::time::Duration;

use stoker_launcher::{
    Exit, Input, OpenError, Running, Sandbox, SandboxError, SandboxSpec, SpawnError, Turns,
};

use super::runnable::Memory;
use super::verdict::reason;
use super::waiting::Waits;
use super::{Limits, Runnable, Setting};
use crate::fault::FaultKind;
use crate::referee::outside::Trouble;

const MIB: u64 = 1 << 20;

/// A sandbox that is opened when it is first needed.
pub(super) struct Session {
    spec: SandboxSpec,
    argv: Vec<OsString>,
    sandbox: Option<Sandbox>,
}

impl Session {
    /// A place for a program to play; `turns` says how its processes come about, `lifetime` is the
    /// most processor time that one process of it may come to.
    pub(super) fn new(
        setting: &Setting,
        runnable: &Runnable,
        words: &[String],
        slot: u32,
        turns: Turns,
        lifetime: Duration,
    ) -> Self {
        // What the kits' players stop themselves by, a little before they are stopped.
        let cpu = ("STOKER_CPU_MS".into(), runnable.limits.cpu_ms.to_string().into());
        let spec = SandboxSpec {
            isolation: setting.isolation,
            limits: bounds(&runnable.limits, runnable.memory, lifetime),
            folder: runnable.folder.clone(),
            read_only: [&*runnable.read_only, &setting.read_only].concat(),
            slot,
            env: [&*setting.env, &[cpu]].concat(),
            layout: setting.layout,
            preload: setting.preload.clone(),
            turns,
            off: setting.off.clone(),
            launcher: setting.launcher.clone(),
        };
        Self { spec, argv: words.iter().map(OsString::from).collect(), sandbox: None }
    }

    /// Makes the place ready, if it is not yet.
    pub(super) fn open(&mut self) -> Result<(), Trouble> {
        if self.sandbox.is_none() {
            self.sandbox = Some(Sandbox::open(&self.spec).map_err(|error| match error {
                OpenError::Folder { reason, .. } => {
                    could_not_start(&format!("its folder cannot be copied: {reason}"))
                }
                error @ (OpenError::Launch { .. }
                | OpenError::Missing { .. }
                | OpenError::Sandbox(_)) => Trouble::Void(error.to_string()),
            })?);
        }
        Ok(())
    }

    /// Starts the program, with this to read.
    pub(super) fn start(&mut self, input: Input<'_>) -> Result<Running, Trouble> {
        self.open()?;
        let sandbox = self.sandbox.as_mut().ok_or_else(gone)?;
        match sandbox.spawn_with(&self.argv, input) {
            Ok(running) => Ok(running),
            Err(SpawnError::Program { program, reason }) => {
                Err(could_not_start(&format!("cannot run `{program}`: {reason}")))
            }
            Err(SpawnError::Sandbox { error }) => Err(self.broken(&error)),
        }
    }

    /// How the program ended, if it did.
    pub(super) fn exit(&mut self) -> Result<Option<Exit>, Trouble> {
        self.sandbox()?.try_exit().map_err(|error| self.broken(&error))
    }

    /// Ends the program and all that it started.
    pub(super) fn kill(&mut self) -> Result<Exit, Trouble> {
        self.sandbox()?.kill().map_err(|error| self.broken(&error))
    }

    /// What becomes readable when the program has ended.
    pub(super) fn control(&self) -> Option<impl AsFd> {
        self.sandbox.as_ref().map(Sandbox::control)
    }

    /// For how long the processes in it have waited for a processor so far.
    pub(super) fn waits(&self) -> Waits {
        self.sandbox
            .as_ref()
            .map_or_else(Waits::default, |sandbox| Waits::of_programs(sandbox.launcher()))
    }

    /// Processor time that all processes of the program have used so far, as far as that is known.
    pub(super) fn cpu_time(&self) -> Duration {
        self.sandbox.as_ref().map_or(Duration::ZERO, Sandbox::cpu_time)
    }

    fn sandbox(&mut self) -> Result<&mut Sandbox, Trouble> {
        self.sandbox.as_mut().ok_or_else(gone)
    }

    /// An error of the sandbox; the next program gets a new one.
    fn broken(&mut self, error: &SandboxError) -> Trouble {
        self.sandbox = None;
        Trouble::Void(error.to_string())
    }
}

fn gone() -> Trouble {
    Trouble::Void("the sandbox is gone".to_owned())
}

/// That a program could not be started, and why.
pub(super) fn could_not_start(why: &str) -> Trouble {
    Trouble::Fault(FaultKind::CouldNotStart, reason(why))
}

fn bounds(limits: &Limits, memory: Memory, lifetime: Duration) -> stoker_launcher::Limits {
    let (memory_bytes, disk) = (limits.memory_mib * MIB, limits.disk_mib * MIB);
    stoker_launcher::Limits {
        memory: memory_bytes,
        memory_by: match memory {
            Memory::Asked => stoker_launcher::Memory::AddressSpace,
            Memory::Used => stoker_launcher::Memory::Resident,
        },
        processes: u32::try_from(limits.processes).unwrap_or(u32::MAX),
        file: limits.file_mib * MIB,
        disk,
        cpu: lifetime,
        // The files of the working folder lie in memory, and are counted with the rest.
        tree_memory: memory_bytes + disk,
    }
}
