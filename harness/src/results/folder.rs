//! The folder of one run.

use std::path::{Path, PathBuf};

use stoker_engine::Game;

use crate::plan::Plan;

/// Where a run is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// In a folder named by the plan, under this one (`results`). A finished run of the same plan
    /// is shown again, a stopped one is replaced, another plan's gets a suffix.
    Under(PathBuf),
    /// Exactly here (`--out`): made if absent, refused unless empty.
    At(PathBuf),
    /// Exactly here (`--out` with `--force`): files that a run wrote are replaced, and only in a
    /// folder that has a `run.toml`.
    Over(PathBuf),
}

/// What was found where a run is to be written.
#[derive(Debug)]
pub enum Opened {
    /// Nothing, or what may be replaced: the run can begin.
    New(RunFolder),
    /// A stopped run of the same plan, whose files are replaced: the run can begin.
    Replaced(RunFolder),
    /// A finished run of the same plan: there is nothing to do but show it.
    Existing(PathBuf),
}

/// The folder of one run, with its `run.toml` in it.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// Why a run's folder cannot be made or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder holds something.
    #[error("{} is not empty: give another folder, or --force if a run wrote it", .0.display())]
    NotEmpty(PathBuf),
    /// The folder holds something that no run wrote.
    #[error("{} has no run.toml, so no run wrote it and nothing there is replaced: give another folder", .0.display())]
    NotARun(PathBuf),
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl RunFolder {
    /// Finds or makes the folder of a plan.
    ///
    /// `command` is what `run.toml` shows as the command that runs the plan again: without
    /// anything that has no say in the results, such as threads or the folder.
    ///
    /// # Errors
    /// If the folder may not be written to, or cannot.
    pub fn open<G: Game>(
        _plan: &Plan<G>,
        _command: &str,
        target: &Target,
    ) -> Result<Opened, FolderError> {
        let (Target::Under(path) | Target::At(path) | Target::Over(path)) = target;
        Ok(Opened::New(Self { path: path.clone() }))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
