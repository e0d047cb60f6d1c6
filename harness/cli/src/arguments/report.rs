//! The arguments of `stoker report`.

use std::path::PathBuf;

use stoker_report::report::ReportAudience;
use stoker_tournament::results::folder::{PUBLIC_REPORT, REPORT};

use super::league_options::FileArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker report results/today                        writes results/today/report.html again
  stoker report results/today --open                 and shows it in the browser
  stoker report results/today --secret               writes report-public.html, to be published
                                                     while bots are written
  stoker report results/today --plots figures        every chart as SVG, PNG and CSV, for a paper

The report is one file, which opens from disk and needs no network. Every run writes it at its end,
unless --no-report is given. The same folder always gives the same report. If the folder is
incomplete or damaged, the report says what is missing and shows the rest.
With --secret it holds no hidden moves, no seeds, no messages, and no output of programs.
Exit status: 0 if the report is written; 1 if it is, but the folder has no results to show; 2 if
it is not.";

/// `stoker report`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ReportArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The file to write; `-` is standard output [default: report.html in the folder, with --secret
    /// report-public.html]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Open the report in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Leave out everything that would help against other bots while they are still being written:
    /// hidden moves, seeds, messages, reasons and logs
    #[arg(long)]
    secret: bool,
    /// Also write every chart into this folder, as SVG, PNG and CSV
    #[arg(long, value_name = "OUT")]
    pub(crate) plots: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

impl ReportArgs {
    /// The audience of the report.
    pub(crate) fn audience(&self) -> ReportAudience {
        if self.secret { ReportAudience::Public } else { ReportAudience::Owner }
    }

    /// The name of its file in the folder of the run: the two audiences never share one.
    pub(crate) fn file_name(&self) -> &'static str {
        match self.audience() {
            ReportAudience::Owner => REPORT,
            ReportAudience::Public => PUBLIC_REPORT,
        }
    }
}
