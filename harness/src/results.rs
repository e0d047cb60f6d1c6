//! What a run writes, and where.

pub mod columns;
mod folder;

use std::path::Path;

pub use folder::{FolderError, Opened, RunFolder, Target};

use crate::run::RunSummary;

/// What a run came to, read back from its folder.
///
/// # Errors
/// If a file is missing, or not as a run writes it.
pub fn read_run(folder: &Path) -> Result<RunSummary, FolderError> {
    Err(FolderError::NotARun(folder.to_owned()))
}
