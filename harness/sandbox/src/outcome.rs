//! How a program ended, and what can go wrong with a sandbox.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Limit;

/// The exit status of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// It ended by itself, with this status (0 to 255).
    Code(i32),
    /// A signal of this number ended it: its own crash, a limit, or [`Sandbox::kill`](crate::Sandbox::kill).
    Signal(i32),
}

/// How a spawned program ended. All of its processes are gone by then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// The status of its main process.
    pub status: Status,
    /// CPU time in user and kernel mode of all its processes. Where no control group counts it, and
    /// in programs that were over in a millisecond, of those that somebody waited for: a child whose
    /// parent ignores `SIGCHLD` is not counted there.
    pub cpu: Duration,
    /// Bytes: the largest resident size of one process, or of all together at a sample. It is
    /// never below what the launcher itself had when it forked, some MiB.
    pub peak_memory: u64,
    /// The limit that cut it, or that it was seen to reach.
    pub hit: Option<Limit>,
}

/// Why a sandbox could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The launcher could not be started.
    #[error("cannot start the sandbox launcher {}: {error}", program.display())]
    Launch {
        /// The executable.
        program: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// This system lacks something, or does not allow it.
    #[error("this system does not offer {what} ({reason}); {remedy}")]
    Missing {
        /// What is missing.
        what: String,
        /// What the system said.
        reason: String,
        /// What to try.
        remedy: String,
    },
    /// The folder cannot be copied: the entrant's to mend.
    #[error("cannot copy the folder {}: {reason}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
    /// The launcher broke down, or the connection to it did.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// An error of the sandbox itself: never an entrant's.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The launcher ended, or cannot be talked to.
    #[error("the sandbox's launcher is gone: {0}")]
    Gone(io::Error),
    /// The launcher said something that does not belong here.
    #[error("the sandbox's launcher answered out of turn while asked to {asked}")]
    OutOfTurn {
        /// What it was asked to do.
        asked: &'static str,
    },
    /// Asked of a sandbox in which no program runs.
    #[error("no program is running in the sandbox")]
    NotRunning,
    /// Asked of a sandbox in which a program still runs, or whose exit nobody took.
    #[error("a program is still running in the sandbox")]
    StillRunning,
    /// The working folder is not to be copied: it is too large, or nested too deep.
    #[error("the working folder cannot be copied: {reason}")]
    Folder {
        /// Why.
        reason: String,
    },
    /// Something that the sandbox does for itself failed.
    #[error("the sandbox cannot {what}: {reason}")]
    Failed {
        /// What.
        what: String,
        /// What the system said.
        reason: String,
    },
}

/// Why a program was not started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// It cannot be: the entrant's to mend.
    #[error("cannot run {program}: {reason}")]
    Program {
        /// The program, as it was given.
        program: String,
        /// Why, and what to change.
        reason: String,
    },
    /// The sandbox failed.
    #[error("{error}")]
    Sandbox {
        /// How.
        #[from]
        error: SandboxError,
    },
}
