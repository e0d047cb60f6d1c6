//! The arguments of `stoker build`.

use std::path::PathBuf;

use stoker_sandbox::Isolation;

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker build subs/                 every submission in a folder
  stoker build subs/fox subs/owl     these two
  stoker build subs/fox --again      even if it has not changed

  A submission is a folder with a bot.toml, or with hunter.c or dracula.c. Builds are kept in
  $STOKER_BUILDS, or else in ~/.cache/stoker/builds.";

/// `stoker build`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BuildArgs {
    /// Submissions, or folders of submissions
    #[arg(required = true, value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Build again even if the submission has not changed since its last build
    #[arg(long)]
    pub(crate) again: bool,
    /// Isolation of builds from the rest of the machine: full, bwrap or none
    #[arg(long, value_name = "HOW", default_value = "full")]
    pub(crate) isolation: Isolation,
    /// The ruleset that the submissions play [default: the first of `stoker rulesets`]
    #[arg(long, value_name = "R")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
