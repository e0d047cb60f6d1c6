//! The setting of external programs in a tournament.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use stoker_sandbox::{AddressLayout, Isolation, Limit, Turns};

use super::Limits;

/// The separation of a run's programs from everything else.
#[derive(Debug, Clone)]
pub struct SandboxOptions {
    /// Isolation.
    pub isolation: Isolation,
    /// Limits of the sandbox that are switched off.
    pub off: Vec<Limit>,
    /// Environment variables besides the usual ones.
    pub env: Vec<(OsString, OsString)>,
    /// Files that all programs may read at their own paths.
    pub read_only: Vec<PathBuf>,
    /// Placement of programs in memory.
    pub layout: AddressLayout,
    /// A library that is loaded into all programs.
    pub preload: Option<PathBuf>,
    /// The way in which turns' processes are created, for programs that support both ways.
    pub turns: Turns,
    /// The executable whose `main` can become a sandbox's launcher; by default this program.
    pub launcher: Option<PathBuf>,
}

impl SandboxOptions {
    /// The default setting with this isolation.
    #[must_use]
    pub fn new(isolation: Isolation) -> Self {
        Self {
            isolation,
            off: vec![],
            env: vec![],
            read_only: vec![],
            layout: AddressLayout::default(),
            preload: None,
            turns: Turns::default(),
            launcher: None,
        }
    }

    /// Changes the setting to what programs are to see.
    #[must_use]
    pub fn in_world(mut self, world: &ProgramEnvironment) -> Self {
        if let ProgramEnvironment::Still(clock) = world {
            self.preload = Some(clock.clone());
            self.layout = AddressLayout::Fixed;
            // The clock starts when a process is loaded, so every turn needs a process of its own.
            self.turns = Turns::Process;
        }
        self
    }
}

/// The wall clock and the memory addresses that programs see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ProgramEnvironment {
    /// The real ones.
    #[default]
    Real,
    /// A clock that starts at the same moment for every process, provided by this library, which is
    /// loaded into programs; and the same addresses in every process. A bot whose choices depend on
    /// either then plays the same again.
    Still(PathBuf),
}

/// The setting of external programs in a tournament, with findings about it.
#[derive(Debug, Clone)]
pub struct Conditions {
    /// The setting.
    pub sandbox_options: Arc<SandboxOptions>,
    /// Limits that need not hold.
    pub waived: Vec<Limit>,
    /// The clock and the addresses that programs see.
    pub world: ProgramEnvironment,
    /// The limits of each program.
    pub limits: Limits,
    /// The means that enforce each limit, by its name, as probed; empty before that.
    pub in_force: BTreeMap<String, String>,
    /// Names of entrants that played differently when a match was repeated.
    pub changeable: Vec<String>,
    /// Names of entrants of a resumed run whose folders have changed. They play as they were handed
    /// in.
    pub changed: Vec<String>,
}
