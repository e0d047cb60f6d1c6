//! The arguments of `stoker builds`.

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker builds                      list all, least recently used first
  stoker builds --older-than 30      remove what has not been used for 30 days
  stoker builds --max-mib 2000       remove the least recently used until 2000 MiB remain
  stoker builds --max-mib 0          remove everything
  stoker builds --check              remove what was changed or damaged

Submissions and builds are kept in $STOKER_BUILDS, or else in ~/.cache/stoker/builds. stoker can
make all of them again, except the copies of submissions whose folders have changed: a stopped run
needs these. Nothing is removed while another stoker uses the folder. When less than a tenth of the
disk is free, stoker itself removes what has not been used for a day.";

/// `stoker builds`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BuildsArgs {
    /// Remove what has not been used for this many days
    #[arg(long, value_name = "DAYS")]
    pub(crate) older_than: Option<u32>,
    /// Remove the least recently used until at most this many MiB remain
    #[arg(long, value_name = "MIB")]
    pub(crate) max_mib: Option<u64>,
    /// Remove what was changed or damaged since it was kept
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
