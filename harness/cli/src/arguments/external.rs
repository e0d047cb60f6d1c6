//! Options of external bots.

use stoker_external::LimitsAsked;
use stoker_external::limits::LimitsError;
use stoker_sandbox::{Isolation, Limit, Turns};

use super::config::{League, TypedPermissions};

/// Options of external bots.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "External bots")]
pub(crate) struct ExternalArgs {
    /// A limit on external bots, as in cpu_ms=3000; may be repeated
    #[arg(long = "limit", value_name = "NAME=N")]
    pub(crate) limits: Vec<String>,
    #[command(flatten)]
    pub(crate) isolation_args: IsolationArgs,
    /// Process of each turn of a course submission: warm (forked from a process that has loaded the
    /// program) or process (started anew) [default: warm]
    #[arg(long, value_name = "HOW")]
    pub(crate) turns: Option<Turns>,
    /// Show external bots the same clock time and the same addresses in every process
    #[arg(long)]
    pub(crate) still: bool,
}

impl ExternalArgs {
    /// The values of a league that were given.
    pub(crate) fn into_league(self) -> Result<League, LimitsError> {
        let mut limits = LimitsAsked::default();
        self.limits.iter().try_for_each(|text| limits.set(text))?;
        Ok(League {
            limits,
            turns: self.turns,
            still: self.still.then_some(true),
            ..self.isolation_args.to_league()
        })
    }
}

/// Options that give external programs more power. They apply only if they are typed on the command
/// line, never from a file.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "External bots")]
pub(crate) struct IsolationArgs {
    /// Isolation of external bots from the rest of the machine: full, bwrap or none [default: full]
    #[arg(long, value_name = "HOW")]
    pub(crate) isolation: Option<Isolation>,
    /// Continue even though this limit does not hold on this machine; may be repeated
    #[arg(long, value_name = "LIMIT")]
    pub(crate) waive: Vec<Limit>,
}

impl IsolationArgs {
    /// The values of a league that were given.
    pub(crate) fn to_league(&self) -> League {
        League {
            isolation: self.isolation,
            waive: self.waive.clone(),
            typed: TypedPermissions {
                isolation: self.isolation.is_some(),
                waive: !self.waive.is_empty(),
            },
            ..League::default()
        }
    }

    /// The options as they are typed.
    pub(crate) fn words(&self) -> Vec<String> {
        let isolation = self.isolation.map(|isolation| format!("--isolation={isolation}"));
        let waived = self.waive.iter().map(|limit| format!("--waive={limit}"));
        isolation.into_iter().chain(waived).collect()
    }
}
