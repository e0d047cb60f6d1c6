//! The arguments of `stoker man`.

use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker man | man -l -            the page of stoker itself
  stoker man ~/.local/share/man/man1";

/// `stoker man`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder for the man pages, one for each verb [default: print the page of stoker itself]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}
