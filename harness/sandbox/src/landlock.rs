//! Landlock: a second barrier around files and signals, in case a mount leaks something.

use std::os::fd::OwnedFd;

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope,
};

use crate::Limit;
use crate::program_paths::ProgramPaths;
use crate::setup::LauncherSetup;

/// The newest rules that are requested; older kernels enforce those that they know.
const NEWEST: ABI = ABI::V7;

/// Makes the rules for programs. They may read and execute everything that they see, and write to
/// their own folders and devices. Each program's process enters the rules itself. `None` if the
/// kernel does not support Landlock.
pub(crate) fn rules(
    setup: &LauncherSetup,
    place: &ProgramPaths,
) -> Result<Option<OwnedFd>, RulesetError> {
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    if setup.has_private_files() {
        rules = rules.handle_access(AccessFs::from_all(NEWEST))?;
    }
    if setup.on(Limit::Signals) {
        rules = rules.scope(Scope::Signal)?;
    }
    rules = rules.scope(Scope::AbstractUnixSocket)?;
    let mut rules = rules.create()?;
    if setup.has_private_files() {
        let device =
            AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
        let own = [&place.work, &place.temp].map(|path| (path.clone(), AccessFs::from_all(NEWEST)));
        let shared = ("/dev/shm".into(), AccessFs::from_all(NEWEST));
        let all = [("/".into(), AccessFs::from_read(NEWEST)), ("/dev".into(), device), shared];
        for (path, access) in all.into_iter().chain(own) {
            if let Ok(folder) = PathFd::new(path) {
                rules = rules.add_rule(PathBeneath::new(folder, access))?;
            }
        }
    }
    Ok(rules.into())
}
