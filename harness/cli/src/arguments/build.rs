//! `stoker build`: what is typed.

use std::path::PathBuf;

use stoker_sandbox::Isolation;

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker build subs/                 every submission in a folder
  stoker build subs/fox subs/owl     these two
  stoker build subs/fox --again      although it did not change

A submission is a folder with a bot.toml, or with hunter.c or dracula.c. What was built is kept in
$STOKER_BUILDS, or else in ~/.cache/stoker/builds.";

/// `stoker build`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BuildArgs {
    /// Submissions, or folders of them
    #[arg(required = true, value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Build also what was built before and did not change
    #[arg(long)]
    pub(crate) again: bool,
    /// How builds are kept away from everything else: full, bwrap or none
    #[arg(long, value_name = "HOW", default_value = "full")]
    pub(crate) isolation: Isolation,
    /// The rules whose sides submissions play [default: the first of `stoker rulesets`]
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
