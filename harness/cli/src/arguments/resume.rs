//! The arguments of `stoker resume`.

use std::path::PathBuf;

use super::league_options::FileArgs;
use super::league_options::IsolationArgs;
use super::options::{JsonFlag, ReportFlag, threads_parser};
use super::pages::LiveArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker resume results/mine
  stoker resume copied/results --entrants copied/subs     a run that was moved
  stoker resume results/mine --again-void                 play void matches again

A run that was played with less than full isolation is resumed only if its --isolation and --waive
are typed again, because its folder may come from somebody else. A finished run is shown and not
changed.
Exit status: 0 if the run is now finished; 3 if it is finished, but more than 1% of its matches are
void; 130 after Ctrl-C; 2 if it cannot continue.";

/// `stoker resume`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ResumeArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Folder that now holds the entrants' folders, which are recognised by their content
    #[arg(long, value_name = "DIR")]
    pub(crate) entrants: Option<PathBuf>,
    /// Play void matches again, which were not decided because the machine failed; works on a
    /// finished run too
    #[arg(long)]
    pub(crate) again_void: bool,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Matches played at once [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = threads_parser())]
    pub(crate) threads: Option<u16>,
    /// Print only errors, and JSON if --json is given
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) report: ReportFlag,
    #[command(flatten)]
    pub(crate) json: Option<JsonFlag>,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
    #[command(flatten)]
    pub(crate) isolation_args: IsolationArgs,
}
