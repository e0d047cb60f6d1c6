//! How programs outside of this one are run in a tournament.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use stoker_sandbox::{Isolation, Layout, Limit, Turns};

use super::Limits;

/// How the programs of a run are kept apart from everything else.
#[derive(Debug, Clone)]
pub struct Setting {
    /// How they are isolated.
    pub isolation: Isolation,
    /// Limits of the sandbox that are switched off.
    pub off: Vec<Limit>,
    /// Variables of the environment that they get besides the usual ones.
    pub env: Vec<(OsString, OsString)>,
    /// Files that all of them may read, at their own places.
    pub read_only: Vec<PathBuf>,
    /// Where their memory lies.
    pub layout: Layout,
    /// A library that is loaded into all of them.
    pub preload: Option<PathBuf>,
    /// How turns are served where a program can be served both ways.
    pub turns: Turns,
    /// The executable whose `main` can become a sandbox's launcher; this program if none is given.
    pub launcher: Option<PathBuf>,
}

impl Setting {
    /// Programs isolated in this way, and otherwise the usual.
    #[must_use]
    pub fn new(isolation: Isolation) -> Self {
        Self {
            isolation,
            off: vec![],
            env: vec![],
            read_only: vec![],
            layout: Layout::default(),
            preload: None,
            turns: Turns::default(),
            launcher: None,
        }
    }

    /// The same, in a world that looks like this.
    #[must_use]
    pub fn in_world(mut self, world: &World) -> Self {
        if let World::Still(clock) = world {
            self.preload = Some(clock.clone());
            self.layout = Layout::Fixed;
            // The clock starts when a process is loaded, which every turn is to see.
            self.turns = Turns::Process;
        }
        self
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
#[derive(Debug, Clone)]
pub struct Conditions {
    /// How they are run.
    pub setting: Arc<Setting>,
    /// Limits that need not hold.
    pub waived: Vec<Limit>,
    /// What they see of clock and addresses.
    pub world: World,
    /// What each of them may use at most.
    pub limits: Limits,
    /// By the name of every limit, how it was found to be kept: empty before they are probed.
    pub in_force: BTreeMap<String, String>,
    /// Names of entrants that were seen to play otherwise the second time.
    pub changeable: Vec<String>,
    /// Names of entrants of a run that is resumed whose folders have changed: they play as they
    /// were handed in.
    pub changed: Vec<String>,
}
