//! `stoker completions`: what a shell needs to complete commands.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::Cli;
use super::io::{Exit, Io};

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker completions bash > ~/.local/share/bash-completion/completions/stoker
  stoker completions zsh > \"${fpath[1]}/_stoker\"
  stoker completions fish > ~/.config/fish/completions/stoker.fish";

/// `stoker completions`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
    // Made in memory first: the generator panics where a pipe is closed.
    let mut text = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), "stoker", &mut text);
    io.out.write_all(&text)?;
    Ok(Exit::Done)
}
