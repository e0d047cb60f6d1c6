//! `stoker man`: man pages.

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::arguments::Cli;
use crate::arguments::man::ManArgs;
use crate::terminal::io::{CommandExit, Io};

#[expect(clippy::disallowed_methods, reason = "a folder that was typed for what is written")]
pub(crate) fn man(args: &ManArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let Some(folder) = &args.folder else {
        let mut page = vec![];
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        io.out.write_all(&page)?;
        return Ok(CommandExit::Done);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("writing man pages to {}", folder.display()))?;
    Ok(CommandExit::Done)
}
