//! The arguments of `stoker completions`.

use clap_complete::Shell;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker completions bash > ~/.local/share/bash-completion/completions/stoker
  stoker completions zsh > \"${fpath[1]}/_stoker\"
  stoker completions fish > ~/.config/fish/completions/stoker.fish";

/// `stoker completions`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
