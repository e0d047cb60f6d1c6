//! How programs outside of this one are run in a tournament.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stoker_launcher::{Isolation, Limit};

use super::Limits;

/// How programs are run: the same for all of a tournament's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// How they are kept away from everything else.
    pub isolation: Isolation,
    /// Limits that need not hold.
    pub waived: Vec<Limit>,
    /// What they see of the clock and of addresses.
    pub world: World,
    /// The executable that opens sandboxes: this one, if it is not said.
    pub launcher: Option<PathBuf>,
}

impl Default for Setting {
    fn default() -> Self {
        Self { isolation: Isolation::Full, waived: vec![], world: World::Real, launcher: None }
    }
}

/// What programs see of the wall clock, and of the addresses at which their memory is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum World {
    /// As it is.
    #[default]
    Real,
    /// A clock that starts at the same moment for every process, by this library, which is loaded
    /// into programs, and the same addresses in every process: a bot that draws from either plays
    /// the same again.
    Still(PathBuf),
}

/// How programs outside of this one are run in a tournament, and what was found out about that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// How they are run.
    pub setting: Setting,
    /// What each of them may use at most.
    pub limits: Limits,
    /// Which limits were found to hold, and how: empty before they are probed.
    pub in_force: Vec<InForce>,
    /// Names of entrants that were seen to play otherwise the second time.
    pub changeable: Vec<String>,
}

/// A limit, and how it was found to be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InForce {
    /// The limit's name.
    pub limit: String,
    /// By what means it is kept; `not in force` if it is not.
    pub how: String,
}
