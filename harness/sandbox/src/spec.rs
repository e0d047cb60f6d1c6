//! The specification of a sandbox: its isolation, its limits, its content.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The means that keep a program away from everything that is not its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Isolation {
    /// Namespaces, a private file system, Landlock, seccomp, limits. Linux only.
    Full,
    /// Limits, and the program wrapped in `bwrap`, which has to be installed. `bwrap` reports
    /// signals as statuses above 128, so such a status is taken for a signal.
    Bwrap,
    /// Limits only: the program can read, write and signal everything that the user who starts it
    /// can.
    None,
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Full => "full",
            Self::Bwrap => "bwrap",
            Self::None => "none",
        })
    }
}

/// The way in which a turn's process is created, for programs that support both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turns {
    /// It is started anew.
    Process,
    /// It is forked from a *warm* process, which has loaded the program but run none of its code.
    ///
    /// This is possible only for programs whose `main` is the C kit's (`player/warm.h` in the kit),
    /// on Linux, under [`Isolation::Full`] and [`Isolation::None`]. If there cannot be a warm
    /// process, a process is started.
    #[default]
    Warm,
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Process => "process",
            Self::Warm => "warm",
        })
    }
}

impl FromStr for Turns {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        match word {
            "process" => Ok(Self::Process),
            "warm" => Ok(Self::Warm),
            _ => Err(UnknownName { word: word.to_owned(), expected: "process, warm".to_owned() }),
        }
    }
}

/// A word that names no isolation, no limit, or no [`Turns`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is not one of: {expected}")]
pub struct UnknownName {
    /// The word given.
    pub word: String,
    /// The words expected.
    pub expected: String,
}

impl FromStr for Isolation {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        match word {
            "full" => Ok(Self::Full),
            "bwrap" => Ok(Self::Bwrap),
            "none" => Ok(Self::None),
            _ => {
                Err(UnknownName { word: word.to_owned(), expected: "full, bwrap, none".to_owned() })
            }
        }
    }
}

/// The measure of one process's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MeteredMemory {
    /// Everything that it maps. An allocation beyond the limit fails.
    #[default]
    AddressSpace,
    /// Resident memory, sampled; for runtimes that map far more than they use (Node, the JVM). As a
    /// backstop, private mappings beyond four times the limit fail.
    Resident,
}

/// The placement of a program's stack, heap and libraries by the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AddressLayout {
    /// Random, as usual.
    #[default]
    Random,
    /// The same addresses every time, for bots whose choices depend on them.
    Fixed,
}

/// Amounts that a program may use. [`Exit::hit`](crate::Exit::hit) reports the limit that was
/// enforced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxLimits {
    /// Bytes of memory of one process.
    pub memory: u64,
    /// The measure of that memory.
    pub memory_by: MeteredMemory,
    /// The most processes and threads at once.
    pub processes: u32,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files: the copied folder, files written to it, `/tmp` and `/dev/shm`.
    pub disk: u64,
    /// CPU time of one process. It is a backstop, rounded up to seconds: callers poll
    /// [`Running::cpu_time`](crate::Running::cpu_time).
    pub cpu: Duration,
    /// Bytes of memory of all processes together. Files in the working folder are included if a
    /// control group counts them.
    pub tree_memory: u64,
}

const MIB: u64 = 1 << 20;

impl Default for SandboxLimits {
    fn default() -> Self {
        Self {
            memory: 256 * MIB,
            memory_by: MeteredMemory::AddressSpace,
            processes: 64,
            file: 16 * MIB,
            disk: 64 * MIB,
            cpu: Duration::from_secs(10),
            tree_memory: 512 * MIB,
        }
    }
}

/// One restriction of a program in a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Limit {
    /// Wall clock time. The caller enforces it with [`Sandbox::kill`](crate::Sandbox::kill).
    Wall,
    /// CPU time. The caller enforces it, with a backstop in the kernel.
    Cpu,
    /// Memory of one process.
    Memory,
    /// Number of processes and threads.
    Processes,
    /// Bytes written to standard output and standard error. The caller enforces it and stops
    /// reading.
    Output,
    /// Size of one file.
    FileSize,
    /// Files outside the working folder.
    Files,
    /// Sockets of every family.
    Sockets,
    /// Signals to processes that are not its own.
    Signals,
    /// Memory of all processes together.
    TreeMemory,
    /// Size of all files.
    Disk,
    /// CPU time outside of its turn. The caller enforces it with [`Rest`](crate::Rest).
    Rest,
}

