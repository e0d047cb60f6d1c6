//! The sandbox of one match and side, with the process in it.

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::Duration;

use stoker_engine::Seat;
use stoker_sandbox::{
    Exit, Input, Limit, OpenError, Running, Sandbox, SandboxError, SandboxSpec, SpawnError, Turns,
};

use super::sleeper::Sleeper;
use super::waiting::Tasks;
use crate::contract::Trouble;
use crate::contract::waiting::Waiting;
use crate::fault::{FaultKind, reason};
use crate::runnable::MemoryMeasure;
use crate::spec::Protocol;
use crate::{Limits, Runnable, SandboxOptions};

const MIB: u64 = 1 << 20;

/// A sandbox that is opened when it is first needed.
pub(crate) struct SandboxSession {
    spec: SandboxSpec,
    argv: Vec<OsString>,
    sandbox: Option<Sandbox>,
    seat: Seat,
    sleeper: Arc<Sleeper>,
    /// All programs at the table, including itself.
    waiting: Waiting,
}

/// A seat at a table for a program.
pub(crate) struct Chair<'a> {
    /// The number of its sandbox. No two that are used at the same time share one.
    pub(crate) slot: u32,
    /// The first seat that its program decides for.
    pub(crate) seat: Seat,
    /// The programs that wait for their turn.
    pub(crate) waiting: &'a Waiting,
}

impl SandboxSession {
    /// A session for a program. `turns` is the way in which its processes are created, `lifetime`
    /// the most CPU time of one process.
    pub(crate) fn new(
        sandbox_options: &SandboxOptions,
        runnable: &Runnable,
        words: &[String],
        Chair { slot, seat, waiting }: Chair<'_>,
        turns: Turns,
        lifetime: Duration,
    ) -> Self {
        // The kits' players stop themselves by this limit, a little before they are stopped.
        let cpu = ("STOKER_CPU_MS".into(), runnable.limits.cpu_ms.to_string().into());
        // A program that does not live from turn to turn need not be stopped.
        let short_lived = (runnable.protocol == Protocol::Plays).then_some(Limit::Rest);
        let spec = SandboxSpec {
            isolation: sandbox_options.isolation,
            limits: bounds(&runnable.limits, runnable.memory, lifetime),
            folder: runnable.folder.clone(),
            read_only: [&*runnable.read_only, &sandbox_options.read_only].concat(),
            slot,
            env: [&*sandbox_options.env, &[cpu]].concat(),
            layout: sandbox_options.layout,
            preload: sandbox_options.preload.clone(),
            turns,
            off: sandbox_options.off.iter().copied().chain(short_lived).collect(),
            launcher: sandbox_options.launcher.clone(),
        };
        let (argv, sleeper) = (words.iter().map(OsString::from).collect(), Arc::default());
        waiting.join(seat, &sleeper);
        Self { spec, argv, sandbox: None, seat, sleeper, waiting: waiting.clone() }
    }

    /// Opens the sandbox, unless it is open.
    pub(crate) fn open(&mut self) -> Result<(), Trouble> {
        if self.sandbox.is_none() {
            self.waiting.rest();
            let sandbox = Sandbox::open(&self.spec).map_err(|error| match error {
                OpenError::Folder { reason, .. } => {
                    could_not_start(&format!("its folder cannot be copied: {reason}"))
                }
                error @ (OpenError::Launch { .. }
                | OpenError::Missing { .. }
                | OpenError::Sandbox(_)) => Trouble::Void(error.to_string()),
            })?;
            self.sleeper.moves(&sandbox);
            self.sandbox = Some(sandbox);
        }
        Ok(())
    }

    /// Starts the program with this input.
    pub(crate) fn start(&mut self, input: Input<'_>) -> Result<Running, Trouble> {
        self.open()?;
        // Starting the program takes time that belongs to this side.
        self.waiting.rest();
        let sandbox = self.sandbox.as_mut().ok_or_else(gone)?;
        match sandbox.spawn_with(&self.argv, input) {
            Ok(running) => Ok(running),
            Err(SpawnError::Program { program, reason }) => {
                Err(could_not_start(&format!("cannot run `{program}`: {reason}")))
            }
            Err(SpawnError::Sandbox { error }) => Err(self.broken(&error)),
        }
    }

