//! What a sandbox is asked to be: how it isolates, what it allows, what it holds.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a program is kept away from everything that is not its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Isolation {
    /// Namespaces, a private file system, Landlock, seccomp, limits. Linux only.
    Full,
    /// Limits, and the program wrapped in `bwrap`, which has to be installed. It tells signals as
    /// statuses above 128: such a status is taken for a signal.
    Bwrap,
    /// Limits only: the program can read, write and signal whatever its starter can.
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

/// How the process of a turn comes about, for programs that can be served both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turns {
    /// It is started.
    Process,
    /// It is forked from a *warm* process, which has loaded the program and run none of its code.
    ///
    /// Only programs whose `main` is the C kit's can be served so (`player/warm.h` in the kit), on
    /// Linux, under [`Isolation::Full`] and [`Isolation::None`]. Where there cannot be a warm
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

/// A word that names no isolation, no limit, or no way to serve turns.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is not one of: {expected}")]
pub struct UnknownName {
    /// What was given.
    pub word: String,
    /// What would have been understood.
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

/// What counts as the memory of one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Memory {
    /// Everything that it maps: an allocation beyond the limit fails.
    #[default]
    AddressSpace,
    /// What is resident, sampled; for runtimes that map far more than they use (Node, the JVM).
    /// Private mappings of four times the limit fail, as a backstop.
    Resident,
}

/// Where the kernel puts a program's stack, heap and libraries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Layout {
    /// At random, as usual.
    #[default]
    Random,
    /// At the same addresses every time, for bots whose choices depend on them.
    Fixed,
}

/// How much a program may use. What is cut is told in [`Exit::hit`](crate::Exit::hit).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory that one process may have.
    pub memory: u64,
    /// What counts as that.
    pub memory_by: Memory,
    /// How many processes and threads there may be at once.
    pub processes: u32,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files: the copied folder, what is written beside it, `/tmp`, `/dev/shm`.
    pub disk: u64,
    /// CPU time of one process. A backstop, rounded up to seconds: callers poll
    /// [`Running::cpu_time`](crate::Running::cpu_time).
    pub cpu: Duration,
    /// Bytes of memory of all processes together, files in the working folder included where a
    /// control group counts them.
    pub tree_memory: u64,
}

const MIB: u64 = 1 << 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 256 * MIB,
            memory_by: Memory::AddressSpace,
            processes: 64,
            file: 16 * MIB,
            disk: 64 * MIB,
            cpu: Duration::from_secs(10),
            tree_memory: 512 * MIB,
        }
    }
}

/// One thing that a sandbox holds a program to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Limit {
    /// Time on the wall; kept by the caller with [`Sandbox::kill`](crate::Sandbox::kill).
    Wall,
    /// CPU time; kept by the caller, with a backstop in the kernel.
    Cpu,
    /// Memory of one process.
    Memory,
    /// Number of processes and threads.
    Processes,
    /// Bytes written to standard output and standard error; kept by the caller, who stops reading.
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
    /// Processor time while it is not its turn; kept by the caller with [`Rest`](crate::Rest).
    Rest,
}

impl Limit {
    /// Every limit, in the order in which they are shown.
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

    /// The limits without which a run must not go on, unless they are waived by name.
    #[must_use]
    pub fn required() -> Vec<Self> {
        let best_effort = [Self::TreeMemory, Self::Disk, Self::Rest];
        Self::ALL.into_iter().filter(|limit| !best_effort.contains(limit)).collect()
    }

    /// Its name on the command line and in files.
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

/// Everything that [`Sandbox::open`](crate::Sandbox::open) needs to know.
#[derive(Clone, Debug)]
pub struct SandboxSpec {
    /// How programs are isolated.
    pub isolation: Isolation,
    /// How much they may use.
    pub limits: Limits,
    /// The folder of which the working folder becomes a fresh copy; without one it is empty.
    pub folder: Option<PathBuf>,
    /// Files and folders that programs may read and execute at their own absolute paths, besides
    /// the system's: interpreters that live elsewhere.
    pub read_only: Vec<PathBuf>,
    /// Which of the run's sandboxes this is, from 0: control groups are named after it.
    pub slot: u32,
    /// Variables that programs get besides the clean environment; they replace those of one name.
    pub env: Vec<(OsString, OsString)>,
    /// Whether addresses are random.
    pub layout: Layout,
    /// A library that is loaded into every program before its own (`LD_PRELOAD`). Programs find it
    /// under a path that the loader can read, wherever it is.
    pub preload: Option<PathBuf>,
    /// How its programs' processes come about: [`Turns::Process`] for any program.
    pub turns: Turns,
    /// Limits that are switched off: only for waivers, and for tests of the probes.
    pub off: Vec<Limit>,
    /// The executable that is started as the launcher, whose `main` begins with
    /// [`enter_if_launched`](crate::enter_if_launched). Without one it is this program.
    pub launcher: Option<PathBuf>,
}

impl SandboxSpec {
    /// A sandbox with an empty working folder and the default limits, in slot 0.
    #[must_use]
    pub fn new(isolation: Isolation) -> Self {
        Self {
            isolation,
            limits: Limits::default(),
            folder: None,
            read_only: Vec::new(),
            slot: 0,
            env: Vec::new(),
            layout: Layout::default(),
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
