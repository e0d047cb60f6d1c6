//! `stoker completions`: prints a completion script for a shell.

use clap::CommandFactory as _;

use crate::arguments::Cli;
use crate::arguments::completions::CompletionsArgs;
use crate::terminal::io::{Exit, Io};

pub(crate) fn completions(args: &CompletionsArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    // Made in memory first: the generator panics where a pipe is closed.
    let mut text = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), "stoker", &mut text);
    io.out.write_all(&text)?;
    Ok(Exit::Done)
}
