//! `stoker man`: what is typed.

use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker man | man -l -            the page of stoker itself
  stoker man ~/.local/share/man/man1";

/// `stoker man`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder for the pages, one a verb; without it the page of stoker itself is printed
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}
