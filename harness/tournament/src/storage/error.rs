//! Errors of a run's folder.

use std::io;
use std::path::PathBuf;

use stoker_external::spec::shell_word;

/// The reasons why a run's folder cannot be made, written or read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder is not empty.
    #[error("{} is not empty: give another folder, or --force if a run wrote it", .0.display())]
    NotEmpty(PathBuf),
    /// The folder holds a run that was stopped.
    #[error("{folder} holds a run that was stopped: continue it with `stoker resume {word}`, give another folder, or replace it with --force", folder = .0.display(), word = shell_word(&.0.to_string_lossy()))]
    HoldsStopped(PathBuf),
    /// The folder holds another run.
    #[error("{} cannot be resumed: {}", path.display(), differences.join("; "))]
    Changed {
        /// The folder.
        path: PathBuf,
        /// The differences.
        differences: Vec<String>,
    },
    /// The folder is not a run's.
    #[error("{} has no {file}: give the folder of a run", path.display())]
    Lacks {
        /// The folder.
        path: PathBuf,
        /// The missing file, which would describe the content.
        file: &'static str,
    },
    /// The folder holds files that must not be replaced.
    #[error("{} has no {file}, so {so}: give another folder", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// The missing file, which would describe the content.
        file: &'static str,
        /// The consequence.
        so: &'static str,
    },
    /// The path is a file, or something else that is not a folder.
    #[error("{} is not a folder: give another with --out", .0.display())]
    NotAFolder(PathBuf),
    /// Another process is using the folder.
    #[error("another run is writing to {}: wait for it", .0.display())]
    InUse(PathBuf),
    /// The journal of a finished run is missing, or lacks matches.
    #[error("the journal in {} does not have all matches of the run, so void ones cannot be played again: play the whole run again, in another folder", .0.display())]
    NoJournal(PathBuf),
    /// The folder could not be made.
    #[error("cannot make the folder {}: {source}: give another with --out", path.display())]
    Make {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file is not as a run writes it.
    #[error("{}: {message}: another version wrote it, or it was changed since", path.display())]
    Garbled {
        /// The file.
        path: PathBuf,
        /// The problem.
        message: String,
    },
    /// The ruleset's parameters cannot be written as TOML.
    #[error("the parameters cannot be written as TOML: {0}")]
    Params(#[from] toml::ser::Error),
}
