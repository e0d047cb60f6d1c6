//! The arguments of `stoker maps`.

use super::options::JsonFlag;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker maps
  stoker league random --map tiny";

/// `stoker maps`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct MapsArgs {
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
