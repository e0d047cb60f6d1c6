//! Options of external bots.

use stoker_external::LimitsAsked;
use stoker_external::limits::LimitsError;

use super::league_options::{IsolationArgs, ProgramOptions};

/// Options of external bots.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "External bots")]
pub(crate) struct ExternalArgs {
    /// A limit on external bots, as in cpu_ms=3000; may be repeated
    #[arg(long = "limit", value_name = "NAME=N")]
    pub(crate) limits: Vec<String>,
    #[command(flatten)]
    pub(crate) isolation_args: IsolationArgs,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
}

impl ExternalArgs {
    /// The limits that were typed.
    ///
    /// # Errors
    /// If one is not `NAME=N`, or out of range.
    pub(crate) fn limits(&self) -> Result<LimitsAsked, LimitsError> {
        let mut limits = LimitsAsked::default();
        self.limits.iter().try_for_each(|text| limits.set(text))?;
        Ok(limits)
    }
}

impl IsolationArgs {
    /// The options as they are typed.
    pub(crate) fn words(&self) -> Vec<String> {
        let isolation = self.isolation.map(|isolation| format!("--isolation={isolation}"));
        let waived = self.waive.iter().map(|limit| format!("--waive={limit}"));
        isolation.into_iter().chain(waived).collect()
    }
}
