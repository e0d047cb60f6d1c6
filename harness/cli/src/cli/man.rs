//! `stoker man`: man pages.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;

use super::Cli;
use super::io::{Exit, Io};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker man | man -l -            the page of stoker itself
  stoker man ~/.local/share/man/man1";

/// `stoker man`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder for the pages, one a verb; without it the page of stoker itself is printed
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[expect(clippy::disallowed_methods, reason = "a folder that was typed for what is written")]
pub(crate) fn run(args: &ManArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    let Some(folder) = &args.folder else {
        let mut page = vec![];
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        io.out.write_all(&page)?;
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("writing man pages to {}", folder.display()))?;
    Ok(Exit::Done)
}