    /// Records that the program is asked, and may run.
    pub(crate) fn asked(&self) {
        self.sleeper.asked();
    }

    /// Records that the program has answered, and waits for its next turn.
    pub(crate) fn answered(&self) {
        self.sleeper.answered();
    }

    /// True if another program at the table runs.
    pub(crate) fn others_run(&self) -> bool {
        self.waiting.is_awake()
    }

    /// Stops all other programs at the table.
    pub(crate) fn rest_others(&self) {
        self.waiting.rest();
    }

    /// The exit of the program, if it has ended.
    pub(crate) fn exit(&mut self) -> Result<Option<Exit>, Trouble> {
        self.sandbox()?.try_exit().map_err(|error| self.broken(&error))
    }

    /// Ends the program and all that it started.
    pub(crate) fn kill(&mut self) -> Result<Exit, Trouble> {
        self.sandbox()?.kill().map_err(|error| self.broken(&error))
    }

    /// A descriptor that becomes readable when the program has ended.
    pub(crate) fn control(&self) -> Option<impl AsFd> {
        self.sandbox.as_ref().map(Sandbox::control)
    }

    /// The time for which each of its tasks has had a processor, or waited for one, so far.
    pub(crate) fn tasks(&self) -> Tasks {
        let sandbox = self.sandbox.as_ref();
        sandbox.map_or_else(Tasks::default, |sandbox| Tasks::of_programs(sandbox.launcher()))
    }

    /// The first seat that its program decides for.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// CPU time of each program at the table so far.
    pub(crate) fn used_by_all(&self) -> Vec<(Seat, Duration)> {
        self.waiting.used()
    }

    /// True if the program's exit is already known.
    pub(crate) fn has_exit(&self) -> bool {
        self.sandbox.as_ref().is_some_and(Sandbox::has_exit)
    }

    /// The number of the newest process in the sandbox; `None` if no process can use time unseen.
    pub(crate) fn newest(&mut self) -> Option<u32> {
        if self.counts_all() {
            return None;
        }
        self.sandbox.as_mut().and_then(Sandbox::newest)
    }

    /// True if [`cpu_time`](Self::cpu_time) misses nothing, and is cheap.
    pub(crate) fn counts_all(&self) -> bool {
        self.sandbox.as_ref().is_some_and(|sandbox| sandbox.account().is_exact())
    }

    /// CPU time of all processes of the program so far, as far as it is known.
    pub(crate) fn cpu_time(&self) -> Duration {
        self.sandbox.as_ref().map_or(Duration::ZERO, Sandbox::cpu_time)
    }

    fn sandbox(&mut self) -> Result<&mut Sandbox, Trouble> {
        self.sandbox.as_mut().ok_or_else(gone)
    }

    /// Handles an error of the sandbox. The next program gets a new sandbox.
    fn broken(&mut self, error: &SandboxError) -> Trouble {
        self.sandbox = None;
        Trouble::Void(error.to_string())
    }
}

fn gone() -> Trouble {
    Trouble::Void("the sandbox is gone".to_owned())
}

/// The fault of a program that could not be started.
pub(crate) fn could_not_start(why: &str) -> Trouble {
    Trouble::Fault(FaultKind::CouldNotStart, reason(why))
}

fn bounds(
    limits: &Limits,
    memory: MemoryMeasure,
    lifetime: Duration,
) -> stoker_sandbox::SandboxLimits {
    let (memory_bytes, disk) = (limits.memory_mib * MIB, limits.disk_mib * MIB);
    stoker_sandbox::SandboxLimits {
        memory: memory_bytes,
        memory_by: match memory {
            MemoryMeasure::Asked => stoker_sandbox::MeteredMemory::AddressSpace,
            MemoryMeasure::Used => stoker_sandbox::MeteredMemory::Resident,
        },
        processes: u32::try_from(limits.processes).unwrap_or(u32::MAX),
        file: limits.file_mib * MIB,
        disk,
        cpu: lifetime,
        // The files of the working folder are in memory, and count as memory.
        tree_memory: memory_bytes + disk,
    }
}
