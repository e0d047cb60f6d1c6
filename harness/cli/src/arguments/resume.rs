//! `stoker resume`: what is typed.

use std::path::PathBuf;

use super::options::{JsonFlag, ReportFlag, threads_parser};
use super::outside::WallArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker resume results/mine
  stoker resume copied/results --entrants copied/subs     a run that was moved
  stoker resume results/mine --again-void                 with another try at void matches

A run that was played with less than full isolation is resumed only if its --isolation and --waive
are typed again: its folder may come from somebody else.
Exit status: 0 if the run is finished now, 3 if it is but more than 1% of its matches are void, 130
after Ctrl-C, 2 if it cannot go on. A run that is finished is shown, and not changed.";

/// `stoker resume`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ResumeArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Where the entrants' folders are now: they are known by what is in them
    #[arg(long, value_name = "DIR")]
    pub(crate) entrants: Option<PathBuf>,
    /// Play void matches again, which could not be decided because the machine failed; works on a
    /// finished run too
    #[arg(long)]
    pub(crate) again_void: bool,
    /// The map file that was played on, if the map did not come with the program
    #[arg(long, value_name = "F")]
    pub(crate) map: Option<String>,
    /// Matches played at once [default: the cores there are]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = threads_parser())]
    pub(crate) threads: Option<u16>,
    /// Print nothing but errors, and JSON if asked for
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) report: ReportFlag,
    #[command(flatten)]
    pub(crate) json: Option<JsonFlag>,
    #[command(flatten)]
    pub(crate) walls: WallArgs,
}
