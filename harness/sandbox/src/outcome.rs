//! Ends of programs, and errors of sandboxes.

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
    /// A signal of this number ended it: its own crash, a limit, or
    /// [`Sandbox::kill`](crate::Sandbox::kill).
    Signal(i32),
}

/// The end of a spawned program. All of its processes are gone by then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// The status of its main process.
    pub status: Status,
    /// CPU time in user and kernel mode of all its processes. Without a control group, and in
    /// programs that ended within a millisecond, only processes that somebody waited for count. A
    /// child whose parent ignores `SIGCHLD` is not among them.
    pub cpu: Duration,
    /// The largest resident size of one process, or of all together at a sample, in bytes. It is
    /// never below the launcher's own size when it forked, which is some MiB.
    pub peak_memory: u64,
    /// The limit that ended it, or that it was seen to reach.
    pub hit: Option<Limit>,
}

/// The reason why a sandbox could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The launcher could not be started.
    #[error("cannot start the sandbox launcher {}: {error}", program.display())]
    Launch {
        /// The executable.
        program: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// This system lacks something, or does not allow it.
    #[error("this system does not offer {what} ({reason}); {remedy}")]
    Missing {
        /// The missing feature.
        what: String,
        /// The system's error.
        reason: String,
        /// Something to try.
        remedy: String,
    },
    /// The folder cannot be copied. The entrant has to fix that.
    #[error("cannot copy the folder {}: {reason}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The launcher failed, or the connection to it did.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// An error of the sandbox itself, never of an entrant.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The launcher ended, or does not respond.
    #[error("the sandbox's launcher is gone: {0}")]
    Gone(io::Error),
    /// The launcher sent a reply that does not fit the request.
    #[error("the sandbox's launcher answered out of turn while asked to {asked}")]
    OutOfTurn {
        /// The request.
        asked: &'static str,
    },
    /// The request needs a running program, and there is none.
    #[error("no program is running in the sandbox")]
    NotRunning,
    /// A program still runs, or its exit has not been taken.
    #[error("a program is still running in the sandbox")]
    StillRunning,
    /// The working folder is too large to be copied, or nested too deep.
    #[error("the working folder cannot be copied: {reason}")]
    Folder {
        /// The reason.
        reason: String,
    },
    /// An operation of the sandbox itself failed.
    #[error("the sandbox cannot {what}: {reason}")]
    Failed {
        /// The operation.
        what: String,
        /// The system's error.
        reason: String,
    },
}

/// The reason why a program was not started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// The program cannot be run. The entrant has to fix that.
    #[error("cannot run {program}: {reason}")]
    Program {
        /// The program, as it was given.
        program: String,
        /// The reason, and a remedy.
        reason: String,
    },
    /// The sandbox failed.
    #[error("{error}")]
    Sandbox {
        /// The sandbox's error.
        #[from]
        error: SandboxError,
    },
}