impl Limit {
    /// All limits, in display order.
    pub const ALL: [Self; 12] = [
        Self::Wall,
        Self::Cpu,
        Self::Memory,
        Self::Processes,
        Self::Output,
        Self::FileSize,
        Self::Files,
        Self::Sockets,
        Self::Signals,
        Self::TreeMemory,
        Self::Disk,
        Self::Rest,
    ];

    /// The limits without which a run must not continue, unless they are waived by name.
    #[must_use]
    pub fn required() -> Vec<Self> {
        let best_effort = [Self::TreeMemory, Self::Disk, Self::Rest];
        Self::ALL.into_iter().filter(|limit| !best_effort.contains(limit)).collect()
    }

    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Cpu => "cpu",
            Self::Memory => "memory",
            Self::Processes => "processes",
            Self::Output => "output",
            Self::FileSize => "file-size",
            Self::Files => "files",
            Self::Sockets => "sockets",
            Self::Signals => "signals",
            Self::TreeMemory => "tree-memory",
            Self::Disk => "disk",
            Self::Rest => "rest",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Limit {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|limit| limit.name() == word).ok_or_else(|| UnknownName {
            word: word.to_owned(),
            expected: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// The arguments of [`Sandbox::open`](crate::Sandbox::open).
#[derive(Clone, Debug)]
pub struct SandboxSpec {
    /// Isolation of programs.
    pub isolation: Isolation,
    /// Amounts that programs may use.
    pub limits: SandboxLimits,
    /// The folder that is copied to the working folder; without one the working folder is empty.
    pub folder: Option<PathBuf>,
    /// Files and folders outside the system's that programs may read and execute at their own
    /// absolute paths, such as interpreters installed elsewhere.
    pub read_only: Vec<PathBuf>,
    /// The number of this sandbox in the run, from 0. It is part of the names of its control
    /// groups.
    pub slot: u32,
    /// Variables added to the clean environment of programs. They replace those of the same name.
    pub env: Vec<(OsString, OsString)>,
    /// Placement of programs in memory.
    pub layout: AddressLayout,
    /// A library that is loaded into every program before its own (`LD_PRELOAD`). The loader can
    /// read the path at which programs find it, wherever the library is.
    pub preload: Option<PathBuf>,
    /// The way in which its turns' processes are created: [`Turns::Process`] suits any program.
    pub turns: Turns,
    /// Limits that are switched off, for waivers and for tests of the probes.
    pub off: Vec<Limit>,
    /// The executable that is started as the launcher, whose `main` begins with
    /// [`enter_if_launched`](crate::enter_if_launched). By default it is this program.
    pub launcher: Option<PathBuf>,
}

impl SandboxSpec {
    /// A sandbox with an empty working folder and the default limits, in slot 0.
    #[must_use]
    pub fn new(isolation: Isolation) -> Self {
        Self {
            isolation,
            limits: SandboxLimits::default(),
            folder: None,
            read_only: Vec::new(),
            slot: 0,
            env: Vec::new(),
            layout: AddressLayout::default(),
            preload: None,
            turns: Turns::Process,
            off: Vec::new(),
            launcher: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_and_isolation_is_read_back_from_its_name() {
        for limit in Limit::ALL {
            assert_eq!(limit.to_string().parse(), Ok(limit));
        }
        for isolation in [Isolation::Full, Isolation::Bwrap, Isolation::None] {
            assert_eq!(isolation.to_string().parse(), Ok(isolation));
        }
        for turns in [Turns::Process, Turns::Warm] {
            assert_eq!(turns.to_string().parse(), Ok(turns));
        }
        assert!("hot".parse::<Turns>().is_err_and(|error| error.to_string().contains("warm")));
        assert!("ful".parse::<Isolation>().is_err_and(|error| error.to_string().contains("bwrap")));
        assert!("disc".parse::<Limit>().is_err_and(|error| error.to_string().contains("disk")));
    }

    #[test]
    fn all_limits_but_three_are_required() {
        assert_eq!(Limit::required().len(), 9);
        assert!(!Limit::required().contains(&Limit::Disk));
    }
}
